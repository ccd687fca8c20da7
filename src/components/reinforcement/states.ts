import { wordList } from '../../text/word-list.ts';
import { words } from '../../text/words.ts';
import type { Clause } from './clauses.ts';
import { GONE, GOT, MET_AGAIN, NOT_WORKING, RIGHT, STILL } from './outcome-words.ts';
import { plainTask, tellingWords } from './phrases.ts';
import type { Verdict } from './trial.ts';

const MOST_WORDS = 14;
const TROUBLES = wordList(
  'error errors issue issues problem problems bug bugs warning warnings crash crashes results result',
);
/** What a problem or a thing is called when somebody says how it stands. */
const SUBJECT = /^(?:it|they|everything|(?:the|my|our|all|both|every) [^,]{1,50})$/i;
const MOST_IN_SUBJECT = 6;
const CLAUSE_INSIDE = /\b(?:that|which|who|is|are|was|were|has|have|had|to|and|i|you|your|we)\b/i;

/** "<problem> is gone", "the tests are green", "we got it working", "<problem> is still there". */
export function readState({ text, isOpen }: Pick<Clause, 'text' | 'isOpen'>): Verdict | undefined {
  if (NOT_WORKING.test(text)) return { outcome: 'failed', task: '', stands: text };
  const met = MET_AGAIN.exec(text)?.groups?.['what'];
  if (met !== undefined) {
    const isNamed = tellingWords(met).some((word) => !TROUBLES.has(word));
    return { outcome: 'failed', task: isNamed ? plainTask(`fix ${met}`) : '', stands: text };
  }
  const still = STILL.exec(text)?.groups;
  if (still !== undefined) {
    const { subject = '', be = '', state = '' } = still;
    const isGood = /^(?:work|pass|fine|green|good|great|going strong)/i.test(state);
    if (isGood || !(subject === '' ? isOpen : isSubject(subject))) return undefined;
    return {
      outcome: 'failed',
      task: named(subject, (what) => `when ${what} ${be} ${state}`),
      stands: text,
    };
  }
  const gone = GONE.exec(text)?.groups;
  if (gone !== undefined) {
    const { subject = '' } = gone;
    return isSubject(subject)
      ? { outcome: 'worked', task: named(subject, (what) => `fix ${what}`), stands: text }
      : undefined;
  }
  const got = GOT.exec(text)?.groups;
  const right = got ?? RIGHT.exec(text)?.groups;
  if (right === undefined) return undefined;
  const { subject = right['runs'] ?? '', state = 'working' } = right;
  if (!isSubject(subject)) return undefined;
  return { outcome: 'worked', task: named(subject, (what) => `get ${what} ${state}`), stands: text };
}

const isSubject = (subject: string): boolean =>
  SUBJECT.test(subject) && words(subject).length <= MOST_IN_SUBJECT && !CLAUSE_INSIDE.test(subject);

function named(subject: string, tell: (what: string) => string): string {
  if (tellingWords(subject).length === 0) return '';
  const task = plainTask(tell(`${subject.charAt(0).toLowerCase()}${subject.slice(1)}`).replace(/\s+/g, ' '));
  return words(task).length > MOST_WORDS ? '' : task;
}
