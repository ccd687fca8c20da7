import type { Check } from '../doctor/check.ts';
import { green, red } from './style.ts';

export const checkLines = ({ name, ok, detail, advice }: Check): string[] => [
  `${ok ? green('✓') : red('✗')} ${name.padEnd(8)}  ${detail}`,
  ...(advice === undefined ? [] : [`            ${advice}`]),
];
