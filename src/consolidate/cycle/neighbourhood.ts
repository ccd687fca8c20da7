import type { Languages } from '../../contracts/language.ts';
import { type Changes, everyVersion, linksAt, type MemoryMatch, type StoreReader } from '../../contracts/store.ts';
import type { Link } from '../../model/graph.ts';
import {
  firstAndLatest,
  happenedAt,
  type Memory,
  type MemoryUpdate,
  overlapInTime,
  PERSONALITY,
} from '../../model/memory.ts';
import type { SalienceWeights } from '../../model/salience.ts';
import { trustOfMemory } from '../../model/trust.ts';
import { leadsTo } from '../../reconcile/consequences.ts';
import { reinforced } from '../../reconcile/reinforced.ts';
import type { CycleRun } from './cycle-run.ts';

/** Working memories end with their session and are not linked. */
export const isLinkable = ({ status, type }: Memory): boolean => status === 'active' && type !== 'working';

const pairKey = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

export class Neighbourhood {
  readonly contradictions: [string, string][] = [];
  related = 0;
  merged = 0;
  readonly #run: CycleRun;
  readonly #store: StoreReader;
  readonly #now: Date;
  readonly #memories = new Map<string, Memory>();
  readonly #links: Link[] = [];
  readonly #updates: MemoryUpdate[] = [];
  readonly #linkedPairs = new Set<string>();
  readonly #contradictingPairs = new Set<string>();
  readonly #comparedPairs = new Set<string>();
  readonly #degrees = new Map<string, number>();
  readonly #dependents = new Map<string, string[]>();

  private constructor(run: CycleRun, store: StoreReader) {
    this.#run = run;
    this.#store = store;
    this.#now = run.context.clock.now();
  }

  static async of(
    changed: readonly Memory[],
    matches: ReadonlyMap<string, readonly MemoryMatch[]>,
    run: CycleRun,
    store: StoreReader,
  ): Promise<Neighbourhood> {
    const neighbourhood = new Neighbourhood(run, store);
    await neighbourhood.#read(changed, matches);
    const { link, detectContradictions, prune } = run.context.tasks;
    for (const { id } of changed)
      for (const { memoryId, score } of matches.get(id) ?? []) {
        if (detectContradictions || prune) await neighbourhood.#compare(id, memoryId);
        if (link) neighbourhood.#relate(id, memoryId, score);
      }
    return neighbourhood;
  }

