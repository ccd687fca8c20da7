import type { Clock } from '../../../src/contracts/clock.ts';
import type { Embedder } from '../../../src/contracts/embedder.ts';
import type { Llm } from '../../../src/contracts/llm.ts';
import type { Reader } from '../../../src/contracts/reader.ts';
import type { Reranker } from '../../../src/contracts/reranker.ts';
import { ownerPages } from '../../../src/contracts/store.ts';
import {
  type Agent,
  type ConsolidationReport,
  createSouvenir,
  type EpisodeInput,
  type Memory,
  type MemoryStatus,
  type RecallItem,
  type ScopedSouvenir,
} from '../../../src/index.ts';
import { SHARED_PREFIX } from '../../../src/model/scope.ts';
import { souvenirReader } from '../../../src/reader/souvenir-reader.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import type { DatasetContext } from '../dataset.ts';
import type { Session, Turn } from '../trial-data.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIRST = Date.UTC(2024, 0, 1);

export interface Answer {
  readonly items: readonly RecallItem[];
  /** The items of a silent recall at a threshold of 0. */
  readonly withheld: readonly RecallItem[];
  /** How sure the engine is that it holds an answer, told even when it gives none. */
  readonly confidence: number;
}

export interface Asking {
  /** A day after the last item unless the data tells. */
  readonly at?: Date | undefined;
  readonly topK?: number;
}

/** Several memories share one embedder and one reader: none may close it. */
function unclosed<Part extends Embedder | Reader>({ close: _, ...part }: Part): Omit<Part, 'close'> {
  return part;
}

const reader = unclosed(souvenirReader());

interface Parts {
  readonly reranker?: Reranker;
  readonly llm?: Llm | undefined;
  /** The default agent unless given. */
  readonly agents?: Agent;
}

/** The engine with default settings, fed session by session on the data's own clock. */
export async function memoryUnderTest(
  { embedder, makeStore = () => sqliteStore({ path: ':memory:' }) }: Pick<DatasetContext, 'embedder' | 'makeStore'>,
  { reranker, llm, agents }: Parts = {},
) {
  let now = FIRST - MINUTE;
  const clock: Clock = { now: () => new Date(now) };
  const store = makeStore();
  const parts = {
    store,
    clock,
    embedder: unclosed(embedder),
    embedInBackground: false,
    ...(llm && { llm }),
    ...(agents && { agents }),
  };
  const souvenir = await createSouvenir({ ...parts, ...(reranker === undefined ? { reader } : { reranker }) });
  /** The clock goes on as each is taken. */
  function* spoken(turns: readonly Turn[]): Iterable<EpisodeInput> {
    for (const { unit, ...turn } of turns) {
      now += MINUTE;
      yield { ...turn, occurredAt: clock.now(), metadata: { turnId: unit } };
    }
  }
  async function asking<Answered>(at: Date, ask: (memory: ScopedSouvenir) => Promise<Answered>): Promise<Answered> {
    const before = now;
    now = at.getTime();
    try {
      return await ask(souvenir.for());
    } finally {
      now = before;
    }
  }
  return {
    async ingest({ id, startsAt, turns }: Session): Promise<ConsolidationReport> {
      if (startsAt !== undefined) now = startsAt.getTime() - MINUTE;
      const session = souvenir.for({ sessionId: id });
      await session.recordAll(spoken(turns));
      return await session.sessions.end();
    },
    async ask(question: string, { at = new Date(now + DAY), topK = 50 }: Asking = {}): Promise<Answer> {
      return asking(at, async (memory) => {
        const options = { topK, tokenBudget: null, touch: false };
        const { items, confidence } = await memory.recall(question, options);
        if (items.length > 0 || confidence === 0) return { items, confidence, withheld: [] };
        return { items, confidence, withheld: (await memory.recall(question, { ...options, threshold: 0 })).items };
      });
    },
    /** The whole prompt for a message. */
    prompt: (message: string, at: Date = new Date(now + DAY)): Promise<string> =>
      asking(at, async (memory) => (await memory.turn(message)).text),
    /** In a session of its own, at a moment after the last item. */
    asking,
    /** Every memory that recall can give, or those with other statuses. */
    async memories(statuses: readonly MemoryStatus[] = ['active']): Promise<Memory[]> {
      const page = { filter: { statuses }, limit: 1_000_000 };
      const matches: Memory[] = [];
      for await (const owners of ownerPages(store))
        for (const owner of owners)
          if (!owner.agentId.startsWith(`${SHARED_PREFIX}.`)) matches.push(...(await store.listMemories(owner, page)));
      return matches;
    },
    /** The turns on which each statement of the user's profile rests. */
    async profileTurns(): Promise<{ readonly field: string; readonly turns: readonly string[] }[]> {
      const { fields } = await souvenir.for().profile.details();
      return fields.flatMap(({ name, parts = [] }) =>
        parts.map(({ provenance }) => ({ field: name, turns: provenance.turnIds })),
      );
    },
    close: () => souvenir.close(),
  };
}
