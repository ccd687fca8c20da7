import { z } from 'zod';
import type { ProceduresConfigInput } from '../components/procedures/procedures.ts';
import { type CycleConfig, type CycleConfigInput, cycleConfigSchema } from '../consolidate/cycle/cycle-run.ts';
import type { CorePrompt } from '../context/instructions/core-prompt.ts';
import type { Component } from '../contracts/component.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';
import { nameSchema } from '../model/primitives.ts';
import { SHARED_PREFIX } from '../model/scope.ts';
import type { RecallConfig } from '../recall/config.ts';
import { type AgentRecallInput, agentRecallSchema } from '../recall/maximum-error.ts';
import type { Reference } from '../recall/spaces.ts';
import { defaultComponents } from './default-components.ts';

const milliseconds = z.number().nonnegative();
/** The longest delay of a Node timer, some 24 days; Node would fire a longer one at once. */
const timerMs = milliseconds.max(2 ** 31 - 1);

const consolidationConfigSchema = z.strictObject({
  /** Younger episodes are left alone, as the work may still be going on. */
  minAgeMs: milliseconds.default(5 * 60_000),
  /** A session that was idle for this long ends when another begins; turns without a session end at the next of them. */
  sessionIdleMs: milliseconds.default(2 * 60 * 60_000),
  /** The number of components that run in parallel. */
  parallel: z.int().min(1).default(4),
  /** Consolidates at this interval. */
  everyMs: timerMs.min(1000).optional(),
  /** Consolidates after this many new episodes. */
  afterEpisodes: z.int().min(1).optional(),
  /** Consolidates when no episode was recorded for this long, regardless of `minAgeMs`. */
  afterIdleMs: timerMs.min(1).optional(),
});
export type ConsolidationConfig = Readonly<z.output<typeof consolidationConfigSchema>>;
export type ConsolidationConfigInput = Readonly<z.input<typeof consolidationConfigSchema>>;

const agentSchema = z.strictObject({
  id: nameSchema
    .refine((id) => !id.startsWith(SHARED_PREFIX), `must not begin with ${SHARED_PREFIX}`)
    .default('default'),
  parent: nameSchema.optional(),
  references: z.array(z.strictObject({ agentId: nameSchema, components: z.array(nameSchema).optional() })).default([]),
  core: z.string().optional(),
  identity: z.string().trim().optional(),
  recall: agentRecallSchema.prefault({}),
  consolidation: consolidationConfigSchema.prefault({}),
  cycle: cycleConfigSchema.prefault({}),
});

/** The settings of an agent. */
export interface AgentInput {
  /** The `agentId` of its memory. */
  readonly id?: string;
  /** The first part of every prompt: how the agent behaves and what it must not do. Never changed at run time; `corePromptOf({ file })` reads one. */
  readonly core?: string | CorePrompt;
  /** A description of the agent in its own words. Memory never changes it. */
  readonly identity?: string;
  /** Instructions by type of task; for the default components. */
  readonly playbooks?: ProceduresConfigInput['playbooks'];
  /** The components that make memories of its episodes; `defaultComponents()` by default. */
  readonly components?: readonly Component[];
  /** The agent to which it may publish memories. */
  readonly parent?: string;
  /** Agents whose memory of the same user its recall may read, optionally limited to some components; it never writes there. */
  readonly references?: readonly Reference[];
  readonly recall?: AgentRecallInput;
  readonly consolidation?: ConsolidationConfigInput;
  readonly cycle?: CycleConfigInput;
}

/** The settings of one agent, frozen. */
export interface Agent {
  readonly id: string;
  readonly core: string | undefined;
  readonly identity: string | undefined;
  readonly components: readonly Component[];
  readonly parent: string | undefined;
  readonly references: readonly Reference[];
  readonly recall: RecallConfig;
  readonly consolidation: ConsolidationConfig;
  readonly cycle: CycleConfig;
}

/**
 * Describes an agent once; a process can run several over one store.
 * @example const scout = defineAgent({ id: 'scout', core: 'You look things up.', parent: 'lead' });
 */
export function defineAgent(input: AgentInput = {}): Agent {
  const { components = defaultComponents(input), playbooks, core: given, ...rest } = input;
  const core = typeof given === 'object' ? given.text : given;
  if (playbooks !== undefined && input.components !== undefined)
    throw new SouvenirError('invalidInput', 'agent.playbooks: give them to procedures() among the components');
  const invalidIndex = components.findIndex(
    (component) => typeof component?.name !== 'string' || typeof component.consolidate !== 'function',
  );
  if (invalidIndex >= 0)
    throw new SouvenirError('invalidInput', `agent.components.${invalidIndex}: is not a component`);
  const personaIdentity = personaIdentityIn(components);
  const {
    id,
    identity = personaIdentity,
    parent,
    references,
    recall,
    consolidation,
    cycle,
  } = parse(agentSchema, { ...rest, core }, 'agent');
  if (personaIdentity !== undefined && personaIdentity !== identity)
    throw new SouvenirError('invalidInput', 'agent.identity: differs from the identity of its personality');
  if (parent === id) throw new SouvenirError('invalidInput', 'agent.parent: is the agent itself');
  const names = components.map(({ name }) => name);
  const duplicate = names.find((name, at) => names.indexOf(name) !== at);
  if (duplicate !== undefined)
    throw new SouvenirError('invalidInput', `agent.components: two components are named ${JSON.stringify(duplicate)}`);
  return Object.freeze({
    id,
    core,
    identity,
    parent,
    references: Object.freeze(references),
    components: Object.freeze([...components]),
    recall: Object.freeze(recall),
    consolidation: Object.freeze(consolidation),
    cycle: Object.freeze(cycle),
  });
}

const personaIdentityIn = (components: readonly Component[]): string | undefined =>
  components.flatMap((component) => ('identity' in component ? String(component.identity) : []))[0];

/** The agent without triggers, consolidated only on request. */
export const withoutTriggers = ({ consolidation, ...agent }: Agent): Agent => {
  const { everyMs: _, afterEpisodes: __, afterIdleMs: ___, ...manual } = consolidation;
  return { ...agent, consolidation: manual };
};
