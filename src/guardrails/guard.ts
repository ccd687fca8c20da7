import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import { secretsIn } from '../secrets/redact.ts';
import { commandRule } from './commands.ts';
import { type FormatLimits, formatRule, sizeRule } from './format.ts';
import { intentRule } from './intent.ts';
import { delimiterRule, splitWordRule } from './text-rules.ts';

/** Every violation, in the order of the text; if a decisive rule is broken, only those of decisive rules. */
export async function guard(
  text: string,
  guardrails: readonly Guardrail[] = defaultGuardrails(),
): Promise<Violation[]> {
  const first = await violationsAmong(
    text,
    guardrails.filter(({ isDecisive }) => isDecisive === true),
  );
  return first.length > 0
    ? first
    : violationsAmong(
        text,
        guardrails.filter(({ isDecisive }) => isDecisive !== true),
      );
}

async function violationsAmong(text: string, guardrails: readonly Guardrail[]): Promise<Violation[]> {
  const violations = await Promise.all(
    guardrails.map(async (rule) => (await rule.check(text)).map((each) => ({ ...each, rule: each.rule ?? rule.name }))),
  );
  return violations.flat().sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A secret in a prompt could be used by any reader of the prompt. */
const secretRule: Guardrail = {
  name: 'secrets',
  check: (text) =>
    secretsIn(text).map(({ kind, ...span }) => ({ rule: 'secrets', reason: `holds a ${kind}`, ...span })),
};

/**
 * The default rules; `[...defaultGuardrails(), own]` adds to them.
 * @example const souvenir = await createSouvenir({ store, guardrails: defaultGuardrails({ maxLength: 1000 }) });
 */
export const defaultGuardrails = (limits?: FormatLimits): readonly Guardrail[] => [
  sizeRule(limits),
  formatRule(limits),
  secretRule,
  delimiterRule,
  splitWordRule,
  commandRule,
  intentRule,
];
