import { z } from 'zod';
import type { Clock } from '../contracts/clock.ts';
import type { Note, Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';
import { idSchema, scopeIdSchema } from '../model/primitives.ts';
import type { Degradation } from '../model/report.ts';
import { EVERYONE, homeOf, type Owner } from '../model/scope.ts';
import { type RecallChange, recallChangeSchema } from '../recall/config.ts';

export const recallTestSchema = z.strictObject({
  query: z.string().trim().min(1).max(2000),
  /** The memories that answer it; none where it should find nothing. */
  expected: z.array(idSchema).max(200),
});
export type RecallTest = Readonly<z.infer<typeof recallTestSchema>>;

const RECALL = 'recall';
const TESTS = 'tests';
const testsNoteSchema = z.object({
  changes: z.int(),
  tests: z.array(recallTestSchema.extend({ projectId: scopeIdSchema.optional() })),
});
type TestsNote = Readonly<z.infer<typeof testsNoteSchema>>;
type KeptTest = TestsNote['tests'][number];

/** For so long a change by another process may go unnoticed. */
const CACHED_MS = 1000;
const MOST_CACHED = 1000;

export interface Tuned {
  readonly change: RecallChange;
  readonly degraded: readonly Degradation[];
}

/** Test queries are words of a user and stay theirs; how an agent recalls is the same for every user of a tenant. */
const testsHomeOf = (owner: Owner): Owner => homeOf({ sharedAs: `.settings.${owner.agentId}` }, owner);
const recallHomeOf = (owner: Owner): Owner => ({ ...testsHomeOf(owner), userId: EVERYONE });

/** What was saved of an agent, as notes of the store. */
export class SavedSettings {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #cached = new Map<string, { readonly at: number; readonly tuned: Promise<Tuned> }>();

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** What recall of this agent was told; as it was at most a second ago. */
  tuned(owner: Owner): Promise<Tuned> {
    const key = keyOf(owner);
    const now = this.#clock.now().getTime();
    const known = this.#cached.get(key);
    const age = now - (known?.at ?? Number.NEGATIVE_INFINITY);
    if (known !== undefined && age >= 0 && age < CACHED_MS) return known.tuned;
    if (this.#cached.size >= MOST_CACHED) this.#cached.clear();
    const tuned = this.#read(owner);
    this.#cached.set(key, { at: now, tuned });
    return tuned;
  }

  async setRecall(owner: Owner, change: RecallChange | null): Promise<void> {
    const value = change === null ? undefined : (change as Note);
    await this.#store.write(recallHomeOf(owner), { notes: [{ name: RECALL, value }] });
    this.#cached.delete(keyOf(owner));
  }

  async tests(owner: Owner, projectId: string | undefined): Promise<RecallTest[]> {
    const { tests } = await testsOf(this.#store, testsHomeOf(owner));
    return tests.filter(isIn(projectId)).map(({ query, expected }) => ({ query, expected }));
  }

  /** In the place of those of this very project. */
  async setTests(owner: Owner, projectId: string | undefined, tests: readonly RecallTest[]): Promise<void> {
    const own = tests.map((test) => ({ ...test, ...(projectId !== undefined && { projectId }) }));
    const isOther = (test: KeptTest) => !isIn(projectId)(test);
    await changeTests(this.#store, testsHomeOf(owner), (held) => [...held.filter(isOther), ...own]);
  }

  /** A saved configuration that cannot be used is left aside: recall goes on as the code says. */
  async #read(owner: Owner): Promise<Tuned> {
    const reasonIf = (reason: string): Tuned => ({ change: {}, degraded: [{ part: 'settings', reason }] });
    try {
      const note = await this.#store.noteOf(recallHomeOf(owner), RECALL);
      const { data, error } = recallChangeSchema.safeParse(note ?? {});
      return error === undefined ? { change: data, degraded: [] } : reasonIf(error.issues[0]?.message ?? '');
    } catch (error) {
      this.#cached.delete(keyOf(owner));
      throw error;
    }
  }
}

const keyOf = ({ tenantId, agentId }: Owner): string => JSON.stringify([tenantId, agentId]);
const isIn = (projectId: string | undefined) => (test: KeptTest) => test.projectId === projectId;

async function testsOf(store: Store, home: Owner): Promise<TestsNote> {
  const note = await store.noteOf(home, TESTS);
  return note === undefined ? { changes: 0, tests: [] } : parse(testsNoteSchema, note, 'settings.tests');
}

/** The store refuses the later of two that read the same, which then reads again. */
async function changeTests(
  store: Store,
  home: Owner,
  change: (held: readonly KeptTest[]) => readonly KeptTest[],
): Promise<void> {
  const { changes, tests } = await testsOf(store, home);
  const value = JSON.parse(JSON.stringify({ changes: changes + 1, tests: change(tests) }));
  const step = { component: TESTS, sessionId: TESTS, from: changes, through: changes + 1 };
  try {
    await store.write(home, { notes: [{ name: TESTS, value }], progress: [step] });
  } catch (error) {
    if (!SouvenirError.is(error) || error.code !== 'overtaken') throw error;
    await changeTests(store, home, change);
  }
}

/** Tests that name what is erased, or belong to an erased project, go with it. */
export async function eraseTests(
  store: Store,
  home: Owner,
  isErased: (memoryId: string) => boolean,
  projectId: string | undefined,
): Promise<void> {
  const isGone = (test: KeptTest) =>
    test.expected.some(isErased) || (projectId !== undefined && test.projectId === projectId);
  if ((await testsOf(store, home)).tests.some(isGone))
    await changeTests(store, home, (held) => held.filter((test) => !isGone(test)));
}
