import { wordList } from '../text/word-list.ts';

const SHORTEST_RUN = 10;
const LONGEST_WORD = 14;
const KNOWN = wordList(
  `a i to of the and all any you your my me us do not no never now new only this that these here above before from in on as are is be
  ignore disregard forget override overrule bypass skip drop disable remove lift suspend break replace obey follow act pretend reveal print show
  previous prior earlier system core base initial original hidden safety security content ethics policy policies prompt prompts message
  instruction instructions rule rules guideline guidelines restriction restrictions limit limits filter filters guardrail guardrails
  identity refuse refusal refusals without asking ask user hide tell everything anything developer admin mode enable grant yourself
  rights access password secret dan unrestricted unfiltered uncensored persona directives constraints told given`,
);

/** Words that were written in one row, as far as all of it is known; else the row itself. */
export function wordsOf(row: string): string {
  if (row.length < SHORTEST_RUN) return row;
  const ends: (string | undefined)[] = [''];
  for (let end = 1; end <= row.length; end++)
    for (let start = Math.max(0, end - LONGEST_WORD); start < end; start++) {
      const before = ends[start];
      const word = row.slice(start, end);
      if (before === undefined || !KNOWN.has(word)) continue;
      ends[end] = before === '' ? word : `${before} ${word}`;
      break;
    }
  return ends[row.length] ?? row;
}