  changes(): Changes {
    return { links: this.#links, updates: this.#updates };
  }

  async #read(changed: readonly Memory[], matches: ReadonlyMap<string, readonly MemoryMatch[]>): Promise<void> {
    const { owner } = this.#run;
    for (const memory of changed) this.#memories.set(memory.id, memory);
    const others = new Set([...matches.values()].flat().map(({ memoryId }) => memoryId));
    const missing = [...others].filter((id) => !this.#memories.has(id));
    for (const memory of await this.#store.getMemories(owner, missing))
      if (memory.component !== PERSONALITY) this.#memories.set(memory.id, memory);
    for (const { fromId, toId, type } of await linksAt(this.#store, owner, [...this.#memories.keys()])) {
      this.#linkedPairs.add(pairKey(fromId, toId));
      if (type === 'contradicts' || type === 'supersedes') this.#contradictingPairs.add(pairKey(fromId, toId));
      if (type === 'related') for (const id of [fromId, toId]) this.#degrees.set(id, (this.#degrees.get(id) ?? 0) + 1);
      if (type === 'derivedFrom') this.#dependents.set(toId, [...(this.#dependents.get(toId) ?? []), fromId]);
    }
  }

  #relate(id: string, otherId: string, strength: number): void {
    const { linkAbove, maxLinksPerMemory } = this.#run.context.config;
    const [one, other] = [this.#memories.get(id), this.#memories.get(otherId)];
    if (strength < linkAbove || one === undefined || other === undefined || !isLinkable(one) || !isLinkable(other))
      return;
    if (this.#linkedPairs.has(pairKey(id, otherId)) || shareTurn(one, other)) return;
    const hasRoom = (each: string) => (this.#degrees.get(each) ?? 0) < maxLinksPerMemory;
    if (!hasRoom(id) || !hasRoom(otherId)) return;
    for (const each of [id, otherId]) this.#degrees.set(each, (this.#degrees.get(each) ?? 0) + 1);
    this.#link(id, otherId, 'related', Math.min(1, strength));
    this.related += 1;
  }

  async #compare(id: string, otherId: string): Promise<void> {
    const key = pairKey(id, otherId);
    const [one, other] = [this.#memories.get(id), this.#memories.get(otherId)];
    if (one === undefined || other === undefined || this.#comparedPairs.has(key)) return;
    this.#comparedPairs.add(key);
    const { detectContradictions, prune } = this.#run.context.tasks;
    const outcome = comparePair(one, other, this.#run.context.languages);
    if (outcome?.kind === 'contradiction' && detectContradictions && !this.#contradictingPairs.has(key)) {
      this.#link(id, otherId, 'contradicts', 1);
      this.contradictions.push([id, otherId]);
    }
    if (outcome?.kind === 'redundant' && prune && !(await this.#isRestored(outcome.loser.id)))
      await this.#merge(outcome.winner, outcome.loser);
  }

  /** A restored memory is not merged again. */
  async #isRestored(id: string): Promise<boolean> {
    const versions = await everyVersion(this.#store, this.#run.owner, id);
    return versions.some(({ cause }) => cause.kind === 'restored');
  }

  async #merge(winner: Memory, loser: Memory): Promise<void> {
    for (const update of merge(winner, loser, this.#now, this.#run.context.salience)) {
      this.#updates.push(update);
      const { cause: _, ...change } = update;
      const before = this.#memories.get(update.id);
      if (before !== undefined) this.#memories.set(update.id, { ...before, ...change } as Memory);
    }
    // Memories derived from the merged one are now derived from the other; never in a circle.
    const { owner } = this.#run;
    for (const dependent of this.#dependents.get(loser.id) ?? [])
      if (
        dependent !== winner.id &&
        !(await leadsTo(winner.id, dependent, 'derivedFrom', { owner, store: this.#store }))
      )
        this.#link(dependent, winner.id, 'derivedFrom', 1);
    this.merged += 1;
  }

  #link(fromId: string, toId: string, type: Link['type'], strength: number): void {
    this.#links.push({ fromId, toId, type, strength, createdAt: this.#now });
    this.#linkedPairs.add(pairKey(fromId, toId));
  }
}

/** A fact and its episode are connected by their provenance already. */
const shareTurn = (one: Memory, other: Memory): boolean =>
  one.provenance.episodeIds.some((id) => other.provenance.episodeIds.includes(id));

type PairOutcome =
  | { readonly kind: 'contradiction' }
  | { readonly kind: 'redundant'; readonly winner: Memory; readonly loser: Memory };

const isStatement = ({ type, status, component }: Memory): boolean =>
  type === 'semantic' && status === 'active' && component !== PERSONALITY;

export function comparePair(one: Memory, other: Memory, languages: Languages): PairOutcome | undefined {
  if (!isStatement(one) || !isStatement(other) || one.projectId !== other.projectId) return undefined;
  const [older, newer] = isBefore(one, other) ? [one, other] : [other, one];
  if (!overlapInTime(older, newer)) return undefined;
  const { compare } = languages.of(newer.content);
  const relation = compare(older.content, newer.content);
  if (relation === 'contradiction') return { kind: relation };
  const isRepeated = relation === 'duplicate';
  const isRepeatedBack = compare(newer.content, older.content) === 'duplicate';
  if (!isRepeated && !isRepeatedBack) return undefined;
  // A merge would raise or lower the trust of one of them.
  if (trustOfMemory(older) !== trustOfMemory(newer)) return undefined;
  // The shorter memory is merged, even if its confidence is higher.
  if (isRepeated !== isRepeatedBack)
    return isRepeated
      ? { kind: 'redundant', winner: older, loser: newer }
      : { kind: 'redundant', winner: newer, loser: older };
  return newer.confidence > older.confidence
    ? { kind: 'redundant', winner: newer, loser: older }
    : { kind: 'redundant', winner: older, loser: newer };
}

/** The winner takes over the sources, and is reinforced if these are other episodes; the loser is archived and can be restored. */
export function merge(
  winner: Memory,
  loser: Memory,
  now: Date,
  weights: SalienceWeights,
): [MemoryUpdate, MemoryUpdate] {
  const { provenance } = winner;
  const { episodeIds, turnIds } = loser.provenance;
  const isOfSameTurns = episodeIds.length > 0 && episodeIds.every((id) => provenance.episodeIds.includes(id));
  return [
    {
      id: winner.id,
      ...(!isOfSameTurns && {
        ...reinforced(winner, 'successfulApplication', now, weights),
        cause: { kind: 'reinforced', reason: 'said twice', by: loser.id },
        provenance: {
          ...provenance,
          episodeIds: firstAndLatest([...new Set([...provenance.episodeIds, ...episodeIds])]),
          turnIds: firstAndLatest([...new Set([...provenance.turnIds, ...turnIds])]),
        },
      }),
      importance: Math.max(winner.importance, loser.importance),
      entityIds: [...new Set([...winner.entityIds, ...loser.entityIds])],
    },
    { id: loser.id, status: 'archived', updatedAt: now, cause: { kind: 'merged', by: winner.id } },
  ];
}

function isBefore(one: Memory, other: Memory): boolean {
  const apart = happenedAt(one).getTime() - happenedAt(other).getTime();
  return apart === 0 ? one.id < other.id : apart < 0;
}
