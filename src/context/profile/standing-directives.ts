import type { Guardrail } from '../../contracts/guardrail.ts';
import type { ProfileField } from '../../contracts/profile-store.ts';
import { defaultGuardrails, guard } from '../../guardrails/guard.ts';
import { sha256 } from '../../text/sha256.ts';
import { partsOf } from './learn.ts';
import { readable } from './schema.ts';

export const DIRECTIVES = 'directives';

/** Verdicts of guardrails are kept for so many texts. */
const MAX_JUDGED = 1000;

/** Lists the standing wishes of a profile that break no guardrail, newest first. */
export function standingDirectives(
  guardrails: readonly Guardrail[] = defaultGuardrails(),
): (fields: readonly ProfileField[]) => Promise<string[]> {
  const judged = new Map<string, Promise<boolean>>();
  const isSafe = (text: string): Promise<boolean> => {
    const key = sha256(text);
    const verdict = judged.get(key) ?? guard(text, guardrails).then((violations) => violations.length === 0);
    judged.delete(key);
    judged.set(key, verdict);
    // A guardrail that failed once may judge next time.
    verdict.catch(() => judged.delete(key));
    const [oldest] = judged.keys();
    if (judged.size > MAX_JUDGED && oldest !== undefined) judged.delete(oldest);
    return verdict;
  };
  return async (fields) => {
    const field = fields.find(({ name }) => name === DIRECTIVES);
    const wishes = field === undefined ? [] : partsOf(field, Array.isArray(field.value));
    const texts = wishes.sort((a, b) => b.since.getTime() - a.since.getTime()).map(({ value }) => readable(value));
    const verdicts = await Promise.all(texts.map(isSafe));
    return texts.filter((_, at) => verdicts[at]);
  };
}
