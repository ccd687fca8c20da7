import type { Languages } from '../../contracts/language.ts';
import { type Changes, everyVersion, type Hit, linksAt, type StoreReader } from '../../contracts/store.ts';
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
export const canLast = ({ status, type }: Memory): boolean => status === 'active' && type !== 'working';

const between = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** A page of memories and those near them: which to link, which contradict each other, which are duplicates. */
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
  readonly #tied = new Set<string>();
  /** Pairs known to contradict each other, and pairs that were compared. */
  readonly #opposed = new Set<string>();
  readonly #compared = new Set<string>();
  readonly #degrees = new Map<string, number>();
  readonly #dependents = new Map<string, string[]>();

  private constructor(run: CycleRun, store: StoreReader) {
    this.#run = run;
    this.#store = store;
    this.#now = run.context.clock.now();
  }

  /** `hits`: what is near each of the changed memories. */
  static async of(
    changed: readonly Memory[],
    hits: ReadonlyMap<string, readonly Hit[]>,
    run: CycleRun,
    store: StoreReader,
  ): Promise<Neighbourhood> {
    const around = new Neighbourhood(run, store);
    await around.#read(changed, hits);
    const { link, detectContradictions, prune } = run.context.tasks;
    for (const { id } of changed)
      for (const { memoryId, score } of hits.get(id) ?? []) {
        if (detectContradictions || prune) await around.#compare(id, memoryId);
        if (link) around.#relate(id, memoryId, score);
      }
    return around;
  }

  changes(): Changes {
    return { links: this.#links, updates: this.#updates };
  }

  async #read(changed: readonly Memory[], hits: ReadonlyMap<string, readonly Hit[]>): Promise<void> {
    const { owner } = this.#run;
    for (const memory of changed) this.#memories.set(memory.id, memory);
    const others = new Set([...hits.values()].flat().map(({ memoryId }) => memoryId));
    const missing = [...others].filter((id) => !this.#memories.has(id));
    for (const memory of await this.#store.getMemories(owner, missing))
      if (memory.component !== PERSONALITY) this.#memories.set(memory.id, memory);
    for (const { fromId, toId, type } of await linksAt(this.#store, owner, [...this.#memories.keys()])) {
      this.#tied.add(between(fromId, toId));
      if (type === 'contradicts' || type === 'supersedes') this.#opposed.add(between(fromId, toId));
      if (type === 'related') for (const id of [fromId, toId]) this.#degrees.set(id, (this.#degrees.get(id) ?? 0) + 1);
      if (type === 'derivedFrom') this.#dependents.set(toId, [...(this.#dependents.get(toId) ?? []), fromId]);
    }
  }

  /** Links two near memories, unless they are linked already, come from the same turn, or one has enough links. */
  #relate(id: string, otherId: string, strength: number): void {
    const { linkAbove, maxLinksPerMemory } = this.#run.context.config;
    const [one, other] = [this.#memories.get(id), this.#memories.get(otherId)];
    if (strength < linkAbove || one === undefined || other === undefined || !canLast(one) || !canLast(other)) return;
    if (this.#tied.has(between(id, otherId)) || areOfOneTurn(one, other)) return;
    const hasRoom = (each: string) => (this.#degrees.get(each) ?? 0) < maxLinksPerMemory;
    if (!hasRoom(id) || !hasRoom(otherId)) return;
    for (const each of [id, otherId]) this.#degrees.set(each, (this.#degrees.get(each) ?? 0) + 1);
    this.#tie(id, otherId, 'related', Math.min(1, strength));
    this.related += 1;
  }

  async #compare(id: string, otherId: string): Promise<void> {
    const key = between(id, otherId);
    const [one, other] = [this.#memories.get(id), this.#memories.get(otherId)];
    if (one === undefined || other === undefined || this.#compared.has(key)) return;
    this.#compared.add(key);
    const { detectContradictions, prune } = this.#run.context.tasks;
    const standing = standingOf(one, other, this.#run.context.languages);
    if (standing?.kind === 'contradiction' && detectContradictions && !this.#opposed.has(key)) {
      this.#tie(id, otherId, 'contradicts', 1);
      this.contradictions.push([id, otherId]);
    }
    if (standing?.kind === 'redundant' && prune && !(await this.#isRestored(standing.loser.id)))
      await this.#merge(standing.winner, standing.loser);
  }

  /** A restored memory is not merged away again. */
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
        this.#tie(dependent, winner.id, 'derivedFrom', 1);
    this.merged += 1;
  }

  #tie(fromId: string, toId: string, type: Link['type'], strength: number): void {
    this.#links.push({ fromId, toId, type, strength, createdAt: this.#now });
    this.#tied.add(between(fromId, toId));
  }
}

/** A fact and its turn are connected by their provenance already. */
const areOfOneTurn = (one: Memory, other: Memory): boolean =>
  one.provenance.episodeIds.some((id) => other.provenance.episodeIds.includes(id));

/** How two active memories relate. */
type Standing =
  | { readonly kind: 'contradiction' }
  | { readonly kind: 'redundant'; readonly winner: Memory; readonly loser: Memory };

/** Only statements can contradict or repeat each other; the persona is not compared. */
const isStatement = ({ type, status, component }: Memory): boolean =>
  type === 'semantic' && status === 'active' && component !== PERSONALITY;

/** How two statements relate; undefined if not at all, or if they are of different times or projects. */
export function standingOf(one: Memory, other: Memory, languages: Languages): Standing | undefined {
  if (!isStatement(one) || !isStatement(other) || one.projectId !== other.projectId) return undefined;
  const [older, newer] = isBefore(one, other) ? [one, other] : [other, one];
  if (!overlapInTime(older, newer)) return undefined;
  const { compare } = languages.of(newer.content);
  const relation = compare(older.content, newer.content);
  if (relation === 'contradiction') return { kind: relation };
  const isRepeated = relation === 'duplicate';
  const isRepeatedBack = compare(newer.content, older.content) === 'duplicate';
  if (!isRepeated && !isRepeatedBack) return undefined;
  // One would lend the other its trust, or lose its own.
  if (trustOfMemory(older) !== trustOfMemory(newer)) return undefined;
  // The one that says less is merged, however sure it is.
  if (isRepeated !== isRepeatedBack)
    return isRepeated
      ? { kind: 'redundant', winner: older, loser: newer }
      : { kind: 'redundant', winner: newer, loser: older };
  return newer.confidence > older.confidence
    ? { kind: 'redundant', winner: newer, loser: older }
    : { kind: 'redundant', winner: older, loser: newer };
}

/**
 * Merges a duplicate: the winner takes over its sources, and is reinforced if these are other turns; the loser is archived and can be restored.
 */
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
