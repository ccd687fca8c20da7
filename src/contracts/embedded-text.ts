import { type Episode, withSpeaker } from '../model/episode.ts';
import { type Memory, withRole } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { Embedder } from './embedder.ts';
import type { Languages } from './language.ts';
import type { StoreReader } from './store-reader.ts';
import { turnsBefore } from './turns-before.ts';

interface EmbeddedTextContext {
  readonly store: Pick<StoreReader, 'listEpisodes'>;
  readonly embedder: Embedder;
  readonly languages: Languages;
}

/** The text to embed of each memory: a turn together with the turn before it if the embedder joins them. */
export async function textsToEmbed(
  owner: Owner,
  memories: readonly Memory[],
  { store, embedder, languages }: EmbeddedTextContext,
): Promise<string[]> {
  if (embedder.joined === undefined) return memories.map(({ content }) => content);
  const before = await turnsBefore(store, owner, memories);
  return memories.map((memory) => textToEmbed(memory, before.get(memory.id), embedder, languages));
}

/** A reply is embedded with the turn of another speaker before it, not with an earlier turn of the same speaker. */
export function textToEmbed(
  memory: Memory,
  before: Episode | undefined,
  embedder: Embedder,
  languages: Languages,
): string {
  if (embedder.joined === undefined) return memory.content;
  const turn = withRole(memory);
  const own = memory.metadata['speaker'] ?? memory.metadata['role'];
  const isReply = before !== undefined && own !== undefined && own !== (before.speaker ?? before.role);
  const isRead = embedder.languages?.includes(languages.of(memory.content).code) ?? true;
  return isReply && isRead ? embedder.joined(turn, withSpeaker(before)) : turn;
}
