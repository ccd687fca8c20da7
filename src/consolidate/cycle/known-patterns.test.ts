import { beforeEach, describe, expect, it } from 'vitest';
import { memory, minute, OWNER } from '../../../test/conformance/store/samples.ts';
import type { Store } from '../../contracts/store.ts';
import { languages } from '../../languages/languages.ts';
import { salienceWeightsSchema } from '../../model/salience.ts';
import { memoryStore } from '../../stores/memory/memory-store.ts';
import type { RecentMemory } from './gather.ts';
import { KnownPatterns, type LearntPattern } from './known-patterns.ts';
import type { Pattern } from './recurring.ts';

const NOW = minute(1000);
/** Ten turns, a minute apart. */
const RECENT: RecentMemory[] = Array.from({ length: 10 }, (_, at) => ({
  ...{ id: `turn${at}`, text: `Turn ${at}.`, at: minute(at), createdAt: minute(at) },
  trust: 'user',
}));

let store: Store;
beforeEach(async () => {
  store = memoryStore();
  await store.open();
  await store.write(OWNER, { memories: RECENT.map(({ id, createdAt }) => memory(id, { createdAt })) });
});

async function learn(...patterns: Pattern[]): Promise<LearntPattern[]> {
  const known = await KnownPatterns.load(OWNER, {
    store,
    languages: languages(),
    config: { maxSources: 5 },
    salience: salienceWeightsSchema.parse({}),
  });
  const learnt = await known.learn(patterns, RECENT, NOW);
  await store.write(OWNER, {
    memories: learnt.flatMap((each) => each.memory ?? []),
    updates: learnt.flatMap((each) => each.update ?? []),
    links: learnt.flatMap(({ links }) => links),
  });
  return learnt;
}

const pattern = (content: string, sources: readonly number[], type: Pattern['type'] = 'semantic'): Pattern => ({
  ...{ content, sources, type },
});
const madeOf = (learnt: readonly LearntPattern[]) => learnt.map((each) => each.memory?.content);

describe('a pattern', () => {
  it('is created once with its own category', async () => {
    expect(madeOf(await learn(pattern('Ana takes the night train.', [0, 1, 2])))).toEqual([
      'Ana takes the night train.',
    ]);
    expect(madeOf(await learn(pattern('Ben burns the toast.', [5, 6])))).toEqual(['Ben burns the toast.']);
    expect(madeOf(await learn(pattern('Ana takes the night train.', [7, 8], 'procedural')))).toEqual([
      'Ana takes the night train.',
    ]);
    expect(await learn(pattern('Ana takes the night train.', [0, 1, 2]))).toEqual([]);
  });

  it('is recognised in new memories by its words or its sources', async () => {
    const [first] = await learn(pattern('Ana takes the night train.', [0, 1, 2]));
    const id = first?.memory?.id;
    const [byWords] = await learn(pattern('Ana takes the night train', [4]));
    expect(byWords?.update).toMatchObject({ id, metadata: { occurrences: 4, linked: 4 } });
    const [bySources] = await learn(pattern('Rails and sleep.', [0, 1, 4, 5, 6]));
    expect(bySources?.update).toMatchObject({ id, metadata: { occurrences: 6, linked: 5 } });
    expect(bySources?.links).toHaveLength(1);
  });

  it('with fewer than half of its sources in common is new', async () => {
    await learn(pattern('Ana takes the night train.', [0, 1, 2, 3]));
    expect(madeOf(await learn(pattern('Ben burns the toast.', [3, 5, 6, 7])))).toEqual(['Ben burns the toast.']);
  });

  it('that was forgotten is not learned again', async () => {
    const [first] = await learn(pattern('Ana takes the night train.', [0, 1]));
    await store.write(OWNER, { updates: [{ id: first?.memory?.id ?? '', status: 'archived' }] });
    expect(await learn(pattern('Ana takes the night train.', [5, 6]))).toEqual([]);
  });
});
