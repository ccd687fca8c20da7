import { z } from 'zod';
import { contentSchema } from '../model/primitives.ts';
import { type Turn, type TurnOutcome, turnOptionsSchema } from '../turn/turn.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const inputSchema = z.strictObject({
  ...scopeFields,
  ...turnOptionsSchema.shape,
  message: contentSchema,
  /** What the agent answered: message and reply are recorded. */
  reply: contentSchema.optional(),
});

export interface ComposedTurn extends Omit<Turn, 'complete'> {
  /** Absent as long as there is no reply. */
  readonly outcome?: TurnOutcome;
}

export const turnOperation: Operation<typeof inputSchema, Promise<ComposedTurn>> = {
  name: 'turn',
  summary: 'Compose the whole prompt for a message; with a reply, record both.',
  input: inputSchema,
  async handler(context, { reply, message, speaker, budget, budgets, confidence, retrieve, ...scope }) {
    const memory = handleFor(context, scope);
    const { complete, ...turn } = await memory.turn(message, { speaker, budget, budgets, confidence, retrieve });
    return reply === undefined ? turn : { ...turn, outcome: await complete(reply) };
  },
};
