import { wordList } from '../../../text/word-list.ts';
import { isPast } from '../assertions/verbs.ts';
import { isParticiple } from '../claims/verb-forms.ts';
import { type Word, wordsOf } from './read-sentences.ts';
import { TIMES } from './vocabulary.ts';

/** Where one thing that is done ends and another begins. */
const BETWEEN =
  /\s*[,;:]\s*|\s+(?=(?:and|then|before|after|once|when|since|because)\b)|\s+(?=(?:I|we)\s)|(?<=\b(?:before|after|when|once|since))\s+(?=(?:I|we)\b)/;
const MARKER =
  /^(?:(?:right|just|only|shortly)\s+)?(and|then|first|finally|before|after|once|when|since|because)\b\s*/i;
const ACTOR = /^(?:I|we)\s+(?:(?:always|usually|had|have|also|first|then)\s+)*/i;
const TRAILING = /\s+(first|before|last|after)$/i;

/** Forms of verbs by which nothing is done on purpose. */
const NOT_DONE = wordList(
  'was were been being had having got felt seemed hurt forgot lost missed became fell hoped wanted liked needed loved failed aborted crashed broke died happened went came during morning evening nothing something anything everything',
);
const AUXILIARIES = wordList('was were is are be been had has have did do does will would could the');

type Marker = 'then' | 'first' | 'before' | 'after' | 'when' | 'and' | '';

/** A part of a sentence that may be a step. */
export interface Step {
  /** Without what ties it to the others. */
  readonly text: string;
  readonly marker: Marker;
  readonly words: readonly Word[];
  /** The shared stems in it. */
  readonly shared: readonly string[];
  /** Somebody who need not be named does it: "checked the mail", "mail checked". */
  readonly isDone: boolean;
  readonly beginsWithVerb: boolean;
}

/** The steps of a sentence that hold something shared, as they follow each other in time, not in words. */
export function stepsOf(sentence: string, core: ReadonlySet<string>): Step[] {
  const ordered: Step[] = [];
  let [waiting, marker, previous]: [Step | undefined, Marker, Step | undefined] = [undefined, '', undefined];
  for (const part of sentence.replace(/[.!?…]+$/, '').split(BETWEEN)) {
    const [own, text] = withoutMarker(part.trim());
    marker = own === '' ? marker : own;
    if (text === '') continue;
    // "after I flushed the machine and warmed the cup": the second belongs to the first.
    const goesOn = marker === 'and' && previous?.marker === 'after' && previous.beginsWithVerb && isDone(wordsOf(text));
    const step = stepOf(text, goesOn ? 'after' : marker, core);
    marker = '';
    if (step.marker === 'before' && ordered.length === 0 && waiting === undefined) waiting = step;
    else {
      const at =
        step.marker === 'after' && ordered.length > 0 ? Math.max(0, goesOn ? 1 : ordered.length - 1) : ordered.length;
      ordered.splice(at, 0, step);
      if (waiting !== undefined) ordered.push(waiting);
      waiting = undefined;
    }
    previous = step;
  }
  return [...ordered, ...(waiting === undefined ? [] : [waiting])].filter(({ shared }) => shared.length > 0);
}

function withoutMarker(part: string): [Marker, string] {
  let [marker, text]: [string, string] = ['', part];
  for (let found = MARKER.exec(text); found !== null; found = MARKER.exec(text)) {
    const own = (found[1] as string).toLowerCase();
    marker = own === 'and' && marker !== '' ? marker : own;
    text = text.slice(found[0].length);
  }
  const trailing = TRAILING.exec(text);
  if (trailing !== null) {
    marker = (trailing[1] as string).toLowerCase() === 'last' ? 'then' : 'first';
    text = text.slice(0, trailing.index);
  }
  const known = /^(?:once|when|since|because)$/.test(marker) ? 'when' : marker === 'finally' ? 'then' : marker;
  return [known as Marker, text.replace(ACTOR, '')];
}

function stepOf(text: string, marker: Marker, core: ReadonlySet<string>): Step {
  const words = wordsOf(text);
  const stems = words.flatMap(({ stem }) => (stem !== undefined && core.has(stem) ? [stem] : []));
  return {
    ...{ text, marker, words },
    shared: [...new Set(stems)].filter((stem) => !TIMES.has(stem)),
    isDone: isDone(words) || endsDone(words),
    beginsWithVerb: isDone(words),
  };
}

const isForm = (word: string): boolean =>
  !NOT_DONE.has(word) &&
  (isPast(word.replace(/^re(?=set|cut|put|read)/, '')) || (word.length > 4 && word.endsWith('ing')));

/** "shot pulled" begins with no verb, though "shot" could be one. */
const isDone = ([first, second]: readonly Word[]): boolean =>
  first !== undefined && isForm(first.lower) && !isParticiple(second?.lower ?? '');

/** "cards emptied", "branch checked out": told as done, by nobody. */
function endsDone(words: readonly Word[]): boolean {
  if (words.length > 6 || words.some(({ lower }) => AUXILIARIES.has(lower))) return false;
  const telling = words.filter(({ stem }) => stem !== undefined);
  const last = telling.at(-1)?.lower ?? '';
  return telling.length > 1 && isParticiple(last) && !NOT_DONE.has(last);
}

/** Whether these steps are taken one after the other, or one because of the other, by whoever tells of them. */
export function areSteps(steps: readonly Step[]): boolean {
  const seen = new Set<string>();
  const distinct = steps.filter(({ shared }) => {
    const isNew = shared.some((stem) => !seen.has(stem));
    for (const stem of shared) seen.add(stem);
    return isNew;
  });
  if (distinct.length < 2) return false;
  const done = distinct.filter((step) => step.isDone);
  if (done.length >= 2 || distinct.length >= 3) return true;
  if (distinct.some(({ marker }) => marker === 'then' || marker === 'first')) return true;
  if (done.length === 0) return false;
  if (distinct.some(({ marker }) => marker === 'before' || marker === 'after')) return true;
  return done.some(
    ({ words, shared, beginsWithVerb }) =>
      beginsWithVerb && words.slice(0, 1).some(({ stem }) => shared.includes(stem ?? '')),
  );
}
