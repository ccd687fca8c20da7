import type { Guardrail } from '../../contracts/guardrail.ts';
import type { ProfileField } from '../../contracts/profile-store.ts';
import { defaultGuardrails, guard } from '../../guardrails/guard.ts';
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
    const verdict = judged.get(text) ?? guard(text, guardrails).then((violations) => violations.length === 0);
    judged.delete(text);
    judged.set(text, verdict);
    // A guardrail that failed once may judge next time.
    verdict.catch(() => judged.delete(text));
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
