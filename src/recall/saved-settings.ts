import { z } from 'zod';
import type { Clock } from '../contracts/clock.ts';
import type { Note, Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { ParsedEraseSelection } from '../model/erasure.ts';
import { parse } from '../model/parse.ts';
import { idSchema, scopeIdSchema } from '../model/primitives.ts';
import type { Degradation } from '../model/report.ts';
import { EVERYONE, type Owner, targetOwnerOf } from '../model/scope.ts';
import { retryRaces } from '../retry-races.ts';
import { NameSearch } from '../text/name-search.ts';
import { type RecallChange, recallChangeSchema, withCurrentNames } from './config.ts';

export const recallTestSchema = z.strictObject({
  query: z.string().trim().min(1).max(2000),
  /** Ids of the memories that answer it; none if recall should be silent. */
  expected: z.array(idSchema).max(200),
});
export type RecallTest = Readonly<z.infer<typeof recallTestSchema>>;

export const MAX_TESTS = 200;
const MAX_STORED_TESTS = 10 * MAX_TESTS;

const RECALL = 'recall';
const TESTS = 'tests';
const projectTestSchema = recallTestSchema.extend({ projectId: scopeIdSchema.optional() });
export const projectTestsSchema = z
  .array(projectTestSchema)
  .max(MAX_STORED_TESTS, `are more than ${MAX_STORED_TESTS} in all projects: take the most telling ones`);
const testsNoteSchema = z.object({ changes: z.int(), tests: z.array(projectTestSchema) });
type TestsNote = Readonly<z.infer<typeof testsNoteSchema>>;
type ProjectTest = TestsNote['tests'][number];

/** A change by another process may go unnoticed for this long. */
const CACHED_MS = 1000;
const MAX_CACHED = 1000;

export interface SettingsVersions {
  readonly recall: number;
  readonly tests: number;
}

export interface SettingsExport {
  readonly recall: RecallChange;
  readonly tests: readonly ProjectTest[];
}

export interface TunedRecall {
  readonly change: RecallChange;
  readonly degraded: readonly Degradation[];
}

/** Test queries belong to their user; recall settings apply to every user of a tenant. */
const testsOwnerOf = (owner: Owner): Owner => targetOwnerOf({ sharedAs: `.settings.${owner.agentId}` }, owner);
const recallOwnerOf = (owner: Owner): Owner => ({ ...testsOwnerOf(owner), userId: EVERYONE });

export class SavedSettings {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #cached = new Map<string, { readonly at: number; readonly tuned: Promise<TunedRecall> }>();

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The saved recall settings, at most a second old. */
  tuned(owner: Owner): Promise<TunedRecall> {
    const key = keyOf(owner);
    const now = this.#clock.now().getTime();
    const cached = this.#cached.get(key);
    const age = now - (cached?.at ?? Number.NEGATIVE_INFINITY);
    if (cached !== undefined && age >= 0 && age < CACHED_MS) return cached.tuned;
    if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
    const tuned = this.#read(owner);
    this.#cached.set(key, { at: now, tuned });
    return tuned;
  }

  tunedNow(owner: Owner): Promise<TunedRecall> {
    this.#cached.delete(keyOf(owner));
    return this.tuned(owner);
  }

  async versions(owner: Owner): Promise<SettingsVersions> {
    const [last] = await this.#store.progressSteps(recallOwnerOf(owner), { isLatestFirst: true, limit: 1 });
    const { changes: tests } = await testsOf(this.#store, testsOwnerOf(owner));
    return { recall: last?.through ?? 0, tests };
  }

  async setRecall(owner: Owner, change: RecallChange | null, readAt?: number): Promise<void> {
    const value = change === null ? undefined : (change as Note);
    await retryRaces(async () => {
      const { recall: from } = await this.versions(owner);
      refuseChanged(readAt, from);
      const step = { component: RECALL, sessionId: RECALL, from, through: from + 1 };
      await this.#store.write(recallOwnerOf(owner), { notes: [{ name: RECALL, value }], progress: [step] });
    });
    this.#cached.delete(keyOf(owner));
  }

  async tests(owner: Owner, projectId: string | undefined): Promise<RecallTest[]> {
    const { tests } = await testsOf(this.#store, testsOwnerOf(owner));
    return tests.filter(isInProject(projectId)).map(({ query, expected }) => ({ query, expected }));
  }

  async setTests(
    owner: Owner,
    projectId: string | undefined,
    tests: readonly RecallTest[],
    readAt?: number,
  ): Promise<void> {
    const own = tests.map((test) => ({ ...test, ...(projectId !== undefined && { projectId }) }));
    const isOther = (test: ProjectTest) => !isInProject(projectId)(test);
    const withOtherProjects = (stored: readonly ProjectTest[]) =>
      parse(projectTestsSchema, [...stored.filter(isOther), ...own], 'settings.tests');
    await changeTests(this.#store, testsOwnerOf(owner), withOtherProjects, readAt);
  }

  async exportSettings(owner: Owner): Promise<SettingsExport> {
    const { tests } = await testsOf(this.#store, testsOwnerOf(owner));
    return { recall: (await this.tunedNow(owner)).change, tests };
  }

  /** Existing settings stay: a configuration is imported if none is saved, a test if its query is new. */
  async importSettings(owner: Owner, { recall, tests }: SettingsExport): Promise<void> {
    const isTuned = (change: RecallChange) => Object.keys(change).length > 0;
    if (isTuned(recall) && !isTuned((await this.tunedNow(owner)).change)) await this.setRecall(owner, recall);
    const testsOwner = testsOwnerOf(owner);
    const { tests: stored } = await testsOf(this.#store, testsOwner);
    if (distinct([...stored, ...tests]).length > stored.length)
      await changeTests(this.#store, testsOwner, (now) => withinLimits(distinct([...now, ...tests])));
  }

  /** Ignores a saved configuration that is invalid: recall uses the configured one, degraded. */
  async #read(owner: Owner): Promise<TunedRecall> {
    const degradedBy = (reason: string): TunedRecall => ({ change: {}, degraded: [{ part: 'settings', reason }] });
    try {
      const note = await this.#store.noteOf(recallOwnerOf(owner), RECALL);
      const { data, error } = recallChangeSchema.safeParse(withCurrentNames(note ?? {}));
      return error === undefined ? { change: data, degraded: [] } : degradedBy(error.issues[0]?.message ?? '');
    } catch (error) {
      this.#cached.delete(keyOf(owner));
      throw error;
    }
  }
}

const keyOf = ({ tenantId, agentId }: Owner): string => JSON.stringify([tenantId, agentId]);
function distinct(tests: readonly ProjectTest[]): ProjectTest[] {
  const first = new Map<string, ProjectTest>();
  for (const test of tests) {
    const key = JSON.stringify([test.projectId, test.query]);
    if (!first.has(key)) first.set(key, test);
  }
  return [...first.values()];
}
const withinLimits = (tests: readonly ProjectTest[]): ProjectTest[] =>
  [...Map.groupBy(tests, ({ projectId }) => projectId).values()]
    .flatMap((each) => each.slice(0, MAX_TESTS))
    .slice(0, MAX_STORED_TESTS);
const isInProject = (projectId: string | undefined) => (test: ProjectTest) => test.projectId === projectId;

async function testsOf(store: Store, testsOwner: Owner): Promise<TestsNote> {
  const note = await store.noteOf(testsOwner, TESTS);
  return note === undefined ? { changes: 0, tests: [] } : parse(testsNoteSchema, note, 'settings.tests');
}

/** Of two concurrent changes the store refuses the later one, which is then retried. */
async function changeTests(
  store: Store,
  testsOwner: Owner,
  change: (stored: readonly ProjectTest[]) => readonly ProjectTest[],
  readAt?: number,
): Promise<void> {
  await retryRaces(async () => {
    const { changes, tests } = await testsOf(store, testsOwner);
    refuseChanged(readAt, changes);
    const value = JSON.parse(JSON.stringify({ changes: changes + 1, tests: change(tests) }));
    const step = { component: TESTS, sessionId: TESTS, from: changes, through: changes + 1 };
    await store.write(testsOwner, { notes: [{ name: TESTS, value }], progress: [step] });
  });
}

export function refuseChanged(readAt: number | undefined, now: number): void {
  if (readAt !== undefined && readAt !== now)
    throw new SouvenirError('conflict', 'the settings were changed since they were read', {
      advice: 'read them again with settings.get(), then save',
    });
}

/** Erases tests that expect an erased memory, name it, or belong to an erased project. */
export async function eraseTests(
  store: Store,
  testsOwner: Owner,
  isErased: (memoryId: string) => boolean,
  { projectId, entities = [] }: Pick<ParsedEraseSelection, 'projectId' | 'entities'>,
): Promise<void> {
  const named = new NameSearch(entities);
  const isNamed = ({ query }: ProjectTest) => named.isIn(query);
  const isAffected = (test: ProjectTest) =>
    test.expected.some(isErased) || (projectId === undefined ? isNamed(test) : test.projectId === projectId);
  if ((await testsOf(store, testsOwner)).tests.some(isAffected))
    await changeTests(store, testsOwner, (stored) => stored.filter((test) => !isAffected(test)));
}
