import type { z } from 'zod';
import type { StoreReader } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { jsonSchema } from '../model/primitives.ts';
import { REMEMBERED } from '../model/revision.ts';
import type { Owner, Scope } from '../model/scope.ts';
import { EntityBook } from '../reconcile/entity-book.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { secretsIn } from '../secrets/redact.ts';
import { containsSecret, isSecretName } from '../secrets/redact-all.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { finishRemembered } from './add.ts';
import { replaceBy } from './change.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustFind } from './find-memory.ts';

const CONFIGURATION = 'configuration';
/** More than one memory of a key is active only if a caller restored one. */
const MAX_ACTIVE = 20;

interface SettingChange {
  readonly key: string;
  readonly old: SettingValue;
  readonly new: SettingValue;
}

export interface RefusedSetting {
  readonly kept: false;
  readonly why: string;
}

/** Stores the value of a setting and supersedes the value before. Its key is an entity, by which it is searched. */
export async function recordSetting(
  { key, old, new: value }: SettingChange,
  scope: Scope,
  context: MemoryContext,
): Promise<{ readonly kept: true; readonly memory: Memory } | RefusedSetting> {
  const isSecret = isSecretSetting(key, value);
  await yieldToEventLoop();
  if (isSecret || isSecretSetting(key, old)) return { kept: false, why: `the setting ${key} looks like a secret` };
  const { owner, store, clock } = context;
  const now = clock.now();
  const settingEntities = [{ name: key, type: 'setting' }];
  const book = await EntityBook.open(owner, [{ entities: settingEntities }], store, now);
  const entityIds = book.idsOf(settingEntities);
  const stored = await settingsOf(key, entityIds, scope.projectId, context);
  const same = stored.find(({ metadata }) => isSameSetting(metadata['value'], value));
  if (same !== undefined) {
    await commit({ at: now, updates: [reinforced(same, 'explicitConfirmation', now, context.salience)] }, context);
    return { kept: true, memory: await mustFind(same.id, context) };
  }
  const draft = {
    content: describeSetting(key, value, old ?? stored[0]?.metadata['value']),
    ...({ category: CONFIGURATION, type: 'semantic', confidence: 0.95, importance: 0.6, validAt: now } as const),
    ...{ entityIds, metadata: value === undefined ? { key } : { key, value } },
  };
  const memory = finishRemembered(draft, scope, now, context);
  const replaced = replaceBy(memory, stored, { kind: 'superseded' }, now);
  await commit({ at: now, memories: [memory], entities: book.entities, ...replaced }, context);
  context.embedLater(owner);
  return { kept: true, memory };
}

async function settingsOf(
  key: string,
  entityIds: readonly string[],
  projectId: string | undefined,
  { owner, store }: MemoryContext,
): Promise<Memory[]> {
  const filter = {
    ...{ components: [REMEMBERED], categories: [CONFIGURATION], statuses: ['active'] as const },
    projectId: projectId ?? null,
  };
  const search = async (limit: number) =>
    (await store.searchEntities(owner, { entityIds, filter, limit })).map(({ memoryId }) => memoryId);
  return firstMatching(MAX_ACTIVE, search, ({ metadata }) => metadata['key'] === key, { owner, store });
}

const SEARCH_GROWTH = 4;
const MAX_SEARCHED = 5000;

/** The first matches that pass a test which no store filter can express. Searches on while there may be more. */
async function firstMatching(
  limit: number,
  search: (limit: number) => Promise<readonly string[]>,
  passes: (memory: Memory) => boolean,
  { owner, store }: { readonly owner: Owner; readonly store: StoreReader },
): Promise<Memory[]> {
  const passing: Memory[] = [];
  const examined = new Set<string>();
  for (let searchLimit = limit; ; searchLimit *= SEARCH_GROWTH) {
    const ids = await search(searchLimit);
    const unseen = ids.filter((id) => !examined.has(id));
    for (const id of unseen) examined.add(id);
    passing.push(...(await store.getMemories(owner, unseen)).filter(passes));
    if (passing.length >= limit || ids.length < searchLimit || searchLimit >= MAX_SEARCHED)
      return passing.slice(0, limit);
  }
}

type SettingValue = z.infer<typeof jsonSchema> | undefined;

/** Characters of a value in the content; the metadata has all of it. */
const MAX_SHOWN_CHARS = 200;
const CONNECTION = /(?:connectionstring|connectionurl|databaseurl|dsn)$/;

/** "The setting editor.theme is now "dark" (before: "light")." */
function describeSetting(key: string, value: SettingValue, before: SettingValue): string {
  const now = value === undefined ? 'is no longer set' : `is ${before === undefined ? '' : 'now '}${shownValue(value)}`;
  return `The setting ${key} ${now}${before === undefined ? '' : ` (before: ${shownValue(before)})`}.`;
}

function shownValue(value: SettingValue): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…`;
}

/** Whether it is a password, token, key, or a connection string with one: by the name of the setting or of a part, or by its form. */
function isSecretSetting(key: string, value: SettingValue): boolean {
  if (value === undefined) return false;
  if ((isSecretName(key) || CONNECTION.test(key.replace(/[^\p{L}]/gu, '').toLowerCase())) && containsSecret(value))
    return true;
  if (typeof value === 'string') return secretsIn(value).length > 0;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => isSecretSetting(Array.isArray(value) ? '' : name, part));
}

const isSameSetting = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
