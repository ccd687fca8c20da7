import { z } from 'zod';
import { outcomeInputSchema } from '../components/procedures/outcome-episode.ts';
import { trackRecordSchema } from '../components/procedures/track-record.ts';
import { recordSchema as toolRecordSchema } from '../components/tool/tool-record.ts';
import { toolQuerySchema } from '../components/tool/tool-records.ts';
import { episodeSchema } from '../model/episode.ts';
import { memorySchema } from '../model/memory.ts';
import { idSchema, messageSchema, momentSchema, nameSchema, unitSchema } from '../model/primitives.ts';
import { actionsSchema } from '../souvenir/procedures.ts';
import { listOf, named, nothing, operation } from './operation.ts';

const count = z.int().nonnegative();

const personaSchema = z.object({
  ...{ text: z.string(), version: count, since: momentSchema.optional() },
  ...{ id: idSchema.optional(), memory: memorySchema.optional() },
});

export const matchedProcedureSchema = z.object({
  ...{ taskType: nameSchema, text: z.string(), tokens: count, score: z.number(), found: listOf(z.string()) },
});

export const procedures = named({
  'persona.current': operation({
    summary: "Show the agent's persona for this user.",
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'persona',
    input: nothing,
    output: personaSchema,
    handler: ({ memory }) => memory.persona.current(),
  }),
  'persona.versions': operation({
    summary: 'List every version of the persona, newest first.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'persona versions',
    input: nothing,
    output: listOf(personaSchema),
    handler: ({ memory }) => memory.persona.versions(),
  }),
  'persona.rollback': operation({
    summary: 'Restore an earlier persona as a new version; 0 is the identity.',
    effect: 'writes',
    capability: 'context',
    belongsTo: 'user',
    command: 'persona rollback',
    input: z.strictObject({ version: count }),
    output: personaSchema,
    handler: ({ memory }, { version }) => memory.persona.rollback(version),
  }),
  'procedures.match': operation({
    summary: 'Find the playbooks that fit an intent, best first.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'project',
    command: 'procedures',
    input: z.strictObject({ intent: messageSchema }),
    output: listOf(matchedProcedureSchema),
    handler: ({ memory }, { intent }) => memory.procedures.match(intent),
  }),
  'procedures.report': operation({
    summary: 'Record the outcome of a task and wait until it is durable.',
    effect: 'writes',
    capability: 'context',
    belongsTo: 'project',
    command: 'outcomes report',
    input: outcomeInputSchema,
    output: episodeSchema,
    async handler({ memory }, outcome) {
      const episode = await memory.procedures.report(outcome);
      await memory.flush({ orDrop: [episode] });
      return episode;
    },
  }),
  'procedures.records': operation({
    summary: 'List success rates by type of task.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'project',
    command: 'outcomes',
    input: z.strictObject({ taskType: nameSchema.optional() }),
    output: listOf(trackRecordSchema.extend({ memoryId: idSchema, attempts: count, successRate: unitSchema })),
    handler: ({ memory }, { taskType }) => memory.procedures.records(taskType),
  }),
  'procedures.learn': operation({
    summary: 'Record a sequence of actions; the third time makes it a procedure.',
    effect: 'writes',
    capability: 'patterns',
    belongsTo: 'project',
    command: 'procedures learn',
    input: z.strictObject({ actions: actionsSchema }),
    output: z.object({ memory: memorySchema, procedures: listOf(memorySchema) }),
    handler: ({ memory }, { actions }) => memory.procedures.learn(actions),
  }),
  'procedures.tools': operation({
    summary: 'List success rates of tools, by tool and parameters.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'project',
    command: 'tools',
    input: toolQuerySchema,
    output: listOf(toolRecordSchema.extend({ memoryId: idSchema, successRate: unitSchema, lastUsedAt: momentSchema })),
    handler: ({ memory }, query) => memory.procedures.tools(query),
  }),
});
