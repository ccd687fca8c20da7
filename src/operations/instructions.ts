import { z } from 'zod';
import { applyInstructionsSchema, rollbackSchema } from '../context/instructions/custom-instructions.ts';
import { momentSchema } from '../model/primitives.ts';
import { listOf, named, nothing, operation } from './operation.ts';

const number = z.int().nonnegative();

const versionSchema = z.object({
  number,
  text: z.string(),
  at: momentSchema,
  author: applyInstructionsSchema.shape.author.unwrap(),
  reason: z.string().optional(),
  restores: number.optional(),
  hash: z.string(),
});
const currentVersionSchema = versionSchema.nullable();

const diffSchema = listOf(z.object({ kind: z.enum(['same', 'added', 'removed']), line: z.string() }));
const violationSchema = z.object({ rule: z.string(), reason: z.string(), start: number, end: number });

export const instructions = named({
  'instructions.current': operation({
    summary: 'Show the current instructions.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'instructions',
    input: nothing,
    output: currentVersionSchema,
    handler: async ({ memory }) => (await memory.instructions.current()) ?? null,
  }),
  'instructions.versions': operation({
    summary: 'List every version of the instructions with its changes.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'instructions versions',
    input: nothing,
    output: listOf(versionSchema),
    handler: ({ memory }) => memory.instructions.versions(),
  }),
  'instructions.propose': operation({
    summary: 'Show what a text would change and which rules it breaks; writes nothing.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'instructions propose',
    input: applyInstructionsSchema.pick({ text: true }),
    output: z.object({
      ...{ text: z.string(), hash: z.string(), diff: diffSchema, violations: listOf(violationSchema), after: number },
    }),
    handler: ({ memory }, { text }) => memory.instructions.propose(text),
  }),
  'instructions.apply': operation({
    summary: 'Replace the instructions with a text that breaks no rule, as a new version.',
    effect: 'writes',
    capability: 'context',
    belongsTo: 'user',
    command: 'instructions apply',
    input: applyInstructionsSchema,
    output: currentVersionSchema,
    handler: async ({ memory }, { text, ...options }) => (await memory.instructions.apply(text, options)) ?? null,
  }),
  'instructions.diff': operation({
    summary: 'Show the lines that differ between two versions of the instructions.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'instructions diff',
    /** By default the latest version and the one before it; 0 is the empty version. */
    input: z.strictObject({ from: number.optional(), to: number.optional() }),
    output: z.object({ from: number, to: number, diff: diffSchema }),
    async handler({ memory: { instructions } }, { from: first, to: second }) {
      const to = second ?? (await instructions.versions()).length;
      const from = first ?? Math.max(0, to - 1);
      return { from, to, diff: await instructions.diff({ from, to }) };
    },
  }),
  'instructions.rollback': operation({
    summary: 'Restore an earlier version as a new one; 0 clears the instructions.',
    effect: 'writes',
    capability: 'context',
    belongsTo: 'user',
    command: 'instructions rollback',
    input: rollbackSchema.extend({ version: number }),
    output: currentVersionSchema,
    handler: async ({ memory }, { version, ...options }) =>
      (await memory.instructions.rollback(version, options)) ?? null,
  }),
});
