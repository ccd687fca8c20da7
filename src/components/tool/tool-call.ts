import type { StoredEpisode } from '../../model/episode.ts';
import type { Json } from '../../model/primitives.ts';
import { sha256 } from '../../text/sha256.ts';
import { shorten } from '../counted-memory.ts';

const MAX_NAME_CHARS = 200;
const MAX_ERROR_CHARS = 240;

export interface ToolCall {
  readonly episode: StoredEpisode;
  readonly tool: string;
  readonly parameters: Json;
  readonly key: string;
  readonly success: boolean;
  readonly durationMs: number | undefined;
  readonly error: string | undefined;
}

export function callsOf(episodes: readonly StoredEpisode[]): ToolCall[] {
  const distinct = new Map(episodes.map((episode) => [episode.id, episode]));
  const calls = [...distinct.values()].flatMap((episode) => callOf(episode) ?? []);
  return calls.sort((a, b) => a.episode.occurredAt.getTime() - b.episode.occurredAt.getTime());
}

export const keyOf = (tool: string, parameters: Json): string => JSON.stringify([tool, canonicalText(parameters)]);

function callOf(episode: StoredEpisode): ToolCall | undefined {
  const { metadata, type, role, speaker, content } = episode;
  const spoken = type === 'toolResult' || type === 'error' ? speakingTool(role, speaker) : undefined;
  const tool = (metadata.tool ?? spoken ?? '').trim().slice(0, MAX_NAME_CHARS).toWellFormed();
  if (tool === '') return undefined;
  const reportedError = metadata.error?.trim() || undefined;
  const success = metadata.success ?? (type !== 'error' && reportedError === undefined);
  const reason = success ? '' : shorten(reportedError ?? firstLine(content), MAX_ERROR_CHARS);
  const parameters = storedParameters(metadata.parameters);
  return {
    ...{ episode, tool, parameters, success, durationMs: metadata.durationMs },
    key: keyOf(tool, parameters),
    error: reason === '' ? undefined : reason,
  };
}

const speakingTool = (role: StoredEpisode['role'], speaker: string | undefined): string | undefined =>
  role === 'tool' ? speaker : undefined;

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';

/** Limit of a call's stored parameters, in characters of JSON. */
const MAX_PARAMETER_CHARS = 2000;
const MIN_ROOM = 40;

/** Keys are sorted, long values cut with a fingerprint of the whole: a long text that differs at its end makes another call. */
export const storedParameters = (parameters: unknown): Json =>
  fitToRoom(sortKeys((parameters ?? {}) as Json), MAX_PARAMETER_CHARS);

export const canonicalText = (parameters: Json): string => JSON.stringify(sortKeys(parameters));

function sortKeys(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key] as Json)]));
}

function fitToRoom(value: Json, room: number): Json {
  const text = JSON.stringify(value);
  if (text.length <= room) return value;
  const entries = isObject(value) ? Object.entries(value) : [];
  // One more than there are, so that every level has less room than the one above it.
  const share = Math.floor(room / (entries.length + 1));
  if (entries.length > 0 && share >= MIN_ROOM)
    return Object.fromEntries(entries.map(([key, each]) => [key, fitToRoom(each, share)]));
  const fingerprint = sha256(text).slice(0, 12);
  const shown = (typeof value === 'string' ? value : text).slice(0, Math.floor(room / 2)).toWellFormed();
  return `${shown}… (${text.length} characters, ${fingerprint})`;
}

export const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
