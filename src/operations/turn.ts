import { z } from 'zod';
import { contentSchema } from '../model/primitives.ts';
import { type Turn, type TurnOutcome, turnInputSchema } from '../turn/turn.ts';
import type { Operation } from './operation.ts';

const inputSchema = z.strictObject({
  ...turnInputSchema.shape,
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
  async handler({ souvenir }, { reply, ...input }) {
    const { complete, ...turn } = await souvenir.turn(input);
    return reply === undefined ? turn : { ...turn, outcome: await complete(reply) };
  },
};
