import type { Guardrail } from '../contracts/guardrail.ts';
import type { Violation } from '../model/violation.ts';
import { defaultGuardrails } from './default-guardrails.ts';

/** Every place where a text breaks a rule, in the order of the text. */
export async function guard(
  text: string,
  guardrails: readonly Guardrail[] = defaultGuardrails(),
): Promise<Violation[]> {
  const found = await Promise.all(
    guardrails.map(async (rule) => (await rule.check(text)).map((each) => ({ ...each, rule: each.rule ?? rule.name }))),
  );
  return found.flat().sort((a, b) => a.start - b.start || a.end - b.end);
}
