import { z } from 'zod';
import type { Profile } from '../context/profile/profile.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { reasonOf } from '../errors.ts';
import { momentSchema } from '../model/primitives.ts';
import type { Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';

const PAGE = 500;
/** Up to when the profile knows what became of an owner's memories. */
const FOLLOWED = 'profileFollowed';
const noteSchema = z.object({ at: momentSchema });

/** Tells the profile of the user what changed in an agent's memory since it was last told. A failure is named, and made up for next time. */
export async function followProfile(
  owner: Owner,
  profile: Profile<z.ZodObject>,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<Degradation[]> {
  try {
    const now = clock.now();
    const since = noteSchema.safeParse(await store.noteOf(owner, FOLLOWED)).data?.at ?? new Date(0);
    for (let after: string | undefined; ; ) {
      const query = { since, until: now, limit: PAGE, ...(after !== undefined && { after }) };
      const ids = await store.changedMemories(owner, query);
      if (ids.length > 0) await profile.fromConsolidation(owner, await store.getMemories(owner, ids));
      after = ids.at(-1);
      if (after === undefined || ids.length < PAGE) break;
    }
    await store.write(owner, { notes: [{ name: FOLLOWED, value: { at: now.toISOString() } }] });
    return [];
  } catch (error) {
    return [{ part: 'profile', reason: reasonOf(error) }];
  }
}
