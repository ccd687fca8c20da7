import type { Guardrail } from '../../contracts/guardrail.ts';
import type { ProfileField } from '../../contracts/profile-store.ts';
import { defaultGuardrails, guard } from '../../guardrails/guard.ts';
import { judgeOnce } from '../../guardrails/judge-once.ts';
import { partsOf } from './learn.ts';
import { readable } from './schema.ts';

export const DIRECTIVES = 'directives';

/** The directives of a profile that break no guardrail, newest first. */
export function standingDirectives(
  guardrails: readonly Guardrail[] = defaultGuardrails(),
): (fields: readonly ProfileField[]) => Promise<string[]> {
  const violationsOf = judgeOnce((text) => guard(text, guardrails));
  const isSafe = async (text: string): Promise<boolean> => (await violationsOf(text)).length === 0;
  return async (fields) => {
    const field = fields.find(({ name }) => name === DIRECTIVES);
    const directives = field === undefined ? [] : partsOf(field, Array.isArray(field.value));
    const texts = directives.sort((a, b) => b.since.getTime() - a.since.getTime()).map(({ value }) => readable(value));
    const areSafe = await Promise.all(texts.map(isSafe));
    return texts.filter((_, at) => areSafe[at]);
  };
}
