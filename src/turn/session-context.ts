import { memorySection } from '../compose/compose.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { failed, SouvenirError } from '../errors.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { FILLER } from '../model/memory.ts';
import type { RecallItem, RecallResult } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { bestEffortInto } from './best-effort.ts';

/** The parts that an agent should read before its next turn. */
export interface SessionContext<Procedure = unknown> {
  readonly identity: string | undefined;
  /** The persona; the identity until it has evolved. */
  readonly personality: string | undefined;
  readonly memories: readonly RecallItem[];
  /** Episodes of the last two days, or of the two before `asOf`, oldest first. */
  readonly episodes: readonly StoredEpisode[];
  readonly procedures: readonly Procedure[];
  /** The memories as prompt text, fenced and labelled; empty when none is relevant. */
  readonly text: string;
  /** Tokens of `text`; `estimatedTokens` are those of all parts. */
  readonly tokens: number;
  readonly estimatedTokens: number;
  /** Why there are no memories. */
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
  procedures(): Promise<readonly Procedure[]>;
}

/** The parts of a prompt, which `turn` composes. Parts that fail are reported as degraded. */
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
  const procedures = await sources.procedures();
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

/** Invalid input is the caller's error and is thrown. */
function withoutMemories(error: unknown, degraded: Degradation[]): Pick<RecallResult, 'items' | 'reason' | 'degraded'> {
  if (SouvenirError.is(error) && error.code === 'invalidInput') throw error;
  degraded.push(failed('memories', error));
  return { items: [], reason: 'memory could not be asked', degraded: [] };
}
