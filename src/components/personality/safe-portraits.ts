import { defaultGuardrails } from '../../language/guardrails/default-guardrails.ts';
import { guard } from '../../language/guardrails/guard.ts';
import type { PersonalityConfig } from './config.ts';
import type { Portrait } from './portrait.ts';

/** What a persona may add to its identity, in UTF-16 units and in lines. */
const ROOM = { length: 4000, lines: 120 };

/** Those whose text breaks no guardrail. What stands in the identity is its author's, and not for the rules to judge. */
export function safePortraits(
  portraits: readonly Portrait[],
  { identity, guardrails = defaultsFor(identity) }: Pick<PersonalityConfig, 'identity' | 'guardrails'>,
): Portrait[] {
  return portraits.filter(({ text }) =>
    guard(text, guardrails).every(({ start, end }) => end > start && identity.includes(text.slice(start, end))),
  );
}

const defaultsFor = (identity: string) =>
  defaultGuardrails({ maxLength: identity.length + ROOM.length, maxLines: identity.split('\n').length + ROOM.lines });
