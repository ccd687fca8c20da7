import type { Violation } from '../../model/violation.ts';
import { authorityRule } from './authority.ts';
import { concealmentRule } from './concealment.ts';
import { credentialRule } from './credentials.ts';
import { delimiterRule } from './delimiters.ts';
import { type FormatLimits, formatRule } from './format.ts';
import { overrideRule } from './override.ts';
import { permissionRule } from './permissions.ts';
import { rolePlayRule } from './role-play.ts';
import { smugglingRule } from './smuggling.ts';
import { splitWordRule } from './split-words.ts';
import { unlockRule } from './unlock.ts';

/** What the contract `Guardrail` asks for. */
export interface DefaultGuardrail {
  readonly name: string;
  check(text: string): readonly Violation[];
}

/** The rules that hold unless a caller gives others; `[...defaultGuardrails(), own]` adds to them. */
export const defaultGuardrails = (limits?: FormatLimits): readonly DefaultGuardrail[] => [
  formatRule(limits),
  credentialRule,
  overrideRule,
  authorityRule,
  permissionRule,
  concealmentRule,
  rolePlayRule,
  unlockRule,
  splitWordRule,
  delimiterRule,
  smugglingRule,
];
