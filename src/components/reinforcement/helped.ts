import { z } from 'zod';
import type { ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { Note, Store } from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { reinforced } from '../../reconcile/reinforced.ts';
import { untilWritten } from '../../reconcile/until-written.ts';

/** The note of which memories were in the prompts of the latest replies. An erasure drops it, because it names memories. */
export const HELPED = 'helped';
const MAX_REPLIES = 50;

const helpedSchema = z.array(z.object({ reply: z.string(), memoryIds: z.array(z.string()) }));
type HelpedReply = z.infer<typeof helpedSchema>[number];

const helpedIn = (note: Note | undefined): HelpedReply[] => helpedSchema.safeParse(note).data ?? [];

export const noteHelped = (owner: Owner, helped: HelpedReply, store: Pick<Store, 'noteOf' | 'write'>): Promise<void> =>
  untilWritten(
    () => store.noteOf(owner, HELPED),
    (was) => {
      const value = [...helpedIn(was), helped].slice(-MAX_REPLIES);
      return store.write(owner, { notes: [{ name: HELPED, value, was }] });
    },
  );

/** Reinforces the memories that helped the reply before each success, once for each reply. */
export async function strengthenHelpers(
  successes: readonly StoredEpisode[],
  { owner, before, episodes }: SessionBatch,
  lookBack: number,
  { store, clock }: ComponentContext,
): Promise<MemoryUpdate[]> {
  if (successes.length === 0) return [];
  const helped = new Map(helpedIn(await store.noteOf(owner, HELPED)).map((each) => [each.reply, each.memoryIds]));
  const turns = [...before, ...episodes];
  const since = new Map<string, Date>();
  for (const success of successes) {
    const at = turns.findIndex(({ id }) => id === success.id);
    const reply = turns.slice(Math.max(0, at - lookBack), at).findLast(({ role }) => role === 'assistant');
    for (const id of helped.get(reply?.id ?? '') ?? []) since.set(id, reply?.occurredAt ?? success.occurredAt);
  }
  const memories = since.size === 0 ? [] : await store.getMemories(owner, [...since.keys()]);
  const isNew = (id: string, last: Date | undefined) => last === undefined || last < (since.get(id) ?? last);
  return (
    memories
      // A strategy's confidence comes from its outcomes.
      .filter(({ component }) => component !== 'reinforcement')
      .filter(({ id, status, lastReinforcedAt }) => status === 'active' && isNew(id, lastReinforcedAt))
      .map((memory) => reinforced(memory, 'successfulApplication', clock.now()))
  );
}
