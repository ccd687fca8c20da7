import type { CountedEntity, EntityGraph } from '../../../../src/souvenir/entities.ts';

export interface Edge {
  readonly fromId: string;
  readonly toId: string;
  readonly relations: readonly string[];
}

export interface Drawn {
  readonly entities: readonly CountedEntity[];
  readonly edges: readonly Edge[];
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Merges graphs: each entity once, and each line whose two ends are present. `known` adds lines only. */
export function drawnOf(graphs: readonly EntityGraph[], known: EntityGraph): Drawn {
  const byId = new Map(graphs.flatMap(({ entities }) => entities).map((entity) => [entity.id, entity]));
  const entities = [...byId.values()].sort((a, b) => b.memories - a.memories || b.relationships - a.relationships);
  const pairs = new Map<string, { fromId: string; toId: string; relations: Set<string> }>();
  const neighbours = new Map<string, Set<string>>();
  for (const { fromId, toId, relation } of [...graphs, known].flatMap(({ relationships }) => relationships)) {
    if (fromId === toId || !byId.has(fromId) || !byId.has(toId)) continue;
    const key = [fromId, toId].sort().join(' ');
    const pair = pairs.get(key) ?? { fromId, toId, relations: new Set() };
    pairs.set(key, pair);
    pair.relations.add(relation);
    connect(neighbours, fromId, toId);
    connect(neighbours, toId, fromId);
  }
  const edges = [...pairs.values()].map((pair) => ({ ...pair, relations: [...pair.relations] }));
  return { entities, edges, neighbours };
}

function connect(neighbours: Map<string, Set<string>>, from: string, to: string): void {
  const edges = neighbours.get(from) ?? new Set();
  neighbours.set(from, edges.add(to));
}

export const NOTHING: EntityGraph = { entities: [], relationships: [] };

const COLOURS = 6;

export function kindsOf({
  entities,
}: Drawn): { readonly type: string; readonly count: number; readonly kind: string }[] {
  return [...Map.groupBy(entities, ({ type }) => type)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([type, { length }], index) => ({
      type,
      count: length,
      kind: index < COLOURS ? `kind-${index}` : 'kind-other',
    }));
}
