import { z } from 'zod';
import {
  applyInstructionsSchema,
  rollbackSchema as bringBackSchema,
  type InstructionProposal,
} from '../context/instructions/custom-instructions.ts';
import type { DiffLine } from '../context/instructions/line-diff.ts';
import type { InstructionVersion } from '../contracts/instruction-store.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

/** `null` where there are none. */
type Held = Promise<InstructionVersion | null>;

const scopeSchema = z.strictObject(scopeFields);
const version = z.int().nonnegative();

export const instructionsOperation: Operation<typeof scopeSchema, Held> = {
  name: 'instructions',
  summary: 'Show the instructions that hold now.',
  input: scopeSchema,
  handler: async (context, scope) => (await handleFor(context, scope).instructions.current()) ?? null,
};

export const instructionVersionsOperation: Operation<typeof scopeSchema, Promise<readonly InstructionVersion[]>> = {
  name: 'instructionVersions',
  summary: 'Tell every version of the instructions and what it changed.',
  input: scopeSchema,
  handler: (context, scope) => handleFor(context, scope).instructions.versions(),
};

const proposeSchema = z.strictObject({ ...scopeFields, text: z.string() });

export const proposeInstructionsOperation: Operation<typeof proposeSchema, Promise<InstructionProposal>> = {
  name: 'proposeInstructions',
  summary: 'Tell what a text would change and which rules it breaks; nothing is written.',
  input: proposeSchema,
  handler: (context, { text, ...scope }) => handleFor(context, scope).instructions.propose(text),
};

const applySchema = z.strictObject({ ...scopeFields, ...applyInstructionsSchema.shape });

export const applyInstructionsOperation: Operation<typeof applySchema, Held> = {
  name: 'applyInstructions',
  summary: 'Make a text the instructions, as a new version, unless it breaks a rule.',
  input: applySchema,
  handler: async (context, { text, author, reason, after, ...scope }) =>
    (await handleFor(context, scope).instructions.apply(text, { author, reason, after })) ?? null,
};

const diffSchema = z.strictObject({ ...scopeFields, from: version.optional(), to: version.optional() });

export interface InstructionDiff {
  readonly from: number;
  readonly to: number;
  readonly diff: readonly DiffLine[];
}

export const diffInstructionsOperation: Operation<typeof diffSchema, Promise<InstructionDiff>> = {
  name: 'diffInstructions',
  summary: 'Tell which lines turn one version of the instructions into another.',
  input: diffSchema,
  async handler(context, { from: first, to: second, ...scope }) {
    const { instructions } = handleFor(context, scope);
    const to = second ?? (await instructions.versions()).length;
    const from = first ?? Math.max(0, to - 1);
    return { from, to, diff: await instructions.diff({ from, to }) };
  },
};

const rollbackSchema = z.strictObject({ ...scopeFields, version, ...bringBackSchema.shape });

export const rollbackInstructionsOperation: Operation<typeof rollbackSchema, Held> = {
  name: 'rollbackInstructions',
  summary: 'Bring an earlier version back as a new one; 0 clears the instructions.',
  input: rollbackSchema,
  handler: async (context, { version: number, author, reason, ...scope }) =>
    (await handleFor(context, scope).instructions.rollback(number, { author, reason })) ?? null,
};
