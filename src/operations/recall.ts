import { z } from 'zod';
import { SECTION_NAMES } from '../compose/audit.ts';
import { episodeSchema } from '../model/episode.ts';
import { contentSchema, messageSchema } from '../model/primitives.ts';
import { recallFieldsSchema, recallItemSchema, recallResultSchema } from '../model/recall.ts';
import { degradationSchema } from '../model/report.ts';
import { explainFieldsSchema, explanationSchema } from '../recall/explain.ts';
import { completeOptionsSchema } from '../souvenir/handle.ts';
import { chatFieldsSchema } from '../turn/chat.ts';
import { turnOptionsSchema } from '../turn/turn.ts';
import { chunkMatchSchema } from './documents.ts';
import { listOf, named, operation } from './operation.ts';
import { matchedProcedureSchema } from './procedures.ts';

/** Operations take plain data: no vector and no signal. */
const recallFields = recallFieldsSchema.omit({ queryVector: true, signal: true });
const count = z.int().nonnegative();

const sectionName = z.enum(SECTION_NAMES);
const matchedFields = { memories: listOf(recallItemSchema), documents: listOf(chunkMatchSchema) };

const composedSchema = z.object({
  audit: z.object({
    sections: listOf(
      z.object({
        ...{ name: sectionName, budget: count.optional(), tokens: count, included: listOf(z.string()) },
        cut: listOf(z.object({ id: z.string(), why: z.enum(['overSectionBudget', 'overTotalBudget']) })),
        hash: z.string(),
      }),
    ),
    ...{ order: listOf(sectionName), budget: count, tokens: count, messageTokens: count },
    ...{ stablePartCut: z.boolean(), stableHash: z.string(), hash: z.string() },
  }),
  retrieval: z.object({
    retrieve: z.boolean(),
    reasons: listOf(z.object({ trigger: z.string(), because: z.string() })),
    skipped: z.string().optional(),
  }),
});

const outcomeSchema = z.object({
  recorded: listOf(episodeSchema),
  skipped: listOf(z.object({ role: z.enum(['user', 'assistant']), why: z.string() })),
  degraded: listOf(degradationSchema),
});

export const recall = named({
  recall: operation({
    summary: 'Find the memories that are relevant to a query, if any.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'recall',
    tool: 'memory_recall',
    input: recallFields.extend({ query: messageSchema }),
    output: recallResultSchema,
    handler: ({ memory, signal }, { query, ...options }) => memory.recall(query, { ...options, signal }),
  }),
  explain: operation({
    summary: 'Explain a recall: its items, their scores and what was cut; counts nothing as used.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: explainFieldsSchema.omit({ signal: true }).extend({ query: messageSchema }),
    output: explanationSchema,
    handler: ({ memory, signal }, { query, ...options }) => memory.explain(query, { ...options, signal }),
  }),
  context: operation({
    summary: 'Write the memory block of a prompt for the next turn.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'context',
    input: recallFields.extend({ intent: messageSchema }),
    output: z.object({
      identity: z.string().optional(),
      personality: z.string().optional(),
      memories: listOf(recallItemSchema),
      episodes: listOf(episodeSchema.extend({ position: count })),
      procedures: listOf(matchedProcedureSchema),
      text: z.string(),
      tokens: count,
      estimatedTokens: count,
      reason: z.string().optional(),
      degraded: listOf(degradationSchema),
    }),
    handler: ({ memory, signal }, { intent, ...options }) => memory.context(intent, { ...options, signal }),
  }),
  turn: operation({
    summary: 'Compose the prompt for a message; with a reply, record both.',
    effect: 'writes',
    capability: 'recall',
    belongsTo: 'project',
    command: 'turn',
    tool: 'memory_turn',
    onlyReads: ({ reply }) => reply === undefined,
    input: turnOptionsSchema.omit({ signal: true }).extend({
      message: contentSchema,
      /** The agent's reply; message and reply are recorded. */
      reply: contentSchema.optional(),
    }),
    output: z.object({
      text: z.string(),
      messages: listOf(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
      ...composedSchema.shape,
      ...matchedFields,
      /** Matches that did not fit into the prompt. */
      cut: z.object(matchedFields),
      degraded: listOf(degradationSchema),
      outcome: outcomeSchema.optional(),
    }),
    async handler({ memory, signal }, { message, reply, ...options }) {
      // Recording completes even if the caller disconnects.
      const until = reply === undefined ? signal : undefined;
      const { complete, isErased: _, ...composed } = await memory.turn(message, { ...options, signal: until });
      return { ...composed, outcome: reply === undefined ? undefined : await complete(reply) };
    },
  }),
  chat: operation({
    summary: 'Answer a message with the language model and memory, and record both.',
    effect: 'writes',
    capability: 'remember',
    belongsTo: 'project',
    alsoNeeds: 'recall',
    input: chatFieldsSchema.extend({ message: contentSchema }),
    output: composedSchema.extend({
      reply: z.string().optional(),
      ...{ prompt: z.string(), ...matchedFields, cut: z.object(matchedFields), degraded: listOf(degradationSchema) },
    }),
    handler: ({ memory, signal }, { message, ...options }) => memory.chat(message, { ...options, signal }),
  }),
  complete: operation({
    summary: 'Record a message and its reply, unless the write policy refuses them.',
    effect: 'writes',
    capability: 'remember',
    belongsTo: 'project',
    input: completeOptionsSchema.extend({ message: contentSchema, reply: messageSchema }),
    output: outcomeSchema,
    handler: ({ memory }, { message, reply, ...options }) => memory.complete(message, reply, options),
  }),
});
