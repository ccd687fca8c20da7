import type { PersonaStore } from '../../contracts/persona-store.ts';
import type { Changes, Store } from '../../contracts/store.ts';
import type { Owner } from '../../model/scope.ts';
import { currentPersona, personaVersions } from './persona.ts';
import { personaRollback } from './persona-changes.ts';

/** Personas as the personality component keeps them: memories that supersede one another. `written` is told of each write. */
export function storedPersona(store: Store, written?: (owner: Owner, changes: Changes) => void): PersonaStore {
  return {
    current: (owner, identity) => currentPersona(store, owner, identity),
    versions: (owner) => personaVersions(store, owner),
    async rollback(owner, version, identity, at) {
      const changes = await personaRollback(version, identity, owner, store, at);
      await store.write(owner, { at, ...changes });
      written?.(owner, changes);
    },
  };
}
