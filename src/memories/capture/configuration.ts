import type { Memory } from '../../model/memory.ts';
import { REMEMBERED } from '../../model/revision.ts';
import type { Scope } from '../../model/scope.ts';
import { EntityBook } from '../../reconcile/entity-book.ts';
import { firstPassing } from '../../reconcile/first-passing.ts';
import { reinforced } from '../../reconcile/reinforced.ts';
import { commit } from '../commit.ts';
import type { ReviseContext } from '../context.ts';
import { mustFind } from '../find-memory.ts';
import { handedIn } from '../handed-in.ts';
import { replaceBy } from '../replace.ts';
import { isSecretSetting, type SettingValue, sameSetting, tellSetting } from './setting.ts';

const CONFIGURATION = 'configuration';
/** More than one of a key counts only if somebody restored it. */
const MOST_HELD = 20;

export interface Configuration {
  readonly key: string;
  readonly old: SettingValue;
  readonly new: SettingValue;
}

/** Something that was not kept, and why. */
export interface NotKept {
  readonly kept: false;
  readonly why: string;
}

/** What a setting is now takes the place of what it was. The key is the name of what it is about, so that it is found by it. */
export async function configuration(
  { key, old, new: value }: Configuration,
  scope: Scope,
  context: ReviseContext,
): Promise<{ readonly kept: true; readonly memory: Memory } | NotKept> {
  if (isSecretSetting(key, value) || isSecretSetting(key, old))
    return { kept: false, why: `the setting ${key} looks like a secret` };
  const { owner, store, clock } = context;
  const now = clock.now();
  const about = [{ name: key, type: 'setting' }];
  const book = await EntityBook.open(owner, [{ entities: about }], [], store, now);
  const entityIds = book.idsOf(about);
  const held = await settingsOf(key, entityIds, scope.projectId, context);
  const same = held.find(({ metadata }) => sameSetting(metadata['value'], value));
  if (same !== undefined) {
    await commit({ at: now, updates: [reinforced(same, 'explicitConfirmation', now)] }, context);
    return { kept: true, memory: await mustFind(same.id, context) };
  }
  const draft = {
    content: tellSetting(key, value, old ?? held[0]?.metadata['value']),
    ...({ category: CONFIGURATION, type: 'semantic', confidence: 0.95, importance: 0.6, validAt: now } as const),
    ...{ entityIds, metadata: value === undefined ? { key } : { key, value } },
  };
  const memory = handedIn(draft, owner, scope, now);
  const replaced = replaceBy(memory, held, { kind: 'superseded' }, now);
  await commit({ at: now, memories: [memory], entities: book.entities, ...replaced }, context);
  context.embedLater(owner);
  return { kept: true, memory };
}

/** What counts of this key in the project, or in none, the newest first. */
async function settingsOf(
  key: string,
  entityIds: readonly string[],
  projectId: string | undefined,
  { owner, store }: ReviseContext,
): Promise<Memory[]> {
  const filter = {
    ...{ components: [REMEMBERED], categories: [CONFIGURATION], statuses: ['active'] as const },
    ...(projectId !== undefined && { projectId }),
  };
  const search = async (limit: number) =>
    (await store.searchEntities(owner, { entityIds, filter, limit })).map(({ memoryId }) => memoryId);
  const isIt = (memory: Memory) => memory.projectId === projectId && memory.metadata['key'] === key;
  return firstPassing(MOST_HELD, search, isIt, { owner, store });
}
