import { reasonOf } from '../errors.ts';
import type { Degradation } from '../model/report.ts';

/** Parts that may fail: what one gives instead, while its failure is added to the list. */
export const softlyInto =
  (degraded: Degradation[]) =>
  async <Result>(part: string, otherwise: Result, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      degraded.push({ part, reason: reasonOf(error) });
      return otherwise;
    }
  };
