import {
  identityHashOf,
  PERSONA,
  personaVersions,
  storedPersona,
  supersede,
} from '../../src/components/personality/persona.ts';
import { memoryStore, type Store } from '../../src/index.ts';
import { PERSONALITY } from '../../src/model/memory.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { type PersonaUnderTest, personaStoreConformance } from './persona-store.ts';
import { memory } from './store/samples.ts';

async function over(store: Store): Promise<PersonaUnderTest> {
  await store.open();
  return {
    store: storedPersona(store),
    async evolve(owner, text, identity, at) {
      const [latest] = await personaVersions(store, owner);
      const version = (latest?.version ?? 0) + 1;
      const next = memory(`persona ${version}`, {
        ...{ ...owner, content: text, component: PERSONALITY, category: PERSONA, createdAt: at, updatedAt: at },
        metadata: { version, identity: identityHashOf(identity) },
      });
      const replaced = latest === undefined ? {} : supersede(latest, next.id, at);
      await store.write(owner, { at, memories: [next], ...replaced });
    },
  };
}

personaStoreConformance('storedPersona over memory', () => over(memoryStore()));
personaStoreConformance('storedPersona over sqlite', () => over(sqliteStore({ path: ':memory:' })));
