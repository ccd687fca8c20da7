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

/** What of each memory is embedded: a turn with the one before it, where the embedder reads them together. */
export async function textsToEmbed(
  owner: Owner,
  memories: readonly Memory[],
  { store, embedder, languages }: EmbeddedTextContext,
): Promise<string[]> {
  if (embedder.joined === undefined) return memories.map(({ content }) => content);
  const before = await turnsBefore(store, owner, memories);
  return memories.map((memory) => textToEmbed(memory, before.get(memory.id), embedder, languages));
}

/** A reply is embedded with what another said before it. Where the same voice goes on, that is another matter. */
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
