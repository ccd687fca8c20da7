import { z } from 'zod';
import { linksAt } from '../contracts/store.ts';
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
  const page = { ids: entityIds, limit: entityIds.length };
  const named = entityIds.length === 0 ? [] : await store.listEntities(ownerOf(memory.scope), page);
  return memory.scope.projectId === undefined ? named : named.map((entity) => withNamesIn([content], entity));
}

const differencesSchema = listOf(
  z.object({ memoryId: idSchema, before: memorySchema.optional(), after: memorySchema, causes: listOf(causeSchema) }),
);

export const memories = named({
  'memories.add': operation({
    summary: 'Store a memory at once and show its effect on other memories.',
    effect: 'writes',
    capability: 'remember',
    belongsTo: 'project',
    command: 'add',
    tool: 'memory_add',
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
    summary: 'Read a memory; null if it is unknown or forgotten.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'show',
    input: one,
    output: memorySchema.nullable(),
    handler: async ({ memory }, { id }) => (await memory.memories.get(id)) ?? null,
  }),
  'memories.show': operation({
    summary: 'Show a memory in full, with its links.',
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
    summary: 'List memories in pages.',
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
    summary: 'Change a memory; earlier versions stay in its history.',
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
    summary: 'Replace a wrong memory with a new one; the old one stays in the history.',
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
        'memories.correct: takes exactly one of `id` and `saying` for the wrong memory',
      );
    },
  }),
  'memories.reinforce': operation({
    summary: 'Raise the confidence of memories, all or none.',
    effect: 'writes',
    capability: 'reinforce',
    belongsTo: 'project',
    command: 'reinforce',
    input: reinforceOptionsSchema.extend({ ids: idsSchema.min(1) }),
    output: listOf(memorySchema),
    handler: ({ memory }, { ids, ...options }) => memory.memories.reinforce(ids, options),
  }),
  'memories.supersede': operation({
    summary: 'Mark a memory as superseded by another.',
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
    summary: 'Archive a memory: it is listed, and recalled only on request.',
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
    summary: 'Hide a memory until it is restored.',
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
      "Show what forgetting a memory would also hide: other memories and a number of turns; and the assistant's words about it, which stay.",
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: one,
    output: z.object({ memories: listOf(memorySchema), turns: count, echoes: listOf(memorySchema) }),
    handler: ({ memory }, { id }) => memory.memories.followers(id),
  }),
  'memories.forgetAll': operation({
    summary: 'Forget every memory that passes the filters; without filters, all active ones.',
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
    summary: 'Make a memory active again.',
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
    summary: 'Link two memories, or change the strength of a link.',
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
    summary: 'Remove the link of one type, or all links, between two memories.',
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
    summary: 'Find the memories linked to a memory, nearest first.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'show',
    input: neighboursOptionsSchema.extend({ id: idSchema }),
    output: listOf(neighbourSchema),
    handler: ({ memory }, { id, ...options }) => memory.memories.neighbours(id, options),
  }),
  'memories.history': operation({
    summary: 'List every version of a memory with its reason.',
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
    summary: 'Show the memories that changed between two moments.',
    effect: 'reads',
    capability: 'time',
    belongsTo: 'project',
    command: 'diff',
    input: diffOptionsSchema,
    output: z.object({ from: momentSchema, to: momentSchema }).and(z.record(z.enum(DIFFERENCES), differencesSchema)),
    handler: ({ memory }, options) => memory.memories.diff(options),
  }),
  'memories.rollback': operation({
    summary: 'Return all memories to an earlier moment; nothing is erased.',
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
    summary: "Copy memories to the agent's parent, which skips those that it has.",
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
    summary: 'Record the new value of a setting; secrets are refused.',
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
