import { reasonOf } from '../../errors.ts';
import type { Scope } from '../../model/scope.ts';
import { sha256 } from '../../text/sha256.ts';
import type { ExportRecord } from '../../transfer/export-records.ts';
import { readMoment } from '../moment.ts';
import type { ImportIssue, Turn } from '../turn-fields.ts';

export interface ForeignMemory {
  readonly sourceId: string;
  readonly content: string;
  readonly category?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  /** Names of the entities it is about. */
  readonly about?: readonly string[];
  /** Other fields, stored under the name of the format. */
  readonly rest?: object;
}

/** An entry of a source; entries come in the source's order. */
export type ImportEntry =
  | { readonly kind: 'turn'; readonly turn: SourcedTurn }
  | { readonly kind: 'memory'; readonly memory: ForeignMemory }
  | { readonly kind: 'entity'; readonly name: string; readonly type: string }
  | { readonly kind: 'relation'; readonly from: string; readonly to: string; readonly relation: string }
  /** As `export` wrote it. */
  | { readonly kind: 'record'; readonly record: ExportRecord }
  | ({ readonly kind: 'bad' } & ImportIssue);

/** A turn with its session and its source id. */
export type SourcedTurn = Turn & { readonly sessionId: string; readonly sourceId: string };

export type Fields = Readonly<Record<string, unknown>>;

export interface Piece {
  readonly place: string;
  readonly at: number;
  readonly list: string | undefined;
  readonly value: unknown;
}

/** A file format: how it is detected, and how its values become entries. Errors are reported as issues. */
export interface Format {
  /** Detects the format by the first value that is an object. */
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

/** The texts and objects of a message; empty without any. Other values are refused, since they would be lost silently. */
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

export const hashOf = (...parts: readonly unknown[]): string => sha256(JSON.stringify(parts)).slice(0, 32);

/** Reads the parts of a value; a bad part does not affect the others. */
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

/** The path from the first message to a leaf; a cycle in the tree ends it. */
export function branchTo<Message>(leaf: Message | undefined, before: (message: Message) => Message | undefined) {
  const branch = new Set<Message>();
  for (let message = leaf; message !== undefined && !branch.has(message); message = before(message))
    branch.add(message);
  return [...branch].reverse();
}
