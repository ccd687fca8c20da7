import type { Changes, Hit } from '../../contracts/store.ts';
import type { Link } from '../../model/graph.ts';
import { type Memory, type MemoryUpdate, PERSONALITY } from '../../model/memory.ts';
import { leadsTo } from '../../reconcile/leads-to.ts';
import type { CycleRun } from './cycle-run.ts';
import { merge, standingOf } from './merge.ts';
import { neighboursOf } from './neighbours.ts';

/** What ends with its session is not worth a tie. */
export const canLast = ({ status, type }: Memory): boolean => status === 'active' && type !== 'working';

const between = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** A page of memories and what is near them: what is to be tied, what contradicts what, and what says the same. */
export class Neighbourhood {
  readonly contradictions: [string, string][] = [];
  related = 0;
  merged = 0;
  readonly #run: CycleRun;
  readonly #now: Date;
  readonly #memories = new Map<string, Memory>();
  readonly #links: Link[] = [];
  readonly #updates: MemoryUpdate[] = [];
  readonly #tied = new Set<string>();
  /** Those of which it is known that they cannot both hold, and those looked at. */
  readonly #opposed = new Set<string>();
  readonly #compared = new Set<string>();
  readonly #degrees = new Map<string, number>();
  readonly #dependents = new Map<string, string[]>();

  private constructor(run: CycleRun) {
    this.#run = run;
    this.#now = run.context.clock.now();
  }

  static async of(changed: readonly Memory[], run: CycleRun): Promise<Neighbourhood> {
    const around = new Neighbourhood(run);
    const hits = await neighboursOf(changed, run);
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
    const { owner, context } = this.#run;
    for (const memory of changed) this.#memories.set(memory.id, memory);
    const others = new Set([...hits.values()].flat().map(({ memoryId }) => memoryId));
    const missing = [...others].filter((id) => !this.#memories.has(id));
    for (const memory of await context.store.getMemories(owner, missing))
      if (memory.component !== PERSONALITY) this.#memories.set(memory.id, memory);
    for (const { fromId, toId, type } of await context.store.linksOf(owner, [...this.#memories.keys()])) {
      this.#tied.add(between(fromId, toId));
      if (type === 'contradicts' || type === 'supersedes') this.#opposed.add(between(fromId, toId));
      if (type === 'related') for (const id of [fromId, toId]) this.#degrees.set(id, (this.#degrees.get(id) ?? 0) + 1);
      if (type === 'derivedFrom') this.#dependents.set(toId, [...(this.#dependents.get(toId) ?? []), fromId]);
    }
  }

  /** Ties two that are near, unless they are tied already, come from the same turn, or one of them has enough. */
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
    const standing = standingOf(one, other);
    if (standing?.kind === 'contradiction' && detectContradictions && !this.#opposed.has(key)) {
      this.#tie(id, otherId, 'contradicts', 1);
      this.contradictions.push([id, otherId]);
    }
    if (standing?.kind === 'redundant' && prune && !(await this.#isRestored(standing.loser.id)))
      await this.#merge(standing.winner, standing.loser);
  }

  /** Whoever brought it back wants to keep it. */
  async #isRestored(id: string): Promise<boolean> {
    const versions = await this.#run.context.store.versionsOf(this.#run.owner, id);
    return versions.some(({ cause }) => cause.kind === 'restored');
  }

  async #merge(winner: Memory, loser: Memory): Promise<void> {
    for (const update of merge(winner, loser, this.#now)) {
      this.#updates.push(update);
      const { cause: _, ...change } = update;
      const before = this.#memories.get(update.id);
      if (before !== undefined) this.#memories.set(update.id, { ...before, ...change } as Memory);
    }
    // What rests on the one rests on what it says, wherever that stands; but nothing rests on itself.
    const { owner, context } = this.#run;
    for (const dependent of this.#dependents.get(loser.id) ?? [])
      if (
        dependent !== winner.id &&
        !(await leadsTo(winner.id, dependent, 'derivedFrom', { owner, store: context.store }))
      )
        this.#tie(dependent, winner.id, 'derivedFrom', 1);
    this.merged += 1;
  }

  #tie(fromId: string, toId: string, type: Link['type'], strength: number): void {
    this.#links.push({ fromId, toId, type, strength, createdAt: this.#now });
    this.#tied.add(between(fromId, toId));
  }
}

/** A fact and the turn it was drawn from are tied by where they come from. */
const areOfOneTurn = (one: Memory, other: Memory): boolean =>
  one.provenance.episodeIds.some((id) => other.provenance.episodeIds.includes(id));
