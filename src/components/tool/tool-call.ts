import type { StoredEpisode } from '../../model/episode.ts';
import { maskText } from '../../text/secrets.ts';
import { shorten } from '../accounts/phrasing.ts';
import { canonicalText, type Json, keptParameters } from './parameters.ts';

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
  const reason = success ? '' : shorten(maskText(told ?? firstLine(content)), MOST_ERROR);
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
