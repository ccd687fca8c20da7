import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { jsonSchema } from '../../model/primitives.ts';
import { isSecretName, masked, maskText } from '../../text/secrets.ts';

export type Json = z.infer<typeof jsonSchema>;

/** How much of a call's parameters is kept, in characters of JSON. */
const ROOM = 2000;
/** A value with less room than this is not worth looking into. */
const LEAST_ROOM = 40;

/**
 * A call's parameters as they are kept: keys in order, secrets masked, what is too long cut with a fingerprint of the whole.
 * Two calls are the same if these are, so a token that changes makes no new call and a long text that differs at its end does.
 */
export const keptParameters = (parameters: unknown): Json => fitted(ordered((parameters ?? {}) as Json), ROOM);

/** The same text for the same parameters. */
export const canonicalText = (parameters: Json): string => JSON.stringify(ordered(parameters));

function ordered(value: Json): Json {
  if (typeof value === 'string') return maskText(value.toWellFormed());
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(
    keys.map((key) => [key, isSecretName(key) ? masked(value[key] as Json) : ordered(value[key] as Json)]),
  );
}

function fitted(value: Json, room: number): Json {
  const text = JSON.stringify(value);
  if (text.length <= room) return value;
  const entries = isObject(value) ? Object.entries(value) : [];
  // One more than there are, so that every level has less room than the one above it.
  const share = Math.floor(room / (entries.length + 1));
  if (entries.length > 0 && share >= LEAST_ROOM)
    return Object.fromEntries(entries.map(([key, each]) => [key, fitted(each, share)]));
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const shown = (typeof value === 'string' ? value : text).slice(0, Math.floor(room / 2)).toWellFormed();
  return `${shown}… (${text.length} characters, ${fingerprint})`;
}

export const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
