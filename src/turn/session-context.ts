import type { MatchedProcedure } from '../components/procedures/procedures.ts';
import { memorySection } from '../compose/memory-section.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import type { StoredEpisode } from '../model/episode.ts';
import type { RecallItem, RecallOptions, RecallResult } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { type Owner, ownerOf } from '../model/scope.ts';
import { tokenBudgetOf } from '../recall/pipeline.ts';
import type { Character } from '../souvenir/character.ts';
import type { ContextCalls } from '../souvenir/context-calls.ts';
import type { Engine } from '../souvenir/engine.ts';
import { softlyInto } from './softly.ts';

const DAY_MS = 86_400_000;
const RECENT_DAYS = 2;
const MOST_EPISODES = 100;
/** Where only some of what is read may be meant. */
const MOST_READ = 100_000;

/** What an agent should know before its next turn, in parts. */
export interface SessionContext {
  readonly identity: string | undefined;
  /** Who it has become; the identity until it has evolved. */
  readonly personality: string | undefined;
  readonly memories: readonly RecallItem[];
  /** What was recorded in the last two days, or in the two before `asOf`, oldest first; of the project or session, if one is named. */
  readonly episodes: readonly StoredEpisode[];
  readonly procedures: readonly MatchedProcedure[];
  /** The memories as prompt text, fenced and labelled; empty when none is relevant. */
  readonly text: string;
  /** Of that text, and of all parts together. */
  readonly tokens: number;
  readonly estimatedTokens: number;
  /** Why there are no memories, when there are none. */
  readonly reason: string | undefined;
  readonly degraded: readonly Degradation[];
}

export interface SessionContexts {
  /** The parts of a prompt for what the agent is about to do; `turn` composes them. */
  loadContext(intent: string, options?: RecallOptions): Promise<SessionContext>;
}

type Sources = Pick<ContextCalls, 'recall'> & Pick<Character, 'persona' | 'procedures'>;

export function sessionContextsOf(engine: Engine, { recall, persona, procedures }: Sources): SessionContexts {
  const { store, clock, tokenizer, spans } = engine;
  return {
    async loadContext(intent, options = {}) {
      const scope = engine.scopeOf(options);
      const { identity, recall: config } = engine.agentOf(scope);
      const owner = ownerOf(scope);
      return spans.compose(async () => {
        const degraded: Degradation[] = [];
        const softly = softlyInto(degraded);
        const found = await recall(intent, options).catch((error) => without(error, degraded));
        const episodes = await softly('episodes', [], () => episodesOf(owner, options));
        const become = await softly('persona', identity, async () => (await persona(owner)).text);
        const personality = become === '' ? undefined : become;
        const matched = procedures(intent, owner);
        const section = memorySection(found.items, tokenBudgetOf(options, config), tokenizer);
        const { items: memories, text, tokens } = section;
        const told = [
          personality ?? '',
          ...episodes.map(({ content }) => content),
          ...matched.map((each) => each.text),
        ];
        return {
          ...{ identity, personality, memories, episodes, procedures: matched, text, tokens },
          estimatedTokens: told.reduce((sum, each) => sum + (each === '' ? 0 : tokenizer.count(each)), tokens),
          reason: memories.length === 0 ? (found.reason ?? 'no relevant memory fits the token budget') : undefined,
          degraded: [...found.degraded, ...degraded],
        };
      });
    },
  };

  /** The latest of them; the store tells neither projects nor an end apart. */
  async function episodesOf(owner: Owner, { projectId, sessionId, asOf }: RecallOptions): Promise<StoredEpisode[]> {
    const until = asOf === undefined ? clock.now() : new Date(asOf);
    const since = new Date(until.getTime() - RECENT_DAYS * DAY_MS);
    const isWhole = projectId === undefined && sessionId === undefined && asOf === undefined;
    const limit = isWhole ? MOST_EPISODES : MOST_READ;
    const episodes = await store.listEpisodes(owner, { since, limit, ...(sessionId !== undefined && { sessionId }) });
    return episodes
      .filter((episode) => projectId === undefined || episode.projectId === projectId)
      .filter(({ occurredAt }) => asOf === undefined || occurredAt <= until)
      .slice(-MOST_EPISODES);
  }
}

/** What is left without memory; what the caller asked for wrongly is the caller's. */
function without(error: unknown, degraded: Degradation[]): Pick<RecallResult, 'items' | 'reason' | 'degraded'> {
  if (SouvenirError.is(error) && error.code === 'invalidInput') throw error;
  degraded.push({ part: 'memories', reason: reasonOf(error) });
  return { items: [], reason: 'memory could not be asked', degraded: [] };
}
