import { expect, test } from 'vitest';
import type { MemoryFilter, Store } from '../../../src/contracts/store.ts';
import type { Memory } from '../../../src/model/memory.ts';
import { embedded, ids, memory, minute, OWNER, vector } from './samples.ts';

/** All mention `everyone` and hold the same word and vector, so that only the filter tells them apart. */
const sample = (id: string, fields: Partial<Memory>) =>
  memory(id, {
    content: 'needle',
    createdAt: minute(10),
    ...fields,
    entityIds: ['everyone', ...(fields.entityIds ?? [])],
  });

const MEMORIES: readonly Memory[] = [
  sample('plain', {}),
  sample('archived', { status: 'archived' }),
  sample('episodic', { type: 'episodic' }),
  sample('task', { component: 'task' }),
  sample('goal', { category: 'goal' }),
  sample('project', { projectId: 'apollo' }),
  sample('session', { sessionId: 'monday' }),
  sample('entity', { entityIds: ['ada', 'bob'] }),
  sample('other-entity', { entityIds: ['bob'] }),
  sample('salient', { salience: 0.9 }),
  sample('important', { importance: 0.9 }),
  sample('past', { validAt: minute(-20), invalidAt: minute(-10) }),
  sample('future', { validAt: minute(20) }),
  sample('late', { createdAt: minute(30) }),
  sample('changed', { updatedAt: minute(50), lastAccessedAt: minute(40) }),
  sample('accented', { content: 'needle Жук ü[*]' }),
  sample('faded', { fadedAt: minute(60) }),
];

const without = (...left: string[]) => MEMORIES.map(({ id }) => id).filter((id) => !left.includes(id));

const CASES: readonly [string, MemoryFilter, readonly string[]][] = [
  ['nothing', {}, without()],
  ['ids', { ids: ['task', 'goal', 'unknown'] }, ['task', 'goal']],
  ['no ids', { ids: [] }, []],
  ['idPart', { idPart: 'entity' }, ['entity', 'other-entity']],
  ['containing', { containing: 'NEEDL' }, without()],
  ['containing a part that none has', { containing: 'nee_le' }, []],
  ['containing a wildcard', { containing: '%' }, []],
  ['containing letters of any alphabet', { containing: 'ЖУК Ü[*' }, ['accented']],
  ['containing no such letters', { containing: 'жук u' }, []],
  ['an idPart in the middle', { idPart: 'ntit' }, []],
  ['statuses', { statuses: ['archived', 'expired'] }, ['archived']],
  ['types', { types: ['episodic'] }, ['episodic']],
  ['components', { components: ['task', 'unknown'] }, ['task']],
  ['exceptComponents', { exceptComponents: ['task', 'unknown'] }, without('task')],
  ['categories', { categories: ['goal', 'unknown'] }, ['goal']],
  ['projectId', { projectId: 'apollo' }, ['project']],
  ['sessionId', { sessionId: 'monday' }, ['session']],
  ['an unknown project', { projectId: 'unknown' }, []],
  ['no project', { projectId: null, statuses: ['active'], ids: ['project', 'session'] }, ['session']],
  ['an unknown component', { components: ['unknown'] }, []],
  ['entityIds', { entityIds: ['ada', 'bob', 'unknown'] }, ['entity', 'other-entity']],
  ['minSalience', { minSalience: 0.9 }, ['salient']],
  ['minImportance', { minImportance: 0.6 }, ['important']],
  ['validAt in between', { validAt: minute(0) }, without('past', 'future')],
  ['validAt at the start of validity', { validAt: minute(20) }, without('past')],
  ['validAt at the end of validity', { validAt: minute(-10) }, without('past', 'future')],
  ['validAt long ago', { validAt: minute(-15) }, without('future')],
  ['asOf', { asOf: minute(29) }, without('late')],
  ['asOf to the moment', { asOf: minute(30) }, without()],
  ['within a time, by when it happened', { within: { from: minute(-20), to: minute(0) } }, ['past']],
  [
    'within a time, by when it was learnt where no more is known',
    { within: { from: minute(30), to: minute(30) } },
    ['late'],
  ],
  ['within a time without an end', { within: { from: minute(20) } }, ['future', 'late']],
  ['within a time without a start', { within: { to: minute(10) } }, without('future', 'late')],
  ['within no bounds', { within: {} }, without()],
  ['idle since the last change', { idle: { since: 'update', until: minute(49) } }, without('changed')],
  ['idle since the last change, to the moment', { idle: { since: 'update', until: minute(50) } }, without()],
  [
    'idle since the last access, else since it was learnt',
    { idle: { since: 'access', until: minute(29) } },
    without('late', 'changed'),
  ],
  ['idle since the last access, to the moment', { idle: { since: 'access', until: minute(40) } }, without()],
  ['fadedUntil', { fadedUntil: minute(59) }, without('faded')],
  ['fadedUntil to the moment', { fadedUntil: minute(60) }, without()],
  ['an empty list', { statuses: [] }, []],
  [
    'several at once',
    { components: ['durable'], entityIds: ['bob'], minSalience: 0.5, validAt: minute(0) },
    ['entity', 'other-entity'],
  ],
  ['several that exclude each other', { components: ['task'], categories: ['goal'] }, []],
];

export function filterCases(current: () => Store): void {
  test.for(CASES)('by %s apply to every search', async ([, filter, expected]) => {
    await current().write(OWNER, {
      memories: MEMORIES,
      vectors: MEMORIES.map(({ id }) => embedded(id, vector(1, 2))),
    });
    const limit = 100;
    const listed = await current().listMemories(OWNER, { filter, limit });
    const text = await current().searchText(OWNER, { terms: ['needles'], filter, limit });
    const near = await current().searchVector(OWNER, { embedderId: 'embedder', vector: vector(1, 1), filter, limit });
    const entities = await current().searchEntities(OWNER, { entityIds: ['everyone'], filter, limit });
    const ranked = await current().rankMemories(OWNER, { by: 'recency', filter, limit });
    const wanted = [...expected].sort();
    expect(listed.map(({ id }) => id).sort()).toEqual(wanted);
    expect(ids(text).sort()).toEqual(wanted);
    expect(ids(near).sort()).toEqual(wanted);
    expect(ids(entities).sort()).toEqual(wanted);
    expect(ranked.sort()).toEqual(wanted);
    expect(await current().countMemories(OWNER, filter)).toBe(wanted.length);
  });
}
