import type { SessionBatch } from '../../contracts/component.ts';
import type { StoreReader } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { words } from '../../text/words.ts';

const MOST_SHOWN = 20;
const MOST_TERMS = 200;
const MOST_READ = 2000;

/** What the component already holds that has most to do with these episodes, and its latest: what they change may be worded otherwise. */
export async function knownMemories(
  component: string,
  { owner, episodes }: SessionBatch,
  store: StoreReader,
  sessionId?: string,
): Promise<Memory[]> {
  const said = episodes.flatMap(({ content }) =>
    words(content.slice(0, MOST_READ)).filter((word) => !STOP_WORDS.has(word)),
  );
  const terms = [...new Set(said)].slice(0, MOST_TERMS);
  const filter = {
    components: [component],
    statuses: ['active'] as const,
    ...(sessionId !== undefined && { sessionId }),
  };
  const hits = terms.length === 0 ? [] : await store.searchText(owner, { terms, filter, limit: MOST_SHOWN });
  const latest = await store.rankMemories(owner, { by: 'recency', filter, limit: MOST_SHOWN });
  const ids = new Set([...hits.map(({ memoryId }) => memoryId), ...latest]);
  return store.getMemories(owner, [...ids].slice(0, MOST_SHOWN));
}
