import type { Violation } from '../../model/violation.ts';
import type { DefaultGuardrail } from './default-guardrails.ts';
import { defaultGuardrails } from './default-guardrails.ts';

/** Every place where a text breaks a rule, in the order of the text. */
export const guard = (text: string, guardrails: readonly DefaultGuardrail[] = defaultGuardrails()): Violation[] =>
  guardrails.flatMap((rule) => [...rule.check(text)]).sort((a, b) => a.start - b.start || a.end - b.end);
