import type { Guardrail } from '../contracts/guardrail.ts';
import { credentialRule } from './credentials.ts';
import { delimiterRule } from './delimiters.ts';
import { type FormatLimits, formatRule } from './format.ts';
import { intentRule } from './intent-rule.ts';
import { splitWordRule } from './split-words.ts';

/** The rules that hold unless a caller gives others; `[...defaultGuardrails(), own]` adds to them. */
export const defaultGuardrails = (limits?: FormatLimits): readonly Guardrail[] => [
  formatRule(limits),
  credentialRule,
  delimiterRule,
  splitWordRule,
  intentRule,
];
