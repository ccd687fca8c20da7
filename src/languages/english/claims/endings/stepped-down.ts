import { folded } from '../clause-word.ts';
import { ARTICLES } from '../function-words.ts';
import type { Ending } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { foldSubject } from '../subject.ts';
import { trimValue } from '../value.ts';
import { stemList } from '../verb-forms.ts';

const STEPPED_DOWN = /^(?:stepped down|resigned|retired) as /;
const LEADS = stemList('lead head manage run direct chair');
const LEADER = /^(?:head|lead|leader|manager|director|chair) of /;

/** "stepped down as head of sales". */
export function steppedDown({ clause, named, group: { rest, negated } }: Sentence): Ending | undefined {
  const phrase = negated ? undefined : STEPPED_DOWN.exec(folded(rest))?.[0];
  if (phrase === undefined) return undefined;
  const { words: role } = trimValue(rest.slice(phrase.trim().split(' ').length));
  const post = folded(role.filter(({ fold }) => !ARTICLES.has(fold)));
  const led = LEADER.test(post) ? post.replace(LEADER, '') : undefined;
  const subject = foldSubject(named, clause);
  return ({ relation, subject: who, words }) => {
    if (who !== subject) return false;
    const said = folded(words.filter(({ fold }) => !ARTICLES.has(fold)));
    if (relation === 'state' || relation === 'is a' || relation === 'job') return said === post;
    return `${relation} ${said}` === post || (LEADS.has(relation) && said === led);
  };
}
