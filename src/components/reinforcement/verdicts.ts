import { isPast } from '../../languages/english/assertions/verbs.ts';
import { words } from '../../text/words.ts';
import { actAs } from './acts.ts';
import type { Clause } from './clauses.ts';
import { isGerund } from './gerund.ts';
import { baseOf, FAILED, FIXED, WORKED } from './outcome-words.ts';
import { plainTask, strategyIn, tellingWords } from './phrases.ts';
import { namedProposal, readProposal } from './proposals.ts';
import { readState } from './states.ts';
import type { Proposal, Verdict } from './trial.ts';

const BACK_REFERENCE =
  /^(?:that|this|it|which|(?:that|this|the|your) (?:last )?(?:one|change|idea|tip|suggestion|approach|fix|trick|advice|solution|patch|workaround))$/i;
const WITH_WHAT = /\b(?:with|for|against)\s+(?!(?:me|us|him|her|them|you)\b)(?<what>.+)$/i;
/** "helped me stay awake" */
const TO_WHAT =
  /^(?:me|us) (?:to )?(?!(?:a|so|in|at|on|with|for|out|when|much|and|the|more|too|really|deal)\b)(?<what>[a-z]+ [^,]+)$/i;
const AT_WHAT = /\bwhen\s+(?<what>\w+ing\b.+)$/i;
const CLEFT =
  /^what (?:\w+ly )*(?:helped|worked|fixed|solved|did the trick)(?<task>(?: with| for| against)? .*?)?\s+(?:was|is|were)\s+(?<thing>.+)$/i;
const REMEDY =
  /^the (?:real |actual |only )?(?:fix|solution|trick|cure|remedy) (?:was|turned out to be) (?:to (?<act>.+)|(?<thing>.+))$/i;
const NO_LUCK = /^(?:still )?no (?:luck|success|joy) (?:with|from|by) (?<thing>.+)$/i;
const MEANS = /\s+(?<link>after|once|since|when|by|thanks to|as soon as)\s+(?<what>.+)$/i;
const DETERMINERS = /^(?:the|an?|my|our|your|his|her|its|their|this|that|these|those|i|we|you|he|she|they|it)$/i;
/** What may stand behind "worked" and its like when they are said of a thing that was tried. */
const AFTER_OUTCOME =
  /^(?:really |very |pretty |so |quite )?(?:$|(?:well|great|fine|perfectly|nicely|wonders|a lot|a bit|a ton|immediately|instantly|now|again|too|either|out|like a charm|as expected|at all|much|me|us|anything|today|thanks|sadly|on|for|with|against|when|in|at)\b)/i;
const SHORT_AFTER =
  /^(?:(?:now|again|great|fine|well|perfectly|like a charm|thanks|it|that|the (?:problem|issue|error|bug)|for (?:me|us))\s*)*$/i;
const OWN = /\b(?:me|us|my|our)\b/i;

/** The outcome a clause tells of, if any. */
export function readVerdict(clause: Clause): Verdict | undefined {
  const means = clause.isWhole ? MEANS.exec(clause.text) : null;
  const named = means === null ? undefined : meansIn(means.groups?.['link'] ?? '', means.groups?.['what'] ?? '');
  const told = named === undefined ? clause : { ...clause, text: clause.text.slice(0, means?.index) };
  const verdict = remedyIn(clause) ?? resultIn(told, named !== undefined) ?? readState(told);
  return verdict === undefined || verdict.named !== undefined || named === undefined ? verdict : { ...verdict, named };
}

/** "by mocking the clock", "since we moved the writer". */
const meansIn = (link: string, what: string): Proposal | undefined =>
  /^(?:by|thanks to|after)$/i.test(link) && !/^(?:i|we)\b/i.test(what)
    ? namedProposal(what, true)
    : readProposal({ text: `since ${what}`, isWhole: true }, false);

function remedyIn({ text, isOpen, isWhole }: Clause): Verdict | undefined {
  if (!isOpen || !isWhole) return undefined;
  const luckless = namedProposal(NO_LUCK.exec(text)?.groups?.['thing'], true, true);
  if (luckless !== undefined) return { outcome: 'failed', named: luckless, task: '' };
  const { act, thing, task } = (CLEFT.exec(text) ?? REMEDY.exec(text))?.groups ?? {};
  const named =
    act === undefined ? namedProposal(thing, true) : readProposal({ text: `let's ${act}`, isWhole: true }, false);
  return named === undefined ? undefined : { outcome: 'worked', named, task: purposeIn(task ?? '') };
}

/** "<strategy> fixed <problem>", "that did not help", "we got rid of <problem>" where the means stand after it. */
function resultIn({ text, isOpen }: Clause, hasMeans: boolean): Verdict | undefined {
  const failed = FAILED.exec(text);
  const fixed = failed === null ? FIXED.exec(text) : null;
  const found = failed ?? fixed ?? WORKED.exec(text);
  if (found === null) return undefined;
  const outcome = failed === null ? 'worked' : 'failed';
  const subject = text.slice(0, found.index).trim();
  const rest = text.slice(found.index + found[0].length).trim();
  if (fixed === null && !AFTER_OUTCOME.test(rest)) return undefined;
  const task = fixed === null ? purposeIn(rest) : taskOf(fixed.groups?.['verb'] ?? '', rest);
  const isLasting = /\b(?:works|helps)\b/i.test(found[0]);
  if (subject === '') return isOpen && !isLasting && SHORT_AFTER.test(rest) ? { outcome, task } : undefined;
  if (BACK_REFERENCE.test(subject)) return isAgreement(subject, isLasting, rest) ? undefined : { outcome, task };
  if (/^(?:i|we)$/i.test(subject)) return hasMeans && fixed !== null ? { outcome, task } : undefined;
  if (!isOpen || (isLasting && !OWN.test(rest))) return undefined;
  const named = actIn(subject);
  return named === undefined ? undefined : { outcome, named, task };
}

/** "That works for me" agrees to something; "it works" tells how it went. */
const isAgreement = (subject: string, isLasting: boolean, rest: string): boolean =>
  isLasting &&
  !(/^it$/i.test(subject) && /^(?:(?:now|again|great|fine|perfectly|like a charm|thanks)\s*)*$/i.test(rest));

/** An act at the head of a subject: "switching to WAL mode", "batch cooking on Sundays". */
function actIn(subject: string): Pick<Proposal, 'strategy' | 'task'> | undefined {
  const head = subject.split(/\s+/, 3);
  const at = head.findIndex(isGerund);
  const isQualified = head.slice(0, at).some((word) => DETERMINERS.test(word) || isPast(word.toLowerCase()));
  if (at < 0 || isQualified || actAs('gerund', head[at] ?? '') === undefined) return undefined;
  return strategyIn(`${subject.charAt(0).toLowerCase()}${subject.slice(1)}`);
}

function taskOf(verb: string, object: string): string {
  const what = object.replace(/\s+(?:for (?:me|us)|now|completely|too|right away)$/i, '');
  return tellingWords(what).length === 0 || words(what).length > 14 ? '' : plainTask(`${baseOf(verb)} ${what}`);
}

function purposeIn(rest: string): string {
  const what = WITH_WHAT.exec(rest)?.groups?.['what'];
  if (what !== undefined && tellingWords(what).length > 0) return plainTask(`help with ${what}`);
  const aim = TO_WHAT.exec(rest)?.groups?.['what'];
  if (aim !== undefined) return plainTask(aim);
  const when = AT_WHAT.exec(rest)?.groups?.['what'];
  return when === undefined ? '' : plainTask(`when ${when}`);
}
