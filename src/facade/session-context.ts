import type { MatchedProcedure } from '../components/procedures/procedures.ts';
import { memorySection } from '../compose/memory-section.ts';
import type { StoredEpisode } from '../model/episode.ts';
import type { RecallItem, RecallOptions } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { ownerOf } from '../model/scope.ts';
import { tokenBudgetOf } from '../recall/pipeline.ts';
import type { Character } from './character.ts';
import type { ContextCalls } from './context-calls.ts';
import type { Engine } from './engine.ts';
import { softlyInto } from './softly.ts';

const DAY_MS = 86_400_000;
const RECENT_DAYS = 2;
const MOST_EPISODES = 100;

/** What an agent should know before its next turn, in parts. */
export interface SessionContext {
  readonly identity: string | undefined;
  /** Who it has become; the identity until it has evolved. */
  readonly personality: string | undefined;
  readonly memories: readonly RecallItem[];
  /** What was recorded in the last two days, oldest first. */
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
        const found = await recall(intent, options);
        const since = new Date(clock.now().getTime() - RECENT_DAYS * DAY_MS);
        const episodes = await softly('episodes', [], () => store.listEpisodes(owner, { since, limit: MOST_EPISODES }));
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
}
