import { z } from 'zod';
import { entityPages, linksAt } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { type Entity, entitySchema, linkSchema } from '../model/graph.ts';
import { causeSchema, type Memory, memorySchema } from '../model/memory.ts';
import { idSchema, idsSchema, momentSchema, nameSchema, statementSchema, unitSchema } from '../model/primitives.ts';
import {
  addOptionsSchema,
  listOptionsSchema,
  memoryChangeSchema,
  memorySelectionSchema,
  neighboursOptionsSchema,
} from '../model/revision.ts';
import { ownerOf } from '../model/scope.ts';
import { DIFFERENCES, rollbackOptionsSchema } from '../model/version.ts';
import { withNamesIn } from '../souvenir/entities.ts';
import {
  correctOptionsSchema,
  diffOptionsSchema,
  linkOptionsSchema,
  reinforceOptionsSchema,
  settingSchema,
  unlinkOptionsSchema,
} from '../souvenir/memories.ts';
import { listOf, named, type OperationContext, operation } from './operation.ts';

const one = z.strictObject({ id: idSchema });
const count = z.int().nonnegative();

const neighbourSchema = z.object({ memory: memorySchema, depth: count, path: listOf(idSchema), strength: unitSchema });

async function entitiesOf({ entityIds, content }: Memory, { store, memory }: OperationContext): Promise<Entity[]> {
  if (entityIds.length === 0) return [];
  const named: Entity[] = [];
  for await (const page of entityPages(store, ownerOf(memory.scope)))
    named.push(...page.filter(({ id }) => entityIds.includes(id)));
  return memory.scope.projectId === undefined ? named : named.map((entity) => withNamesIn([content], entity));
}

const differencesSchema = listOf(
  z.object({ memoryId: idSchema, before: memorySchema.optional(), after: memorySchema, causes: listOf(causeSchema) }),
);

