import type { Languages } from '../../contracts/language.ts';
import { linksAt, memoryPages, type StoreReader } from '../../contracts/store.ts';
import { termsOf } from '../../languages/terms.ts';
import { type Link, linkOf } from '../../model/graph.ts';
import { newId } from '../../model/id.ts';
import { firstAndLatest, type Memory, type MemoryUpdate } from '../../model/memory.ts';
import { type SalienceWeights, salienceOf, salienceSum } from '../../model/salience.ts';
import type { Owner } from '../../model/scope.ts';
import { isBelow, lowestTrust, trustOfMemory } from '../../model/trust.ts';
import { reinforced } from '../../reconcile/reinforced.ts';
import type { CycleConfig } from './cycle-run.ts';
import type { RecentMemory } from './gather.ts';
import type { Pattern } from './recurring.ts';

const COMPONENT = 'cycle';
const CATEGORIES = { semantic: 'pattern', procedural: 'procedure' } as const;

const IMPORTANCE = 0.6;
const confidenceAfter = (count: number): number => Math.min(0.9, count / (count + 1));
/** Two patterns are the same if they share so much of the smaller one's sources, or of their words. */
const SAME_SOURCES = 0.5;
const SAME_WORDS = 0.6;

export interface LearntPattern {
  readonly memory?: Memory;
  readonly update?: MemoryUpdate;
  readonly links: readonly Link[];
}

interface PatternContext {
  readonly store: StoreReader;
  readonly languages: Languages;
  readonly config: Pick<CycleConfig, 'maxSources'>;
  readonly salience: SalienceWeights;
}

interface KnownPattern {
  readonly memory: Memory;
  readonly words: ReadonlySet<string>;
}

const knownOf = (memory: Memory): KnownPattern => ({
  memory,
  words: new Set(termsOf(memory.content)),
});

/** Every pattern ever learnt, of any status: a forgotten one is not learnt again. */
export class KnownPatterns {
  readonly #owner: Owner;
  readonly #store: StoreReader;
  readonly #languages: Languages;
  readonly #maxSources: number;
  readonly #salience: SalienceWeights;
  readonly #known = new Map<string, KnownPattern>();

  private constructor(owner: Owner, { store, languages, config, salience }: PatternContext) {
    this.#owner = owner;
    this.#store = store;
    this.#languages = languages;
    this.#maxSources = config.maxSources;
    this.#salience = salience;
  }

  static async load(owner: Owner, context: PatternContext): Promise<KnownPatterns> {
    const patterns = new KnownPatterns(owner, context);
    for await (const page of memoryPages(context.store, owner, { components: [COMPONENT] }))
      for (const memory of page) patterns.#known.set(memory.id, knownOf(memory));
    return patterns;
  }

  async learn(patterns: readonly Pattern[], recent: readonly RecentMemory[], now: Date): Promise<LearntPattern[]> {
    const learnt: LearntPattern[] = [];
    for (const pattern of patterns) {
      const shown = pattern.sources.flatMap((source) => recent[source] ?? []);
      const links = await linksAt(
        this.#store,
        this.#owner,
        shown.map(({ id }) => id),
      );
      const known = this.#find(pattern, shown, links);
      const change =
        known === undefined ? await this.#newPattern(pattern, shown, now) : await this.#reinforce(known, shown, now);
      if (change !== undefined) learnt.push(change);
    }
    return learnt;
  }

