import type { z } from 'zod';
import { breathe } from '../breathe.ts';
import type { StoreReader } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { jsonSchema } from '../model/primitives.ts';
import { REMEMBERED } from '../model/revision.ts';
import type { Owner, Scope } from '../model/scope.ts';
import { EntityBook } from '../reconcile/entity-book.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { secretsIn } from '../text/secrets/redact.ts';
import { hidesSomething, isSecretName } from '../text/secrets/redact-all.ts';
import { handedIn } from './add.ts';
import { replaceBy } from './change.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustFind } from './find-memory.ts';

const CONFIGURATION = 'configuration';
/** More than one of a key is active only if a caller restored it. */
const MOST_HELD = 20;

interface Configuration {
  readonly key: string;
  readonly old: SettingValue;
  readonly new: SettingValue;
}

/** A setting that was not kept, and why. */
export interface NotKept {
  readonly kept: false;
  readonly why: string;
}

/** Keeps the value of a setting and supersedes the value before. Its key is an entity, by which it is found. */
export async function configuration(
  { key, old, new: value }: Configuration,
  scope: Scope,
  context: MemoryContext,
): Promise<{ readonly kept: true; readonly memory: Memory } | NotKept> {
  const isSecret = isSecretSetting(key, value);
  await breathe();
  if (isSecret || isSecretSetting(key, old)) return { kept: false, why: `the setting ${key} looks like a secret` };
  const { owner, store, clock } = context;
  const now = clock.now();
  const about = [{ name: key, type: 'setting' }];
  const book = await EntityBook.open(owner, [{ entities: about }], store, now);
  const entityIds = book.idsOf(about);
  const held = await settingsOf(key, entityIds, scope.projectId, context);
  const same = held.find(({ metadata }) => sameSetting(metadata['value'], value));
  if (same !== undefined) {
    await commit({ at: now, updates: [reinforced(same, 'explicitConfirmation', now, context.salience)] }, context);
    return { kept: true, memory: await mustFind(same.id, context) };
  }
  const draft = {
    content: tellSetting(key, value, old ?? held[0]?.metadata['value']),
    ...({ category: CONFIGURATION, type: 'semantic', confidence: 0.95, importance: 0.6, validAt: now } as const),
    ...{ entityIds, metadata: value === undefined ? { key } : { key, value } },
  };
  const memory = handedIn(draft, scope, now, context);
  const replaced = replaceBy(memory, held, { kind: 'superseded' }, now);
  await commit({ at: now, memories: [memory], entities: book.entities, ...replaced }, context);
  context.embedLater(owner);
  return { kept: true, memory };
}

/** Active memories of this key in the project, newest first. */
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
  return firstPassing(MOST_HELD, search, ({ metadata }) => metadata['key'] === key, { owner, store });
}

/** How many more are asked for when too few pass, and how many at most. */
const WIDER = 4;
const MOST_ASKED_FOR = 5000;

/** The first of what a search finds that also pass what no filter of a store can say. Looks on while there may be more. */
async function firstPassing(
  limit: number,
  search: (limit: number) => Promise<readonly string[]>,
  passes: (memory: Memory) => boolean,
  { owner, store }: { readonly owner: Owner; readonly store: StoreReader },
): Promise<Memory[]> {
  const passing: Memory[] = [];
  const looked = new Set<string>();
  for (let asked = limit; ; asked *= WIDER) {
    const ids = await search(asked);
    const unseen = ids.filter((id) => !looked.has(id));
    for (const id of unseen) looked.add(id);
    passing.push(...(await store.getMemories(owner, unseen)).filter(passes));
    if (passing.length >= limit || ids.length < asked || asked >= MOST_ASKED_FOR) return passing.slice(0, limit);
  }
}

/** Anything JSON can hold; undefined is no value at all. */
type SettingValue = z.infer<typeof jsonSchema> | undefined;

/** How much of a value stands in the content; the metadata has all of it. */
const LONGEST_TOLD = 200;
const CONNECTION = /(?:connectionstring|connectionurl|databaseurl|dsn)$/;

/** "The setting editor.theme is now "dark" (before: "light")." */
function tellSetting(key: string, value: SettingValue, before: SettingValue): string {
  const now = value === undefined ? 'is no longer set' : `is ${before === undefined ? '' : 'now '}${written(value)}`;
  return `The setting ${key} ${now}${before === undefined ? '' : ` (before: ${written(before)})`}.`;
}

function written(value: SettingValue): string {
  const text = JSON.stringify(value);
  return text.length <= LONGEST_TOLD ? text : `${text.slice(0, LONGEST_TOLD).toWellFormed()}…`;
}

/** A password, a token, a key, or a connection string that may hold one: by the name of the setting or of a part of it, or by how it looks. */
function isSecretSetting(key: string, value: SettingValue): boolean {
  if (value === undefined) return false;
  if ((isSecretName(key) || CONNECTION.test(key.replace(/[^\p{L}]/gu, '').toLowerCase())) && hidesSomething(value))
    return true;
  if (typeof value === 'string') return secretsIn(value).length > 0;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => isSecretSetting(Array.isArray(value) ? '' : name, part));
}

/** Whether two values are the same, whatever the order of their keys. */
const sameSetting = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other);

const ordered = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
