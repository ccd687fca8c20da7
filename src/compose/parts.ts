import { z } from 'zod';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { roleSchema } from '../model/episode.ts';
import { momentSchema } from '../model/primitives.ts';
import { recallItemSchema } from '../model/recall.ts';

const id = z.string().min(1);

const procedureSchema = z.object({
  name: z.string().min(1),
  text: z.string(),
  /** Share of runs that succeeded, if outcomes were reported. */
  successRate: z.number().min(0).max(1).optional(),
  runs: z.int().nonnegative().optional(),
});

const memorySchema = recallItemSchema.pick({
  id: true,
  content: true,
  component: true,
  category: true,
  createdAt: true,
  validAt: true,
  status: true,
  doubtedAt: true,
  outdated: true,
  alsoIn: true,
  role: true,
  speaker: true,
  score: true,
});

const chunkSchema = z.object({
  id,
  title: z.string(),
  /** From the document's outermost heading to the chunk's own. */
  headings: z.array(z.string()).default([]),
  source: z.string(),
  content: z.string(),
  date: momentSchema.optional(),
  score: z.number().optional(),
});

const turnSchema = z.object({
  id: id.optional(),
  role: roleSchema,
  speaker: z.string().optional(),
  content: z.string(),
  at: momentSchema,
});

/** The parts of a prompt. Lists come best first, turns oldest first. */
export const composePartsSchema = z.strictObject({
  core: z.string(),
  instructions: z.string().optional(),
  persona: z.string().optional(),
  /** Directives of the user, one per line, newest first. */
  directives: z.string().optional(),
  /** One item per line, the most valuable first; an item is included or cut whole. */
  profile: z.string().optional(),
  procedures: z.array(procedureSchema).default([]),
  memories: z.array(memorySchema).default([]),
  documents: z.array(chunkSchema).default([]),
  /** Pairs of a memory and a chunk that contradict each other. */
  contradictions: z.array(z.object({ memoryId: id, chunkId: id })).default([]),
  /** Turns that are not consolidated yet. */
  recent: z.array(turnSchema).default([]),
  /** The day on which the message is answered, in UTC; the prompt states it after the stable sections. */
  today: momentSchema.optional(),
  message: z.string(),
});
export type ComposeParts = Readonly<z.input<typeof composePartsSchema>>;
export type Parts = Readonly<z.output<typeof composePartsSchema>>;

export type ProcedurePart = Readonly<z.output<typeof procedureSchema>>;
export type MemoryPart = Readonly<z.output<typeof memorySchema>>;
export type ChunkPart = Readonly<z.output<typeof chunkSchema>>;
export type TurnPart = Readonly<z.output<typeof turnSchema>>;

const tokens = (amount: number) => z.int().min(0).default(amount);

/** Token limits, fence included. Instructions and persona are kept or cut whole: their budgets fit the longest English text that guardrails pass. */
export const sectionBudgetsSchema = z.strictObject({
  instructions: tokens(1200),
  persona: tokens(1200),
  directives: tokens(300),
  profile: tokens(400),
  procedures: tokens(1500),
  memories: tokens(1500),
  documents: tokens(1500),
  recent: tokens(2000),
});
export type SectionBudgets = Readonly<z.output<typeof sectionBudgetsSchema>>;

const isTokenizer = (value: unknown): value is Tokenizer =>
  typeof (value as Tokenizer | undefined)?.count === 'function';

export const composeOptionsSchema = z.strictObject({
  tokenizer: z.custom<Tokenizer>(isTokenizer, 'must have a method count(text)'),
  /** Token limit of the whole prompt. */
  budget: tokens(8000),
  budgets: sectionBudgetsSchema.prefault({}),
});
export type ComposeOptions = Readonly<z.input<typeof composeOptionsSchema>>;