export const memories = named({
  'memories.add': operation({
    summary: 'Keep a memory at once, and tell what that did to what was known.',
    effect: 'writes',
    capability: 'remember',
    belongsTo: 'project',
    command: 'add',
    tool: 'memory_save',
    input: addOptionsSchema.extend({ content: statementSchema }),
    output: z.object({
      memory: memorySchema,
      did: z.enum(['created', 'merged']),
      superseded: listOf(memorySchema),
      doubted: listOf(memorySchema),
      why: z.object({ type: z.string(), importance: z.string() }),
    }),
    handler: ({ memory }, { content, ...options }) => memory.memories.add(content, options),
  }),
  'memories.get': operation({
    summary: 'Read one memory; null if it is unknown or forgotten.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'show',
    input: one,
    output: memorySchema.nullable(),
    handler: async ({ memory }, { id }) => (await memory.memories.get(id)) ?? null,
  }),
  'memories.show': operation({
    summary: 'Show everything of one memory, and what it is linked to.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'show',
    input: neighboursOptionsSchema.extend({ id: idSchema }),
    output: z.object({
      memory: memorySchema,
      entities: listOf(entitySchema),
      /** The links between it and its nearest neighbours. */
      links: listOf(linkSchema),
      neighbours: listOf(neighbourSchema),
    }),
    async handler(context, { id, ...options }) {
      const { memories, scope } = context.memory;
      // Refuses a memory that is not visible, with the reason.
      const neighbours = await memories.neighbours(id, options);
      const memory = (await memories.get(id)) as Memory;
      const near = new Set(neighbours.map((neighbour) => neighbour.memory.id));
      const links = await linksAt(context.store, ownerOf(scope), [id]);
      return {
        ...{ memory, neighbours, entities: await entitiesOf(memory, context) },
        links: links.filter(({ fromId, toId }) => near.has(fromId) || near.has(toId)),
      };
    },
  }),
  'memories.list': operation({
    summary: 'List memories, a page at a time.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'list',
    tool: 'memory_list',
    input: listOptionsSchema,
    output: z.object({ memories: listOf(memorySchema), next: z.string().optional(), total: count.optional() }),
    handler: ({ memory }, options) => memory.memories.list(options),
  }),
  'memories.update': operation({
    summary: 'Change a memory under its id; what it was stays in its history.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'update',
    input: one.extend({ change: memoryChangeSchema }),
    output: memorySchema,
    handler: ({ memory }, { id, change }) => memory.memories.update(id, change),
  }),
  'memories.correct': operation({
    summary: 'Put a new memory in the place of a wrong one, which stays in the past.',
    effect: 'writes',
    capability: 'remember',
    belongsTo: 'project',
    command: 'correct',
    tool: 'memory_correct',
    input: correctOptionsSchema.extend({
      id: idSchema.optional(),
      /** The content of the wrong memory, if its id is unknown. */
      saying: statementSchema.optional(),
    }),
    output: memorySchema.extend({ corrected: listOf(idSchema) }),
    async handler({ memory }, { id, saying, ...options }) {
      if (id !== undefined && saying === undefined) return memory.memories.correct(id, options);
      if (saying !== undefined && id === undefined) return memory.memories.correct({ saying }, options);
      throw new SouvenirError(
        'invalidInput',
        'memories.correct: names the wrong memory neither by `id` nor by `saying`, or by both',
      );
    },
  }),
  'memories.reinforce': operation({
    summary: 'Make memories surer, all of them or none.',
    effect: 'writes',
    capability: 'reinforce',
    belongsTo: 'project',
    command: 'reinforce',
    input: reinforceOptionsSchema.extend({ ids: idsSchema.min(1) }),
    output: listOf(memorySchema),
    handler: ({ memory }, { ids, ...options }) => memory.memories.reinforce(ids, options),
  }),
  'memories.supersede': operation({
    summary: 'Let one memory take the place of another, which stays in the past.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'supersede',
    input: one.extend({ by: idSchema }),
    output: memorySchema,
    handler: ({ memory }, { id, by }) => memory.memories.supersede(id, { by }),
  }),
  'memories.archive': operation({
    summary: 'Take a memory out of what counts; it can still be seen.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'archive',
    input: one,
    output: memorySchema,
    handler: ({ memory }, { id }) => memory.memories.archive(id),
  }),
  'memories.forget': operation({
    summary: 'Take a memory out of sight, until it is restored.',
    effect: 'destroys',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'forget',
    tool: 'memory_forget',
    input: one,
    output: memorySchema.extend({ echoes: listOf(memorySchema) }),
    handler: ({ memory }, { id }) => memory.memories.forget(id),
  }),
  'memories.followers': operation({
    summary:
      'Tell what forgetting a memory would take along: other memories, and how many turns; and what the assistant said of it, which stays.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: one,
    output: z.object({ memories: listOf(memorySchema), turns: count, echoes: listOf(memorySchema) }),
    handler: ({ memory }, { id }) => memory.memories.followers(id),
  }),
  'memories.forgetAll': operation({
    summary: 'Forget every memory that passes; without filters, all that count.',
    effect: 'destroys',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'forget',
    input: memorySelectionSchema.omit({ asOf: true }),
    output: z.object({ forgotten: count }),
    handler: async ({ memory }, selection) => ({ forgotten: await memory.memories.forgetAll(selection) }),
  }),
  'memories.restore': operation({
    summary: 'Make a memory count again, whatever ended it.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'restore',
    input: one,
    output: memorySchema,
    handler: ({ memory }, { id }) => memory.memories.restore(id),
  }),
  'memories.link': operation({
    summary: 'Tie two memories; tying them again sets the strength.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'link',
    input: linkOptionsSchema.extend({ id: idSchema }),
    output: linkSchema,
    handler: ({ memory }, { id, ...options }) => memory.memories.link(id, options),
  }),
  'memories.unlink': operation({
    summary: 'Untie two memories, in one way or in all.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'unlink',
    input: unlinkOptionsSchema.extend({ id: idSchema }),
    output: z.object({ unlinked: count }),
    handler: async ({ memory }, { id, ...options }) => ({ unlinked: await memory.memories.unlink(id, options) }),
  }),
  'memories.neighbours': operation({
    summary: 'Find the memories that links lead to, nearest first.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'show',
    input: neighboursOptionsSchema.extend({ id: idSchema }),
    output: listOf(neighbourSchema),
    handler: ({ memory }, { id, ...options }) => memory.memories.neighbours(id, options),
  }),
  'memories.history': operation({
    summary: 'Tell every version of a memory and why it came to be.',
    effect: 'reads',
    capability: 'time',
    belongsTo: 'project',
    command: 'history',
    input: one,
    output: listOf(
      z.object({
        ...{ number: count, since: momentSchema, until: momentSchema.optional() },
        ...{ cause: causeSchema, memory: memorySchema },
      }),
    ),
    handler: ({ memory }, { id }) => memory.memories.history(id),
  }),
  'memories.diff': operation({
    summary: 'Tell what is not the same at one moment as at an earlier one.',
    effect: 'reads',
    capability: 'time',
    belongsTo: 'project',
    command: 'diff',
    input: diffOptionsSchema,
    output: z.object({ from: momentSchema, to: momentSchema }).and(z.record(z.enum(DIFFERENCES), differencesSchema)),
    handler: ({ memory }, options) => memory.memories.diff(options),
  }),
  'memories.rollback': operation({
    summary: 'Make the memory what it was at a moment; nothing is erased.',
    effect: 'writes',
    capability: 'time',
    belongsTo: 'project',
    command: 'rollback',
    input: rollbackOptionsSchema.extend({ to: momentSchema }),
    output: z.object({
      ...{ to: momentSchema, dryRun: z.boolean(), forgotten: listOf(memorySchema) },
      restored: listOf(z.object({ from: memorySchema, to: memorySchema })),
    }),
    handler: ({ memory }, { to, ...options }) => memory.memories.rollback(to, options),
  }),
  'memories.publish': operation({
    summary: "Copy memories to the agent's parent; those already there are left out.",
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'publish',
    input: z.strictObject({ ids: idsSchema }),
    output: listOf(memorySchema),
    handler: ({ memory }, { ids }) => memory.memories.publish(ids),
  }),
  'memories.recordSetting': operation({
    summary: 'Keep what a setting is now in place of what it was; never a secret.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    command: 'record-setting',
    input: settingSchema.extend({ key: nameSchema }),
    output: z.discriminatedUnion('kept', [
      z.object({ kept: z.literal(true), memory: memorySchema }),
      z.object({ kept: z.literal(false), why: z.string() }),
    ]),
    handler: ({ memory }, { key, ...setting }) => memory.memories.recordSetting(key, setting),
  }),
});
