import type { Violation } from '../contracts/guardrail.ts';
import { sha256 } from '../text/sha256.ts';

/** Size of the cache; the least recently used text is dropped. */
const MAX_JUDGED = 1000;

type Judge<Asked extends readonly string[]> = (...asked: Asked) => Promise<readonly Violation[]>;

export function judgeOnce<Asked extends readonly string[]>(judge: Judge<Asked>): Judge<Asked> {
  const verdicts = new Map<string, Promise<readonly Violation[]>>();
  return (...asked) => {
    const key = sha256(JSON.stringify(asked));
    const verdict = verdicts.get(key) ?? judge(...asked);
    verdicts.delete(key);
    verdicts.set(key, verdict);
    verdict.catch(() => verdicts.delete(key));
    const [oldest] = verdicts.keys();
    if (verdicts.size > MAX_JUDGED && oldest !== undefined) verdicts.delete(oldest);
    return verdict;
  };
}
