import type { Guardrail, Violation } from '../../contracts/guardrail.ts';
import { defaultGuardrails, guard } from '../../guardrails/guard.ts';
import type { Portrait } from './portrait.ts';

interface PersonaRules {
  readonly identity: string;
  readonly guardrails?: readonly Guardrail[] | undefined;
}

/** What a persona may add to its identity, in UTF-16 units and in lines. */
const ROOM = { length: 4000, lines: 120 };

/** Those whose text breaks no guardrail. */
export async function safePortraits(portraits: readonly Portrait[], rules: PersonaRules): Promise<Portrait[]> {
  const violations = await Promise.all(portraits.map(({ text }) => personaViolations(text, rules)));
  return portraits.filter((_, at) => violations[at]?.length === 0);
}

/** What a persona's text breaks. What stands in the identity is its author's, and not for the rules to judge. */
export async function personaViolations(
  text: string,
  { identity, guardrails = defaultsFor(identity) }: PersonaRules,
): Promise<Violation[]> {
  const violations = await guard(text, guardrails);
  return violations.filter(({ start, end }) => end === start || !identity.includes(text.slice(start, end)));
}

const defaultsFor = (identity: string) =>
  defaultGuardrails({ maxLength: identity.length + ROOM.length, maxLines: identity.split('\n').length + ROOM.lines });
