import type { Clock } from '../contracts/clock.ts';
import type { Llm } from '../contracts/llm.ts';
import { isTooLong, reasonOf, SouvenirError } from '../errors.ts';
import { untilAborted } from '../until-aborted.ts';

const HOUR_MS = 3_600_000;

export interface LlmLimits {
  readonly callsPerHour: number;
  readonly timeoutMs: number;
}

export function boundedLlm(llm: Llm, { callsPerHour, timeoutMs }: LlmLimits, clock: Clock): Llm {
  let calls: number[] = [];
  return async (system, user, options = {}) => {
    const now = clock.now().getTime();
    calls = calls.filter((at) => at > now - HOUR_MS);
    if (calls.length >= callsPerHour)
      throw new SouvenirError('llmFailed', `the model was asked ${callsPerHour} times within an hour`, {
        advice: 'raise llmLimits.callsPerHour, or wait: what was not read stays pending',
      });
    calls.push(now);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
    try {
      return await untilAborted(llm(system, user, { ...options, signal }), signal);
    } catch (error) {
      if (options.signal?.aborted || SouvenirError.is(error)) throw error;
      if (!timeout.aborted)
        throw new SouvenirError(isTooLong(error) ? 'tooLongForModel' : 'llmFailed', reasonOf(error), { cause: error });
      throw new SouvenirError('llmFailed', `the model did not answer within ${timeoutMs} ms`, {
        advice: 'raise llmLimits.timeoutMs, or check that the model still runs',
      });
    }
  };
}
