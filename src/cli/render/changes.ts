import type { Cause, Memory } from '../../model/memory.ts';
import { becauseText, momentIfAny, oneLine, unitText } from './phrases.ts';

/** What can be told of a memory at one time and not at another. */
const FIELDS: Readonly<Record<string, (memory: Memory) => string | undefined>> = {
  content: ({ content }) => oneLine(content),
  type: ({ type }) => type,
  category: ({ category }) => category,
  status: ({ status }) => status,
  importance: ({ importance }) => unitText(importance),
  confidence: ({ confidence }) => unitText(confidence),
  'true since': ({ validAt }) => momentIfAny(validAt),
  'true until': ({ invalidAt }) => momentIfAny(invalidAt),
  'replaced by': ({ supersededBy }) => supersededBy,
  'in doubt since': ({ doubtedAt }) => momentIfAny(doubtedAt),
  metadata: ({ metadata }) => oneLine(JSON.stringify(metadata)),
};

/** What is not the same, a line each. */
export const changeLines = (before: Memory, after: Memory): string[] =>
  Object.entries(FIELDS).flatMap(([name, read]) => {
    const [was, is] = [read(before), read(after)];
    return was === is ? [] : [`${name}: ${was ?? 'none'} → ${is ?? 'none'}`];
  });

export const causeText = ({ kind, reason, by }: Cause): string =>
  `${kind}${by === undefined ? '' : ` by ${by}`}${becauseText(reason)}`;
