import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { momentSchema } from '../model/primitives.ts';
import { DEFAULT_OWNER, ownerKey, ownerOf } from '../model/scope.ts';
import { listOf, named, type OperationContext, operation } from './operation.ts';

/** Newest file first; the other one is its predecessor, which grew too long. */
const FILES = ['injections.jsonl', 'injections.jsonl.1'];
/** Larger than the hooks let a file become. */
const MAX_BYTES = 4_000_000;

const count = z.int().nonnegative();
const noteSchema = z.object({
  at: momentSchema,
  program: z.string(),
  /** Like the `sessionId` of turns. */
  sessionId: z.string(),
  branch: z.string().optional(),
  /** The start of a session, or a prompt. */
  event: z.string(),
  items: listOf(z.object({ memoryId: z.string(), reason: z.string() })),
  /** Why nothing was given. */
  silence: z.string().optional(),
  tokens: count,
  durationMs: count.optional(),
});
type Note = z.output<typeof noteSchema>;

const injectionSchema = noteSchema.extend({
  items: listOf(z.object({ memoryId: z.string(), content: z.string(), reason: z.string() })),
  isInjected: z.boolean(),
  /** Items that are left out, since they were forgotten or erased. */
  forgotten: count,
});
type Injected = z.output<typeof injectionSchema>;

const optionsSchema = z.strictObject({
  /** Only of this session. */
  sessionId: z.string().min(1).max(200).optional(),
  limit: z.int().min(1).max(1000).default(200),
});

async function injectionsIn(
  context: OperationContext,
  { sessionId, limit }: z.output<typeof optionsSchema>,
): Promise<Injected[]> {
  const { hookFolder, memory } = context;
  // Hooks remember for one user of the machine; nobody else has sessions of theirs.
  if (hookFolder === undefined || ownerKey(memory.scope) !== ownerKey(DEFAULT_OWNER)) return [];
  const sessions = memory.scope.projectId === undefined ? undefined : await sessionIdsOf(context);
  const isAsked = (note: Note) =>
    (sessions?.has(note.sessionId) ?? true) && (sessionId === undefined || note.sessionId === sessionId);
  const notes: Note[] = [];
  for (const name of FILES)
    for (const line of (await textAt(join(hookFolder, name))).split('\n').reverse()) {
      const note = noteIn(line);
      if (note !== undefined && isAsked(note)) notes.push(note);
      if (notes.length >= limit) return withContents(notes, context);
    }
  return withContents(notes, context);
}

/** Notes name no project. */
const sessionIdsOf = async ({ memory }: OperationContext): Promise<ReadonlySet<string>> =>
  new Set((await memory.sessions.list()).map(({ sessionId }) => sessionId));

/** The notes of hooks have no text, and outlast their memories. */
async function withContents(notes: readonly Note[], { store, memory }: OperationContext): Promise<Injected[]> {
  const ids = new Set(notes.flatMap(({ items }) => items.map(({ memoryId }) => memoryId)));
  const memories = await store.getMemories(ownerOf(memory.scope), [...ids]);
  const contents = new Map(
    memories.flatMap(({ id, status, content }) => (status === 'forgotten' ? [] : [[id, content]])),
  );
  return notes.map(({ items, ...note }) => {
    const shown = items.flatMap((item) => {
      const content = contents.get(item.memoryId);
      return content === undefined ? [] : [{ ...item, content }];
    });
    return { ...note, items: shown, isInjected: items.length > 0, forgotten: items.length - shown.length };
  });
}

async function textAt(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const stat = await file.stat();
    return stat.isFile() && stat.size <= MAX_BYTES ? await file.readFile('utf8') : '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  } finally {
    await file?.close();
  }
}

/** A hook may be writing the last line, and one of another version may have written others. */
function noteIn(line: string): Note | undefined {
  try {
    return noteSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

export const injections = named({
  'sessions.injections': operation({
    summary: 'List what hooks gave agent programs from this memory and why, or why nothing, newest first.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'project',
    input: optionsSchema,
    output: listOf(injectionSchema),
    handler: injectionsIn,
  }),
});
