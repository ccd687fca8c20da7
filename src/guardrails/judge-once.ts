import type { Violation } from '../contracts/guardrail.ts';
import { sha256 } from '../text/sha256.ts';

/** Verdicts are kept for so many texts, each of the last time that somebody asked. */
const MAX_JUDGED = 1000;

type Judge<Asked extends readonly string[]> = (...asked: Asked) => Promise<readonly Violation[]>;

/** The same judge, who reads a text once: the same text gets the same verdict. */
export function judgeOnce<Asked extends readonly string[]>(judge: Judge<Asked>): Judge<Asked> {
  const verdicts = new Map<string, Promise<readonly Violation[]>>();
  return (...asked) => {
    const key = sha256(JSON.stringify(asked));
    const verdict = verdicts.get(key) ?? judge(...asked);
    verdicts.delete(key);
    verdicts.set(key, verdict);
    // A guardrail that failed once may judge next time.
    verdict.catch(() => verdicts.delete(key));
    const [oldest] = verdicts.keys();
    if (verdicts.size > MAX_JUDGED && oldest !== undefined) verdicts.delete(oldest);
    return verdict;
  };
}
