import { everyMemory, type Store } from '../contracts/store.ts';
import { type Memory, memoryStatusSchema } from '../model/memory.ts';
import type { RecallItem } from '../model/recall.ts';
import type { ConsolidationReport } from '../model/report.ts';
import { isWithin, type Owner } from '../model/scope.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** One of two compared memories. */
export interface ComparedMemory {
  readonly store: Store;
  readonly owner: Owner;
  /** Compares memories of this project only; of all projects unless given. */
  readonly projectId?: string | undefined;
  /** Answers a query; without it, queries give no items. */
  recall?(query: string): Promise<readonly RecallItem[]>;
  readonly reports?: readonly ConsolidationReport[];
}

export interface ChangedMemory {
  readonly one: Memory;
  readonly other: Memory;
  readonly fields: readonly string[];
}

/** The total cost of consolidations. */
export interface Cost {
  readonly durationMs: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Comparison {
  readonly memories: {
    readonly same: number;
    readonly onlyInOne: readonly Memory[];
    readonly onlyInOther: readonly Memory[];
    readonly changed: readonly ChangedMemory[];
  };
  readonly queries: readonly {
    readonly query: string;
    readonly onlyInOne: readonly RecallItem[];
    readonly onlyInOther: readonly RecallItem[];
    /** Whether the items that both recalled are in the same order. */
    readonly isSameOrder: boolean;
  }[];
  /** The cost of each side with reports. */
  readonly cost: { readonly one?: Cost; readonly other?: Cost };
}

/**
 * The differences in content and answers of two stores. Ids differ: memories match by component and content, else by component and episodes.
 * Compares content, validity, confidence, importance and superseding memories, not access counts.
 * @example const { memories } = await compare({ store, owner: ana.scope }, { store: otherStore, owner: ana.scope });
 */
export async function compare(
  one: ComparedMemory,
  other: ComparedMemory,
  queries: readonly string[] = [],
): Promise<Comparison> {
  const [ones, others] = [await allOf(one), await allOf(other)];
  const { pairs, onlyInOne, onlyInOther } = await pairMemories(ones, others);
  const [replacedOne, replacedOther] = [contentsOf(ones), contentsOf(others)];
  const changed: ChangedMemory[] = [];
  for (const [a, b] of pairs) {
    await yieldToEventLoop();
    const fields = differing(viewOf(a, replacedOne), viewOf(b, replacedOther));
    if (fields.length > 0) changed.push({ one: a, other: b, fields });
  }
  const comparedQueries: Comparison['queries'][number][] = [];
  for (const query of queries) {
    const [left, right] = [(await one.recall?.(query)) ?? [], (await other.recall?.(query)) ?? []];
    comparedQueries.push({ query, ...differentItems(left, right) });
  }
  return {
    memories: { same: pairs.length - changed.length, onlyInOne, onlyInOther, changed },
    queries: comparedQueries,
    cost: {
      ...(one.reports !== undefined && { one: costOf(one.reports) }),
      ...(other.reports !== undefined && { other: costOf(other.reports) }),
    },
  };
}

/**
 * The total cost of consolidations.
 * @example const { modelCalls } = costOf([await ana.consolidate()]);
 */
export const costOf = (reports: readonly ConsolidationReport[]): Cost => {
  const sum = (key: keyof Cost) => reports.reduce((total, report) => total + report[key], 0);
  return {
    durationMs: sum('durationMs'),
    modelCalls: sum('modelCalls'),
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
  };
};

const VISIBLE_FILTER = { statuses: memoryStatusSchema.exclude(['forgotten']).options };

const allOf = async ({ store, owner, projectId }: ComparedMemory): Promise<Memory[]> =>
  (await everyMemory(store, owner, VISIBLE_FILTER)).filter(isWithin({ projectId }));

async function pairMemories(ones: readonly Memory[], others: readonly Memory[]) {
  const pairs: [Memory, Memory][] = [];
  let [left, right] = [ones, others];
  for (const keyOf of [statementKey, sourceKey]) {
    const byKey = new Map<string, Memory[]>();
    for (const memory of right) {
      await yieldToEventLoop();
      const key = keyOf(memory);
      const alike = byKey.get(key);
      if (alike === undefined) byKey.set(key, [memory]);
      else alike.push(memory);
    }
    const matched = new Set<Memory>();
    for (const memory of left) {
      await yieldToEventLoop();
      const match = byKey.get(keyOf(memory))?.shift();
      if (match === undefined) continue;
      pairs.push([memory, match]);
      matched.add(memory).add(match);
    }
    left = left.filter((memory) => !matched.has(memory));
    right = right.filter((memory) => !matched.has(memory));
  }
  return { pairs, onlyInOne: left, onlyInOther: right };
}

const statementKey = ({ component, content }: Memory): string => JSON.stringify([component, content]);
/** A memory without episodes matches no other. */
const sourceKey = ({ id, component, category, provenance: { episodeIds } }: Memory): string =>
  JSON.stringify(episodeIds.length === 0 ? id : [component, category, episodeIds]);

type View = Readonly<Record<string, unknown>>;

const contentsOf = (memories: readonly Memory[]): ReadonlyMap<string, string> =>
  new Map(memories.map(({ id, content }) => [id, content]));

function viewOf(memory: Memory, contents: ReadonlyMap<string, string>): View {
  const { content, type, category, status, importance, confidence, createdAt, validAt, invalidAt } = memory;
  const { provenance, supersededBy, doubtedAt, sessionId, projectId } = memory;
  return {
    ...{ content, type, category, status, importance, confidence, createdAt, validAt, invalidAt, doubtedAt },
    ...{ sessionId, projectId, episodeIds: provenance.episodeIds },
    supersededBy: contents.get(supersededBy ?? ''),
  };
}

const differing = (one: View, other: View): string[] =>
  Object.keys(one).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));

function differentItems(ones: readonly RecallItem[], others: readonly RecallItem[]) {
  const keyOf = ({ content }: RecallItem) => content;
  const [left, right] = [new Set(ones.map(keyOf)), new Set(others.map(keyOf))];
  const order = (items: readonly RecallItem[], also: ReadonlySet<string>) =>
    JSON.stringify(items.map(keyOf).filter((key) => also.has(key)));
  return {
    onlyInOne: ones.filter((item) => !right.has(keyOf(item))),
    onlyInOther: others.filter((item) => !left.has(keyOf(item))),
    isSameOrder: order(ones, right) === order(others, left),
  };
}
