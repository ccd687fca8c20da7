import { ownerPages } from '../contracts/store.ts';
import { DAY_MS } from '../model/day.ts';
import type { ErasureReceipt } from '../model/erasure.ts';
import { DEFAULT_OWNER, EVERYONE, type Owner, ownerKey, SHARED_PREFIX } from '../model/scope.ts';
import { type EraseContext, erase } from './erase.ts';

/** The note that data was erased and the file not rewritten yet. */
const UNSCRUBBED = 'unscrubbed';
const RETENTION_OWNER = { ...DEFAULT_OWNER, userId: EVERYONE, agentId: `${SHARED_PREFIX}.retention` };

export interface RetentionContext extends EraseContext {
  readonly retention: { readonly episodesDays?: number | undefined; readonly memoriesDays?: number | undefined };
  /** Aborts when the memory closes. */
  readonly signal: AbortSignal;
}

export async function eraseExpired(context: RetentionContext, signal = context.signal): Promise<ErasureReceipt[]> {
  const { store, clock, retention } = context;
  const now = clock.now().getTime();
  const limits = [
    { days: retention.memoriesDays, only: {} },
    { days: retention.episodesDays, only: { turnsOnly: true as const } },
  ].flatMap(({ days, only }) => (days === undefined ? [] : [{ before: new Date(now - days * DAY_MS), only }]));
  const receipts: ErasureReceipt[] = [];
  const users = new Map<string, Owner>();
  if (limits.length > 0)
    for await (const page of ownerPages(store))
      for (const owner of page) users.set(ownerKey({ ...owner, agentId: '' }), owner);
  if (users.size === 0) return [];
  const wasCutShort = (await store.noteOf(RETENTION_OWNER, UNSCRUBBED)) !== undefined;
  await store.write(RETENTION_OWNER, { notes: [{ name: UNSCRUBBED, value: true }] });
  for (const { tenantId, userId } of users.values()) {
    if (userId === EVERYONE) continue;
    for (const { before, only } of limits) {
      signal.throwIfAborted();
      const receipt = await erase(context, { tenantId, userId, before, ...only }, { isLast: false, isAutomatic: true });
      if (receipt.memoryIds.length + receipt.episodeIds.length > 0) receipts.push(receipt);
    }
  }
  if (receipts.length > 0 || wasCutShort) await store.files?.scrub();
  await store.write(RETENTION_OWNER, { notes: [{ name: UNSCRUBBED, value: undefined }] });
  return receipts;
}

export async function retain(context: RetentionContext, signal = context.signal): Promise<void> {
  try {
    for (const receipt of await eraseExpired(context, signal)) context.events.emit('expiredErased', { receipt });
  } catch (error) {
    if (!signal.aborted) context.events.emit('erasureFailed', { error });
    throw error;
  }
}
