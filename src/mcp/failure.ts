import type { CallToolResult } from '@modelcontextprotocol/server';
import { SouvenirError } from '../errors.ts';

/** Calls in the engine's advice, with the tools that replace them. */
const IN_TOOLS: readonly (readonly [RegExp, string])[] = [
  [/(?:memories\.)?\b(list|correct|forget)\([^()]*\)/, 'memory_$1'],
  [/pass `next` of the page before/, 'take the cursor `next` of the page before'],
];
/** Calls and names that only make sense in a program. */
const OF_THE_LIBRARY = /\w\(|\b[a-z]+[A-Z]\w*|\bpass\b/;

/** An error in words for a model; errors other than our own show no details. */
export function failureText(error: unknown): string {
  if (!SouvenirError.is(error)) return 'Something went wrong in the memory; trying again may help.';
  const advice = IN_TOOLS.reduce((text, [call, tool]) => text?.replace(call, tool), error.advice);
  return advice === undefined || OF_THE_LIBRARY.test(advice) ? error.message : `${error.message}; ${advice}`;
}

export const failureOf = (error: unknown): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: failureText(error) }],
});
