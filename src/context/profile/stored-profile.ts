import type { ProfileChange, ProfileField, ProfileStore, ProfileUser } from '../../contracts/profile-store.ts';
import { type Changes, memoryPages, type Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { homeOf, type Owner } from '../../model/scope.ts';
import { untilWritten } from '../until-written.ts';
import { fieldId, fieldMemory, fieldOf, fieldUpdate, PROFILE } from './field-memory.ts';

/** Profiles in a store of memories: one memory for each field, in a memory of the user's beside those of agents. */
export function storedProfile(store: Store): ProfileStore {
  return {
    name: `profile in ${store.name}`,
    async fields(user) {
      const found: ProfileField[] = [];
      for await (const page of memoryPages(store, homeIn(user), { components: [PROFILE] }))
        found.push(...page.map(fieldOf));
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async set(user, changes, at) {
      refuseRepeated(changes);
      if (changes.length === 0) return;
      await untilWritten(
        () => plan(store, homeIn(user), changes, at),
        (planned) => store.write(homeIn(user), planned),
      );
    },
    async history(user, name) {
      const versions = await store.versionsOf(homeIn(user), fieldId(name));
      return versions.map(({ memory, since, until }) => ({
        ...{ ...fieldOf(memory), since },
        ...(until !== undefined && { until }),
      }));
    },
  };
}

const homeIn = ({ tenantId, userId }: ProfileUser): Owner =>
  homeOf({ sharedAs: '.profile' }, { tenantId, userId, agentId: PROFILE });

/** Each field's own progress counts its versions: whoever comes second is refused, whatever the process, and looks again. */
async function plan(store: Store, home: Owner, changes: readonly ProfileChange[], at: Date): Promise<Changes> {
  const ids = changes.map(({ name }) => fieldId(name));
  const held = new Map((await store.getMemories(home, ids)).map((memory) => [memory.id, memory]));
  const steps = changes.map((change) => {
    const memory = held.get(fieldId(change.name));
    const field = memory && fieldOf(memory);
    refuseUnfit(change, field);
    return { change, memory, version: field?.version ?? 0 };
  });
  return {
    at,
    memories: steps.flatMap(({ change, memory }) => (memory === undefined ? [fieldMemory(change, home, at)] : [])),
    updates: steps.flatMap(({ change, memory }) => (memory === undefined ? [] : [fieldUpdate(change, memory, at)])),
    progress: steps.map(({ change, version }) => ({
      ...{ component: PROFILE, sessionId: fieldId(change.name) },
      ...{ from: version, through: version + 1 },
    })),
  };
}

function refuseUnfit({ name, source, from }: ProfileChange, held: ProfileField | undefined): void {
  const version = held?.version ?? 0;
  if (from !== undefined && from !== version)
    throw new SouvenirError('overtaken', `${name}: has changed since version ${from}`, {
      advice: 'Read the profile again and work the change out from what it says now.',
    });
  if (source === 'consolidation' && held?.source === 'user' && held.value !== undefined)
    throw new SouvenirError('conflict', `${name}: was set by the user`, {
      advice: 'Leave it out: only the user changes what the user set.',
    });
}

function refuseRepeated(changes: readonly ProfileChange[]): void {
  const names = changes.map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined)
    throw new SouvenirError('conflict', `${repeated}: is changed twice`, { advice: 'Name each field once.' });
}
