import type { z } from 'zod';
import { failed } from '../errors.ts';
import { parse } from '../model/parse.ts';
import type { Degradation } from '../model/report.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** Returns `otherwise` for a part that fails, and adds the failure to `degraded`. No part begins after the signal aborted. */
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

/** Parses the answer of a policy. A promise is refused, and its rejection ignored. */
export function verdictOf<Verdict>(schema: z.ZodType<Verdict>, answer: unknown, policy: string): Verdict {
  if (answer instanceof Promise) answer.catch(() => {});
  return parse(schema, answer instanceof Promise ? undefined : answer, policy);
}
