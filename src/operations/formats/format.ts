import { reasonOf } from '../../errors.ts';
import type { Scope } from '../../model/scope.ts';
import type { ExportRecord } from '../../souvenir/export-records.ts';
import { sha256 } from '../../text/sha256.ts';
import { readMoment } from '../moment.ts';
import type { ImportIssue, Turn } from '../turn-fields.ts';

/** A memory that another program kept. */
export interface ForeignMemory {
  readonly sourceId: string;
  readonly content: string;
  readonly category?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  /** The names of the things it is about. */
  readonly about?: readonly string[];
  /** What else came with it, kept under the name of its format. */
  readonly rest?: object;
}

/** What an importer finds, in the order in which it stands there. */
export type ImportEntry =
  | { readonly kind: 'turn'; readonly turn: SourcedTurn }
  | { readonly kind: 'memory'; readonly memory: ForeignMemory }
  | { readonly kind: 'entity'; readonly name: string; readonly type: string }
  | { readonly kind: 'relation'; readonly from: string; readonly to: string; readonly relation: string }
  /** As `export` handed it out. */
  | { readonly kind: 'record'; readonly record: ExportRecord }
  | ({ readonly kind: 'bad' } & ImportIssue);

/** A turn that knows its session, and where it comes from. */
export type SourcedTurn = Turn & { readonly sessionId: string; readonly sourceId: string };

export type Fields = Readonly<Record<string, unknown>>;

/** A value of the file that was read as JSON. */
export interface Piece {
  readonly place: string;
  readonly at: number;
  readonly list: string | undefined;
  readonly value: unknown;
}

/** A kind of file: how it is told, and how its values are read, one after another. What throws is a bad place. */
export interface Format {
  /** Told from the first value that is an object. */
  isOf(first: Fields, list: string | undefined): boolean;
  reader(scope: Scope): (piece: Piece) => Iterable<ImportEntry> | AsyncIterable<ImportEntry>;
}

export function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw new Error('is not a JSON object');
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The parts of a message: texts and objects, none where it has none. Anything else would be lost in silence. */
export function partsIn(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Error(`${name}: is not a list`);
  const bad = value.findIndex((part) => part !== null && typeof part !== 'string' && !isFields(part));
  if (bad !== -1) throw new Error(`${name}.${bad}: is neither text nor an object`);
  return value;
}

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

export function momentIn(value: unknown, name: string): Date | undefined {
  const moment = readMoment(value);
  if (value !== undefined && value !== null && moment === undefined)
    throw new Error(`${name}: ${JSON.stringify(value)} is not a date`);
  return moment;
}

/** Short, whatever it is made of. */
export const hashOf = (...parts: readonly unknown[]): string => sha256(JSON.stringify(parts)).slice(0, 32);

/** Reads parts of a value, of which a bad one leaves the others. */
export function* readParts<Part>(
  parts: Iterable<Part>,
  placeOf: (at: number) => string,
  read: (part: Part, at: number) => Iterable<ImportEntry>,
): Generator<ImportEntry> {
  let at = 0;
  for (const part of parts) {
    at += 1;
    try {
      yield* [...read(part, at)];
    } catch (error) {
      yield { kind: 'bad', place: placeOf(at), reason: reasonOf(error) };
    }
  }
}

/** The way to a message from the first one. A tree that leads back into itself ends there. */
export function branchTo<Message>(leaf: Message | undefined, before: (message: Message) => Message | undefined) {
  const branch = new Set<Message>();
  for (let message = leaf; message !== undefined && !branch.has(message); message = before(message))
    branch.add(message);
  return [...branch].reverse();
}
