import { momentText } from './phrases.ts';
import { bold } from './style.ts';

/** A version of something: since when, why, and what it says. */
export const versionLines = (number: number, since: Date, why: string, says: readonly string[]): string[] => [
  bold(`${number}  ${momentText(since)}  ${why}`),
  ...says.map((line) => `   ${line}`),
];
