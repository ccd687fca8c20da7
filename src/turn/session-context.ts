import { memorySection } from '../compose/compose.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { failed, SouvenirError } from '../errors.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { FILLER } from '../model/memory.ts';
import type { RecallItem, RecallResult } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { bestEffortInto } from './best-effort.ts';

/** What an agent should know before its next turn, in parts. */
export interface SessionContext<Procedure = unknown> {
  readonly identity: string | undefined;
  /** Who it has become; the identity until it has evolved. */
  readonly personality: string | undefined;
  readonly memories: readonly RecallItem[];
  /** What was recorded in the last two days, or in the two before `asOf`, oldest first. */
  readonly episodes: readonly StoredEpisode[];
  readonly procedures: readonly Procedure[];
  /** The memories as prompt text, fenced and labelled; empty when none is relevant. */
  readonly text: string;
  /** Of that text, and of all parts together. */
  readonly tokens: number;
  readonly estimatedTokens: number;
  /** Why there are no memories, when there are none. */
  readonly reason: string | undefined;
  readonly degraded: readonly Degradation[];
}

export interface SessionContextSources<Procedure> {
  readonly identity: string | undefined;
  readonly tokenizer: Tokenizer;
  readonly tokenBudget: number;
  readonly signal: AbortSignal | undefined;
  flush(): Promise<void>;
  recall(): Promise<RecallResult>;
  episodes(): Promise<StoredEpisode[]>;
  persona(): Promise<string>;
  procedures(): readonly Procedure[];
}

/** The parts of a prompt; `turn` composes them. Parts that fail are named while the rest is there. */
export async function sessionContext<Procedure extends { readonly text: string }>(
  sources: SessionContextSources<Procedure>,
): Promise<SessionContext<Procedure>> {
  const { identity, tokenizer, tokenBudget } = sources;
  const degraded: Degradation[] = [];
  const bestEffort = bestEffortInto(degraded, sources.signal);
  await bestEffort('record', undefined, () => sources.flush());
  const recalled = await sources.recall().catch((error) => withoutMemories(error, degraded));
  const episodes = await bestEffort('episodes', [], () => sources.episodes());
  const personaText = await bestEffort('persona', identity, () => sources.persona());
  const personality = personaText === '' ? undefined : personaText;
  const procedures = sources.procedures();
  const {
    items: memories,
    text,
    tokens,
  } = memorySection(
    recalled.items.filter(({ category }) => category !== FILLER),
    tokenBudget,
    tokenizer,
  );
  const texts = [personality ?? '', ...episodes.map(({ content }) => content), ...procedures.map((each) => each.text)];
  return {
    ...{ identity, personality, memories, episodes, procedures, text, tokens },
    estimatedTokens: texts.reduce((sum, each) => sum + (each === '' ? 0 : tokenizer.count(each)), tokens),
    reason: memories.length === 0 ? (recalled.reason ?? 'no relevant memory fits the token budget') : undefined,
    degraded: [...recalled.degraded, ...degraded],
  };
}

/** What is left without memory; what the caller asked for wrongly is the caller's. */
function withoutMemories(error: unknown, degraded: Degradation[]): Pick<RecallResult, 'items' | 'reason' | 'degraded'> {
  if (SouvenirError.is(error) && error.code === 'invalidInput') throw error;
  degraded.push(failed('memories', error));
  return { items: [], reason: 'memory could not be asked', degraded: [] };
}
