import { z } from 'zod';
import { episodic } from '../components/episodic/episodic.ts';
import type { Component } from '../contracts/component.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';
import { nameSchema } from '../model/primitives.ts';
import { type RecallConfig, type RecallConfigInput, recallConfigSchema } from '../recall/config.ts';

const agentSchema = z.strictObject({
  id: nameSchema.default('default'),
  identity: z.string().optional(),
  recall: recallConfigSchema.prefault({}),
  consolidation: z
    .strictObject({
      /** Episodes younger than this are left alone: the work may still be going on. */
      minAgeMs: z
        .number()
        .nonnegative()
        .default(5 * 60_000),
    })
    .prefault({}),
});

export interface AgentInput {
  /** The agentId its memory is kept under. */
  readonly id?: string;
  /** Who the agent is, in its own words. Never changed by memory. */
  readonly identity?: string;
  /** What turns its episodes into memories; the episodic component alone unless given. */
  readonly components?: readonly Component[];
  readonly recall?: RecallConfigInput;
  readonly consolidation?: { readonly minAgeMs?: number };
}

/** Everything that belongs to one agent, frozen. */
export interface Agent {
  readonly id: string;
  readonly identity: string | undefined;
  readonly components: readonly Component[];
  readonly recall: RecallConfig;
  readonly consolidation: { readonly minAgeMs: number };
}

/** Describes an agent once; one process can hold many of them over one store. */
export function defineAgent(input: AgentInput = {}): Agent {
  const { components = [episodic()], ...rest } = input;
  const { id, identity, recall, consolidation } = parse(agentSchema, rest, 'agent');
  const wrong = components.findIndex(
    ({ name, consolidate }) => typeof name !== 'string' || typeof consolidate !== 'function',
  );
  if (wrong >= 0) throw new SouvenirError('invalidInput', `agent.components.${wrong}: is not a component`);
  const names = components.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new SouvenirError('invalidInput', `agent.components: two components are named ${JSON.stringify(twice)}`);
  return Object.freeze({
    id,
    identity,
    components: Object.freeze([...components]),
    recall: Object.freeze(recall),
    consolidation: Object.freeze(consolidation),
  });
}
