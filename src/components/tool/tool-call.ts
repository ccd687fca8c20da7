import type { StoredEpisode } from '../../model/episode.ts';
import type { Json } from '../../model/primitives.ts';
import { sha256 } from '../../text/sha256.ts';
import { shorten } from '../counted-memory.ts';

const MOST_NAME = 200;
const MOST_ERROR = 240;

/** One use of a tool, as an episode tells it. */
export interface ToolCall {
  readonly episode: StoredEpisode;
  readonly tool: string;
  readonly parameters: Json;
  /** The same for two calls of one tool with the same parameters. */
  readonly key: string;
  readonly success: boolean;
  readonly durationMs: number | undefined;
  /** Why it failed, as far as is known. */
  readonly error: string | undefined;
}

/** The calls of these episodes in the order in which they happened, each once. */
export function callsOf(episodes: readonly StoredEpisode[]): ToolCall[] {
  const once = new Map(episodes.map((episode) => [episode.id, episode]));
  const calls = [...once.values()].flatMap((episode) => callOf(episode) ?? []);
  return calls.sort((a, b) => a.episode.occurredAt.getTime() - b.episode.occurredAt.getTime());
}

export const keyOf = (tool: string, parameters: Json): string => JSON.stringify([tool, canonicalText(parameters)]);

function callOf(episode: StoredEpisode): ToolCall | undefined {
  const { metadata, type, role, speaker, content } = episode;
  const spoken = type === 'toolResult' || type === 'error' ? toolSpeaking(role, speaker) : undefined;
  const tool = (metadata.tool ?? spoken ?? '').trim().slice(0, MOST_NAME).toWellFormed();
  if (tool === '') return undefined;
  const told = metadata.error?.trim() || undefined;
  const success = metadata.success ?? (type !== 'error' && told === undefined);
  const reason = success ? '' : shorten(told ?? firstLine(content), MOST_ERROR);
  const parameters = keptParameters(metadata.parameters);
  return {
    ...{ episode, tool, parameters, success, durationMs: metadata.durationMs },
    key: keyOf(tool, parameters),
    error: reason === '' ? undefined : reason,
  };
}

const toolSpeaking = (role: StoredEpisode['role'], speaker: string | undefined): string | undefined =>
  role === 'tool' ? speaker : undefined;

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';

/** How much of a call's parameters is kept, in characters of JSON. */
const ROOM = 2000;
/** A value with less room than this is not worth looking into. */
const LEAST_ROOM = 40;

/**
 * A call's parameters as they are kept: keys in order, what is too long cut with a fingerprint of the whole.
 * Two calls are the same if these are, so a long text that differs at its end makes a new call.
 */
export const keptParameters = (parameters: unknown): Json => fitted(ordered((parameters ?? {}) as Json), ROOM);

/** The same text for the same parameters. */
export const canonicalText = (parameters: Json): string => JSON.stringify(ordered(parameters));

function ordered(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key] as Json)]));
}

function fitted(value: Json, room: number): Json {
  const text = JSON.stringify(value);
  if (text.length <= room) return value;
  const entries = isObject(value) ? Object.entries(value) : [];
  // One more than there are, so that every level has less room than the one above it.
  const share = Math.floor(room / (entries.length + 1));
  if (entries.length > 0 && share >= LEAST_ROOM)
    return Object.fromEntries(entries.map(([key, each]) => [key, fitted(each, share)]));
  const fingerprint = sha256(text).slice(0, 12);
  const shown = (typeof value === 'string' ? value : text).slice(0, Math.floor(room / 2)).toWellFormed();
  return `${shown}… (${text.length} characters, ${fingerprint})`;
}

export const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
