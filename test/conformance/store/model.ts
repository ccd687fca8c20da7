import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Changes, Store } from '../../../src/contracts/store.ts';
import type { MemoryStatus } from '../../../src/model/memory.ts';
import { embedded, ids, type MakeStore, memory, minute, OWNER, vector } from './samples.ts';

const WORDS = ['alpha', 'beta', 'gamma', 'delta'];
const EMBEDDERS = ['one', 'two'];
const IDS = Array.from({ length: 12 }, (_, n) => `m${n}`);

type Step =
  | { readonly kind: 'add' | 'change'; readonly id: string; readonly words: readonly string[] }
  | { readonly kind: 'status'; readonly id: string; readonly status: MemoryStatus }
  | { readonly kind: 'embed'; readonly id: string; readonly embedder: string; readonly angle: number }
  | { readonly kind: 'access'; readonly id: string };

interface Embedded {
  readonly embedder: string;
  readonly angle: number;
}

interface Expected {
  content: string;
  status: MemoryStatus;
  accesses: number;
  /** By content, those of what it said before among them. */
  readonly vectors: Map<string, Embedded>;
}

const vectorOf = ({ vectors, content }: Expected) => vectors.get(content);

const id = fc.constantFrom(...IDS);
const words = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add' as const, 'change' as const), id, words }),
  fc.record({
    kind: fc.constant('status' as const),
    id,
    status: fc.constantFrom<MemoryStatus[]>('active', 'archived', 'forgotten'),
  }),
  fc.record({
    kind: fc.constant('embed' as const),
    id,
    embedder: fc.constantFrom(...EMBEDDERS),
    angle: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ kind: fc.constant('access' as const), id }),
);

/** Applies a step to the model and says how to write it; a memory that is there is not added again. */
function apply(model: Map<string, Expected>, step: Step): Changes {
  const known = model.get(step.id);
  if (step.kind === 'add') {
    if (known) return {};
    model.set(step.id, { content: step.words.join(' '), status: 'active', accesses: 0, vectors: new Map() });
    return { memories: [memory(step.id, { content: step.words.join(' ') })] };
  }
  if (step.kind === 'change') {
    const content = step.words.join(' ');
    if (known) known.content = content;
    return { updates: [{ id: step.id, content }] };
  }
  if (step.kind === 'status') {
    if (known) known.status = step.status;
    return { updates: [{ id: step.id, status: step.status }] };
  }
  if (step.kind === 'embed') {
    if (known && known.status !== 'forgotten') known.vectors.set(known.content, step);
    return { vectors: [embedded(step.id, vector(Math.cos(step.angle), Math.sin(step.angle)), step.embedder)] };
  }
  if (known) known.accesses += 1;
  return { accesses: { memoryIds: [step.id], at: minute(1) } };
}

async function compare(store: Store, model: ReadonlyMap<string, Expected>): Promise<void> {
  const findable = [...model].filter(([, { status }]) => status !== 'forgotten');
  const idsOf = (entries: readonly (readonly [string, Expected])[]) => entries.map(([key]) => key).sort();
  const stored = await store.getMemories(OWNER, IDS);
  expect(stored.map(({ id, content, status, accessCount }) => [id, content, status, accessCount])).toEqual(
    IDS.flatMap((key) => {
      const known = model.get(key);
      return known ? [[key, known.content, known.status, known.accesses]] : [];
    }),
  );
  for (const word of WORDS) {
    const hits = await store.searchText(OWNER, { terms: [word], filter: {}, limit: 50 });
    expect(ids(hits).sort()).toEqual(idsOf(findable.filter(([, { content }]) => content.includes(word))));
  }
  for (const embedderId of EMBEDDERS) {
    const hits = await store.searchVector(OWNER, { embedderId, vector: vector(1, 0), filter: {}, limit: 50 });
    const near = findable.filter(([, known]) => vectorOf(known)?.embedder === embedderId);
    expect(ids(hits).sort()).toEqual(idsOf(near));
    for (const { memoryId, score } of hits) {
      const known = model.get(memoryId) as Expected;
      expect(score).toBeCloseTo(Math.cos(vectorOf(known)?.angle ?? Number.NaN), 3);
    }
    const without = findable.filter(([, known]) => vectorOf(known)?.embedder !== embedderId);
    expect((await store.listUnembedded(OWNER, embedderId, 50)).map(({ id }) => id).sort()).toEqual(idsOf(without));
    expect(await store.countUnembedded(OWNER, embedderId)).toBe(without.length);
  }
}

export function modelCases(makeStore: MakeStore): void {
  test('reads after random writes equal the model', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const store = await makeStore();
      await store.open();
      const model = new Map<string, Expected>();
      try {
        for (const [index, next] of steps.entries()) {
          await store.write(OWNER, apply(model, next));
          if (index % 10 === 9) await compare(store, model);
        }
        await compare(store, model);
      } finally {
        await store.close();
      }
    });
    await fc.assert(property, { numRuns: 15 });
  });
}
