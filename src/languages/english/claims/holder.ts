import { wordList } from '../../../text/word-list.ts';
import { saysChange } from './change-sign.ts';
import { type ClauseWord, folded, isName } from './clause-word.ts';
import { remembered } from './remembered.ts';
import { type Sentence, sentenceOf } from './sentence.ts';
import { foldSubject, isPronoun, mayBePerson } from './subject.ts';
import { trimValue } from './value.ts';
import { stemList, verbStem } from './verb-forms.ts';

/** Who has a post that one has at a time. */
interface Holder {
  readonly who: string;
  readonly post: string;
  /** It says that another had it before. */
  readonly follows: boolean;
}

const LEADS = stemList('lead head manage chair direct oversee');
const RUN = verbStem('run');
const OWN = verbStem('own');
/** "heads sales": no article. */
const BARE = stemList('head chair');
/** What is run by somebody, and not over. */
const RUN_BY = wordList(
  `team project service shop store company department group meeting standup retro program programme office club workshop cafe restaurant
  business campaign division branch`,
);
const ROLE =
  /(?:manager|lead|leader|head|owner|director|chair|captain|president|maintainer|coordinator|officer|treasurer|secretary|editor-in-chief|principal|mayor|chancellor|chairman|chairwoman|landlord|boss|supervisor)$/;
const OFFICE = /^C[A-Z]O$/;
const CHARGES = /^(?:responsible for|in charge of) /;
const DEFINITE = /^(?:the|our|my)$/;
const LONGEST_POST = 6;

const isRole = (words: readonly ClauseWord[]): boolean => {
  const of = words.findIndex(({ fold }) => /^(?:of|for)$/.test(fold));
  const noun = (of > 0 ? words.slice(0, of) : words).at(-1);
  if (of > 0 && /^(?:a|an)$/.test(words[of + 1]?.fold ?? '')) return false;
  return noun !== undefined && (ROLE.test(noun.fold) || OFFICE.test(noun.text));
};

/** "our" and "my" tell whose; "the" does not. */
const postOf = (kind: string, words: readonly ClauseWord[]): string => {
  const plain = words.filter(({ fold }) => !/^(?:the|new|current)$/.test(fold));
  return plain.length > 0 && plain.length <= LONGEST_POST ? `${kind} ${folded(plain)}` : '';
};

/** What stands before the dates and fillers, with its article. */
function trimmed(words: readonly ClauseWord[]): readonly ClauseWord[] {
  const { words: kept } = trimValue(words);
  const last = kept.at(-1);
  return last ? words.slice(0, words.lastIndexOf(last) + 1) : [];
}

function rolePost(words: readonly ClauseWord[]): string {
  const said = trimmed(words);
  return DEFINITE.test(said[0]?.fold ?? '') && isRole(said) ? postOf('be', said) : '';
}

function heldBy({ group: { rest, copula, past } }: Sentence): { post: string; follows: boolean } | undefined {
  const plain = (post: string) => (post === '' ? undefined : { post, follows: false });
  const said = folded(rest);
  if (copula) {
    const charge = past ? undefined : CHARGES.exec(said)?.[0];
    if (charge !== undefined) return plain(postOf('charge', trimmed(rest.slice(charge.trim().split(' ').length))));
    return past ? undefined : plain(rolePost(rest));
  }
  if (/^(?:took|taken) over as /.test(said)) {
    const from = rest.findIndex(({ fold }) => fold === 'from');
    const role = trimmed(rest.slice(3, from < 0 ? undefined : from));
    const post = isRole(role) ? postOf('be', role) : '';
    return post === '' ? undefined : { post, follows: true };
  }
  const verb = verbStem(rest[0]?.fold ?? '');
  const object = trimmed(rest.slice(1));
  const definite = DEFINITE.test(object[0]?.fold ?? '') || object[0]?.capital === true;
  if (past || object.length === 0 || !(definite || BARE.has(verb))) return undefined;
  if (LEADS.has(verb) || (verb === RUN && RUN_BY.has(object.at(-1)?.fold ?? ''))) return plain(postOf('lead', object));
  return verb === OWN && !object[0]?.capital ? plain(postOf('own', object)) : undefined;
}

function read(text: string): Holder | undefined {
  const sentence = sentenceOf(text);
  if (!sentence || isPronoun(sentence.named)) return undefined;
  const { named, clause, group } = sentence;
  if (group.negated || group.unreal || group.ended || group.additive) return undefined;
  const fresh = saysChange(text) || clause.corrects;
  if (mayBePerson(named) && !named.some(({ fold }) => fold === 'and')) {
    const who = foldSubject(named, clause);
    const held = heldBy(sentence);
    return who && held ? { who, post: held.post, follows: held.follows || fresh } : undefined;
  }
  // "Our CTO is Helen."
  const { words } = trimValue(group.rest);
  if (!group.copula || group.past || !isName(words) || !mayBePerson(words)) return undefined;
  const post = rolePost(named);
  return post === '' ? undefined : { who: folded(words), post, follows: fresh };
}

const holderOf: (text: string) => Holder | undefined = remembered(read);

/** "Ana" may be "Ana Silva". */
const mayBeOne = (left: string, right: string): boolean => {
  const [a, b] = [left.split(' '), right.split(' ')];
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word));
};

/** "Ben leads Atlas" and "Priya leads Atlas now". */
export function isSucceeded(older: string, newer: string): boolean {
  const is = holderOf(newer);
  const was = is?.follows ? holderOf(older) : undefined;
  return was !== undefined && is !== undefined && was.post === is.post && !mayBeOne(was.who, is.who);
}
