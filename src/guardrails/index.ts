export type { FormatLimits } from './format.ts';
export { defaultGuardrails } from './guard.ts';
