import { z } from 'zod';
import { reasonOf, SouvenirError } from '../../errors.ts';
import { contentSchema, nameSchema, sourceIdSchema } from '../../model/primitives.ts';
import type { Scope } from '../../model/scope.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { readTranscript } from '../transcript.ts';
import type { ImportIssue } from '../turn-fields.ts';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { type Format, type ImportEntry, isFields, type Piece } from './format.ts';
import { langgraph } from './langgraph.ts';
import { mem0 } from './mem0.ts';
import { messages } from './messages.ts';
import { ownExport } from './own-export.ts';
import { isTooDeep, itemsOf, type Layout, layoutOf, linesOf, MAX_DEPTH, type TextPiece, withHead } from './pieces.ts';
import { serverMemory } from './server-memory.ts';
import { turns } from './turns.ts';

/** In the order in which they are tried. */
const FORMATS = {
  ...{ export: ownExport, chatgpt, claude, 'server-memory': serverMemory, langgraph, mem0, messages },
  ...{ json: turns, jsonl: turns },
} satisfies Record<string, Format>;

export const importFormatSchema = z.enum([
  ...['jsonl', 'json', 'transcript', 'export', 'chatgpt', 'claude', 'messages', 'mem0', 'langgraph'],
  'server-memory',
] as const);
export type ImportFormat = z.infer<typeof importFormatSchema>;

export async function readFormat(
  chunks: AsyncIterable<string>,
  given: ImportFormat | undefined,
  scope: Scope,
): Promise<{ readonly format: ImportFormat; readonly entries: AsyncIterable<ImportEntry> }> {
  const { head, text } = await withHead(chunks);
  const layout = given === undefined ? layoutOf(head) : layoutFor(given, head);
  if (layout === 'text') return { format: 'transcript', entries: readTranscript(linesOf(text), scope) };
  const { first, pieces } = await withFirst(parsePieces(layout === 'lines' ? linesOf(text) : itemsOf(text, layout)));
  const format = given ?? formatOf(first, layout);
  const reader = format === 'transcript' ? turns : FORMATS[format];
  return { format, entries: readEntries(pieces, reader.reader(scope)) };
}

function layoutFor(given: ImportFormat, head: string): Layout {
  if (given === 'transcript') return 'text';
  if (given === 'jsonl' || given === 'export') return 'lines';
  const layout = layoutOf(head);
  if (layout === 'text')
    throw new SouvenirError('invalidInput', `the text is not JSON, so it does not have the format ${given}`, {
      advice: 'nothing was imported; omit the format to have it detected',
    });
  return layout;
}

function formatOf(first: Piece | undefined, layout: Layout): ImportFormat {
  const { value, list } = first ?? { value: {}, list: undefined };
  const known = Object.entries(FORMATS).find(([, { isOf }]) => isFields(value) && isOf(value, list));
  const [name = 'json'] = known ?? [];
  return name === 'json' && layout === 'lines' ? 'jsonl' : (name as ImportFormat);
}

type ParsedPiece = Piece | ({ readonly reason: string } & ImportIssue);

async function* parsePieces(values: AsyncIterable<TextPiece>): AsyncGenerator<ParsedPiece, void> {
  for await (const { text, place, at, list } of values) {
    if (text.trim() === '') continue;
    await yieldToEventLoop();
    if (isTooDeep(text)) {
      yield { place, reason: `is nested deeper than ${MAX_DEPTH} levels` };
      continue;
    }
    await yieldToEventLoop();
    try {
      yield { place, at, list, value: JSON.parse(text) };
    } catch (error) {
      yield { place, reason: reasonOf(error) };
    }
  }
}

/** The first piece that could be parsed, and all pieces. */
async function withFirst(read: AsyncGenerator<ParsedPiece, void>) {
  const passed: ParsedPiece[] = [];
  let first: Piece | undefined;
  while (first === undefined) {
    const next = await read.next();
    if (next.done) break;
    passed.push(next.value);
    if ('value' in next.value) first = next.value;
  }
  async function* pieces(): AsyncGenerator<ParsedPiece> {
    yield* passed;
    yield* read;
  }
  return { first, pieces: pieces() };
}

async function* readEntries(
  pieces: AsyncIterable<ParsedPiece>,
  read: (piece: Piece) => Iterable<ImportEntry> | AsyncIterable<ImportEntry>,
): AsyncGenerator<ImportEntry, void> {
  for await (const piece of pieces) {
    if (!('value' in piece)) {
      yield { kind: 'bad', ...piece };
      continue;
    }
    try {
      for await (const entry of read(piece)) {
        await yieldToEventLoop();
        yield checkEntry(entry, piece.place);
      }
    } catch (error) {
      if (SouvenirError.is(error)) throw error;
      yield { kind: 'bad', place: piece.place, reason: reasonOf(error) };
    }
  }
}

const ENTRY_SCHEMAS = {
  memory: z.object({ content: contentSchema, sourceId: sourceIdSchema, category: nameSchema.optional() }),
  entity: z.object({ name: nameSchema, type: nameSchema }),
  relation: z.object({ relation: nameSchema }),
};

/** Checks entries other than turns, which their readers have checked. */
function checkEntry(entry: ImportEntry, place: string): ImportEntry {
  if (!(entry.kind in ENTRY_SCHEMAS)) return entry;
  const schema = ENTRY_SCHEMAS[entry.kind as keyof typeof ENTRY_SCHEMAS];
  const { error } = schema.safeParse(entry.kind === 'memory' ? entry.memory : entry);
  const [issue] = error?.issues ?? [];
  return issue === undefined ? entry : { kind: 'bad', place, reason: `${issue.path.join('.')}: ${issue.message}` };
}
