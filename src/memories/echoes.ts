import { termsOf } from '../languages/terms.ts';
import { isVerbatimTurn, type Memory, memoryStatusSchema } from '../model/memory.ts';
import { isWithin } from '../model/scope.ts';
import { contentWords } from '../text/words.ts';
import type { MemoryContext } from './context.ts';

const VISIBLE_STATUSES = memoryStatusSchema.exclude(['forgotten']).options;
/** Maximum of turns examined, those with the rarest words first. */
export const MAX_TURNS = 200;
const MAX_WORDS = 100;
/** The share of distinctive words that makes a turn an echo if it is no reply to the memory's turn. */
const ECHOING_SHARE = 0.5;

/**
 * Turns of the assistant, in any session, that repeat a memory. Distinctive words are words that no other visible turn of the user
 * has: the reply to the memory's own turn is an echo with one of them, another turn with half.
 */
export async function echoesOf(
  memory: Memory,
  forgottenIds: ReadonlySet<string>,
  { owner, within, store, languages }: MemoryContext,
): Promise<Memory[]> {
  const turns = await store.getEpisodes(owner, memory.provenance.episodeIds, true);
  const sourceWords = new Set(turns.flatMap(({ content }) => contentWords(content, languages.of(content))));
  const words = contentWords(memory.content, languages.of(memory.content))
    .filter((word) => sourceWords.size === 0 || sourceWords.has(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const filter = { statuses: VISIBLE_STATUSES, types: ['episodic' as const] };
  const matches = await store.searchText(owner, { terms: words, filter, limit: MAX_TURNS });
  const candidates = await store.getMemories(
    owner,
    matches.map(({ memoryId }) => memoryId),
  );
  const sources = new Set(memory.provenance.episodeIds);
  const others = candidates.filter(
    (each) =>
      isVerbatimTurn(each) &&
      !forgottenIds.has(each.id) &&
      !each.provenance.episodeIds.some((turn) => sources.has(turn)),
  );
  const distinctive = new Set(words.flatMap(termsOf));
  const otherTurns = others.map((each) => ({
    each,
    terms: new Set(termsOf(each.content)),
    role: each.metadata['role'],
  }));
  for (const { terms, role } of otherTurns)
    if (role !== 'assistant') for (const term of terms) distinctive.delete(term);
  const replies = new Set(turns.map(({ sessionId, position }) => JSON.stringify([sessionId, position + 1])));
  const isEcho = ({ sessionId, provenance }: Memory, shared: number): boolean =>
    shared > 0 &&
    (shared >= ECHOING_SHARE * distinctive.size || replies.has(JSON.stringify([sessionId, provenance.position])));
  return otherTurns
    .filter(({ each, terms, role }) => role === 'assistant' && isEcho(each, sharedBy(terms, distinctive)))
    .map(({ each }) => each)
    .filter(isWithin(within));
}

const sharedBy = (terms: ReadonlySet<string>, distinctive: ReadonlySet<string>): number =>
  [...terms].filter((term) => distinctive.has(term)).length;
