import type { z } from 'zod';
import { failed } from '../errors.ts';
import { parse } from '../model/parse.ts';
import type { Degradation } from '../model/report.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** Parts that may fail: what one gives instead, while its failure is added to the list. None begins once the signal aborted. */
export const bestEffortInto =
  (degraded: Degradation[], signal: AbortSignal | undefined) =>
  async <Result>(part: string, otherwise: Result, work: () => Promise<Result>): Promise<Result> => {
    signal?.throwIfAborted();
    try {
      await yieldToEventLoop();
      return await work();
    } catch (error) {
      degraded.push(failed(part, error));
      return otherwise;
    }
  };

/** What a policy answered, or a refusal of what is no verdict. One that answers later is no policy: what it fails by is then nobody's. */
export function verdictOf<Verdict>(schema: z.ZodType<Verdict>, answer: unknown, policy: string): Verdict {
  if (answer instanceof Promise) answer.catch(() => {});
  return parse(schema, answer instanceof Promise ? undefined : answer, policy);
}