  #find({ content, type }: Pattern, shown: readonly RecentMemory[], links: readonly Link[]): Memory | undefined {
    const language = this.#languages.of(content);
    const words = new Set(termsOf(content));
    const sources = links.filter((link) => link.type === 'derivedFrom').map(({ fromId }) => fromId);
    const match = [...this.#known.values()].find(({ memory, ...known }) => {
      if (memory.type === type && language.saySame(content, memory.content)) return true;
      const shared = sources.filter((id) => id === memory.id).length;
      const fewer = Math.min(shown.length, Number(memory.metadata['linked'] ?? shown.length));
      if (shared > 0 && shared >= SAME_SOURCES * fewer) return true;
      return memory.type === type && overlap(words, known.words) >= SAME_WORDS;
    });
    return match?.memory;
  }

  async #newPattern(pattern: Pattern, shown: readonly RecentMemory[], now: Date): Promise<LearntPattern> {
    const linked = shown.slice(-this.#maxSources);
    const sources = await this.#store.getMemories(
      this.#owner,
      linked.map(({ id }) => id),
    );
    const memory = patternMemory(pattern, shown, sources, this.#owner, now, this.#salience);
    this.#known.set(memory.id, knownOf(memory));
    return { memory, links: linked.map(({ id }) => linkOf(memory.id, id, 'derivedFrom', now)) };
  }

  async #reinforce(memory: Memory, shown: readonly RecentMemory[], now: Date): Promise<LearntPattern | undefined> {
    const through = new Date(String(memory.metadata['seenThrough'] ?? 0));
    const own = trustOfMemory(memory);
    const fresh = shown.filter(({ createdAt, trust }) => createdAt > through && !isBelow(trust, own));
    if (fresh.length === 0 || memory.status !== 'active') return undefined;
    const linked = Number(memory.metadata['linked'] ?? 0);
    const added = fresh.slice(0, Math.max(0, this.#maxSources - linked));
    const update: MemoryUpdate = {
      ...reinforced(memory, 'successfulApplication', now, this.#salience),
      cause: { kind: 'reinforced', reason: 'seen again' },
      metadata: {
        ...memory.metadata,
        occurrences: Number(memory.metadata['occurrences'] ?? 0) + fresh.length,
        linked: linked + added.length,
        seenThrough: latest(fresh).toISOString(),
      },
    };
    this.#known.set(memory.id, knownOf({ ...memory, metadata: update.metadata ?? {} }));
    return { update, links: added.map(({ id }) => linkOf(memory.id, id, 'derivedFrom', now)) };
  }
}

function patternMemory(
  { type, content }: Pattern,
  shown: readonly RecentMemory[],
  sources: readonly Memory[],
  owner: Owner,
  now: Date,
  weights: SalienceWeights,
): Memory {
  const confidence = confidenceAfter(shown.length);
  const trust = lowestTrust(shown.map((each) => each.trust));
  const projects = new Set(sources.map(({ projectId }) => projectId));
  const [projectId] = projects;
  const fields = { importance: IMPORTANCE, confidence, createdAt: now, accessCount: 0 };
  return {
    ...{ ...owner, ...fields, id: newId(now), content, type, component: COMPONENT, category: CATEGORIES[type] },
    ...(projects.size === 1 && projectId !== undefined && { projectId }),
    confidenceTrajectory: [{ confidence, at: now }],
    salience: salienceSum(salienceOf(fields, now, weights)),
    entityIds: repeated(sources.map(({ entityIds }) => entityIds)),
    provenance: {
      episodeIds: firstAndLatest([...new Set(sources.flatMap(({ provenance }) => provenance.episodeIds))]),
      turnIds: firstAndLatest([...new Set(sources.flatMap(({ provenance }) => provenance.turnIds))]),
      learningContext: `seen in ${shown.length} memories`,
    },
    metadata: {
      occurrences: shown.length,
      linked: sources.length,
      seenThrough: latest(shown).toISOString(),
      ...(trust !== 'user' && { trust }),
    },
    updatedAt: now,
    validAt: new Date(Math.min(...shown.map(({ at }) => at.getTime()))),
    status: 'active',
  };
}

const latest = (shown: readonly RecentMemory[]): Date =>
  new Date(Math.max(...shown.map(({ createdAt }) => createdAt.getTime())));

function repeated(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const item of new Set(list)) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([item]) => item);
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared);
}
