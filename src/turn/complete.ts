import { z } from 'zod';
import type { Languages } from '../contracts/language.ts';
import type { WritePolicy, WriteVerdict } from '../contracts/policies.ts';
import { failed, SouvenirError } from '../errors.ts';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import { parse } from '../model/parse.ts';
import { messageSchema } from '../model/primitives.ts';
import type { Degradation } from '../model/report.ts';
import { verdictOf } from './best-effort.ts';

type Side = 'user' | 'assistant';

/** The result of completing a turn. */
export interface TurnOutcome {
  /** Message and reply, if either is worth recording: a session has no gaps. */
  readonly recorded: readonly Episode[];
  /** Sides that were not recorded, and why: neither is worth it, or the write policy forbids it. */
  readonly skipped: readonly { readonly role: Side; readonly why: string }[];
  /** Failures that kept a side from being recorded; `complete` may be called again. Episodes that could not be written yet stay in the buffer. */
  readonly degraded: readonly Degradation[];
}

export interface AnsweredMessage {
  readonly message: string;
  readonly speaker?: string;
  readonly sourceId?: string;
  readonly memoryIds?: readonly string[];
}

export interface TurnRecording {
  readonly writePolicy: WritePolicy;
  readonly languages: Languages;
  record(episode: EpisodeInput): Episode;
  flush(): Promise<void>;
  helped?(reply: Episode, memoryIds: readonly string[]): Promise<void>;
  isErased?(): boolean;
  asStored(episodes: readonly Episode[]): Promise<readonly Episode[]>;
}

const verdictSchema: z.ZodType<WriteVerdict> = z.object({
  keep: z.boolean(),
  why: z.string(),
  never: z.boolean().exactOptional(),
});

export const writeVerdictOf = (answer: unknown): WriteVerdict => verdictOf(verdictSchema, answer, 'writePolicy');

export function turnCompletion(
  { message, speaker, sourceId, memoryIds = [] }: AnsweredMessage,
  { writePolicy, languages, record, flush, asStored, isErased, helped }: TurnRecording,
) {
  const recorded: Episode[] = [];
  let isComplete = false;
  return async (reply: string): Promise<TurnOutcome> => {
    const answer = parse(messageSchema, reply, 'reply');
    if (isComplete) throw new SouvenirError('invalidInput', 'this turn is already complete');
    const degraded: Degradation[] = [];
    const bestEffort = <Result>(part: string, work: () => Result): Result | undefined => {
      try {
        return work();
      } catch (error) {
        degraded.push(failed(part, error));
        return undefined;
      }
    };
    const from = (role: Side) => ({ role, ...(sourceId !== undefined && { sourceId: `${sourceId}/${role}` }) });
    const sides = [
      { ...from('user'), content: message, ...(speaker !== undefined && { speaker }) },
      { ...from('assistant'), content: answer },
    ];
    if (isErased?.())
      return {
        recorded: [],
        skipped: sides.map(({ role }) => ({ role, why: 'the user was erased meanwhile' })),
        degraded,
      };
    const judged = sides
      .filter(({ role, content }) => content.trim() !== '' && recorded.every((episode) => episode.role !== role))
      .map((turn) => ({
        turn,
        verdict: bestEffort('writePolicy', () =>
          writeVerdictOf(writePolicy({ type: 'conversation', speaker: undefined, ...turn }, languages)),
        ),
      }));
    const isWorthIt = recorded.length > 0 || judged.some(({ verdict }) => verdict?.keep);
    const skipped: { role: Side; why: string }[] = [];
    for (const { turn, verdict } of judged) {
      if (verdict === undefined) continue;
      if (!isWorthIt || verdict.never === true) skipped.push({ role: turn.role, why: verdict.why });
      else {
        const episode = bestEffort('record', () => record(turn));
        if (episode !== undefined) recorded.push(episode);
      }
    }
    isComplete = degraded.length === 0;
    await flush().catch((error) => degraded.push(failed('record', error)));
    const recordedReply = recorded.find(({ role }) => role === 'assistant');
    if (recordedReply !== undefined && memoryIds.length > 0 && degraded.length === 0)
      await helped?.(recordedReply, memoryIds).catch((error) => degraded.push(failed('helped', error)));
    return { recorded: await asStored(recorded).catch(() => [...recorded]), skipped, degraded };
  };
}
