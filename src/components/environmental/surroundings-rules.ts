import type { Role, StoredEpisode } from '../../model/episode.ts';
import { clauseParts, headOf } from '../work-talk/clause-parts.ts';
import { HOW_OFTEN, WEEKDAYS } from '../work-talk/how-often.ts';
import type { Spoken } from '../work-talk/spoken.ts';
import {
  hasNamedThing,
  isAboutWork,
  isCommonplace,
  isDigitalNoun,
  isStandingNoun,
  isTechnical,
  wordsOf,
} from '../work-talk/technical.ts';
import type { EnvironmentalCategory } from './config.ts';
import { subjectClass } from './subject-class.ts';

const UNREAL = /^(?:if|unless|maybe|perhaps|once|in case|let)\b|\b(?:would|could|might)\b/i;
/** Of the moment: how things stand now is no news of how they are. */
const PASSING =
  /\b(?:right now|just now|at the moment|today|tonight|yesterday|tomorrow|again|this time|for now|so far|last \w+|next \w+)\b/i;
const AGAIN = `${HOW_OFTEN}|frequently|rarely|seldom|tends? to|keeps? \\w+ing`;
const OFTEN = new RegExp(
  `\\b(?:${AGAIN}|most of the time|every (?:time|day|night|morning|week|month|\\w+day)|${WEEKDAYS}|whenever|each time)\\b`,
  'i',
);
const FRONTED = /^(?:every time|whenever|each time)\b/i;

const OPERATION =
  /\b(?:read|write|run|execute|push|commit|deploy|access|install|call|use|open|browse|search|send|merge|delete|edit|modify|create|query|connect|upload|download|fetch|touch|change|restart|publish|force-push|remove|view|parse|extract|analy[sz]e|generate|render|process)\b/i;
const ABLE =
  /^(?:can|may|(?:am|are|is) (?:also )?(?:able|allowed|permitted) to|(?:have|has) (?:\w+ ){0,3}(?:access|permissions?|tools?|interpreter|shell|terminal)|(?:know|knows) how to)\b/i;
const UNABLE =
  /^(?:cannot|can not|can only|must|may (?:not|only)|should (?:not|never)|(?:am|are|is) (?:not (?:able|allowed|permitted)|only allowed|limited|restricted)|(?:do|does) not have|(?:have|has) (?:no|only)|only (?:have|has)|never|need permission|have to|has to)\b/i;
const INSTRUMENT = /^(?:tool|plugin|interpreter|browser|shell|terminal|sandbox)$/;
const OFFER =
  /\b(?:for you|if you|you with|help|see|would you|it for|understand)\b|^can \w+ (?:that|this|it|these|those|you)\b/i;
const HELPLESS = /^cannot (?:help|wait|imagine|understand|stress|believe|promise|tell|say|think)\b/i;
const LIMITED =
  /^(?:only |currently )*(?:(?:allows?|permits?)(?= (?:only|at most|up to|no|\w+ or fewer|\d+|one|two|three|four|five|six|ten)\b)|limits?|caps?|rejects?|requires?|lacks?|blocks?|cannot|can only|must|may (?:not|only)|(?:do|does) not|(?:have|has) (?:no|only)|(?:is|are) (?:not (?:allowed|available|installed|supported|reachable)|limited|restricted|capped|blocked|disabled|forbidden|rejected|refused|read-only|unavailable|unsupported|only|off limits)|(?:supports?|accepts?) (?:only|at most|up to|no more))\b/i;
const SCARCE =
  /^(?:only have|have only|have no|do not have|only (?:use|allow|run|support)|cannot|can only|must|may not|are (?:not allowed|limited))\b/i;
const BOUND = /^(?:limit|quota|budget|maximum|cap|allowance)$/;
const FORBIDDEN = /^(?:never|do not|always) (\p{L}[\p{L}-]* .+)/iu;
const ABSENT =
  /^(?:there (?:is|are)|we have) (?:no|only|a (?:hard )?limit|a maximum)\b|^no \w+ (?:access|connection|permissions?)\b/i;

const HELD =
  /^(?:currently |now |still |all )*(?:(?:is|are)(?! not\b)|uses?|runs?|has|have|lives?|listens?|stores?|points?|needs?|contains?|supports?|targets?|depends?|connects?|serves?|exposes?|follows?|expects?|sits?|comes?|goes? (?:to|through|via|into)|go (?:to|through|via|into)|accepts?|provides?|includes?|starts?|deploys?)\b/i;
const GOING_ON =
  /^(?:is|are) (?:currently |now |still )*(?!running|using|listening)(?:\w+ing|down|up|broken|ready|done|slow|fine|back|late|due|fixed|merged|deployed now|live|green|red|clean|finished|updated|installed|migrated)\b/i;
const KEPT =
  /^(?:is|are) (?:always )?(?:called|named|formatted|written|built|hosted|stored|deployed|based|managed|generated|versioned|tested|kept)\b/i;
const NUMBER = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b/i;
/** Done or thought of it, rather than how it is. */
const NO_STATE =
  /^will\b|^(?:have|has) (?:\w+ly |now |already |also |just |always )*(?:\w+ed|been|got|had|made|done|built|laid|set|driven|kept|gone|written|found|to)\b|\b(?:excellent|great|good|popular|powerful|useful|important|essential|ideal|perfect|easy|clear|clearly|strong|robust|comprehensive|crucial|key|designed|best|right|solid|completed|approved|locked in|well[- ]\w+ed|met|as (?:we|you|i)|exactly)\b/i;
const TEAM_HELD =
  /^(?:currently |now |all |also )*(?:use|run|deploy|host|store|develop|build|test|work (?:with|in)|have|write|target|support|follow|are on(?! (?:for|track|schedule|it|board|the same)\b))\b/i;

const FREQUENCY = new RegExp(`^(?:${AGAIN}|never)\\b`, 'i');
/** Whatever was just spoken of: nobody can tell later what it was. */
const POINTING = /\b(?:this|that|these|those|it|such|the (?:two|following|above|list|specific|exact|precise))\b/i;
const WHERE_ONE_WORKS =
  /\bthis (?:repo|repository|sandbox|environment|codebase|machine|server|workspace|session|container|project)\b/gi;
const HAS_ACCESS = /\b(?:access|permissions?|abilit(?:y|ies)) to\b/i;
const BOUNDED = /^(?:can only|(?:am|are|is) (?:not (?:able|allowed|permitted) to|only allowed|limited|restricted))\b/i;
const WHEN_ASKED = /\bwhen(?:ever)? i (?:ask|say|mention|request)\b/i;
const TO_TRUNK = /\b(?:to|on|from) (?:main|master|prod)\b/i;
const REACH = /^(?:access|connection|permissions?|limit|maximum)$/;

/** How one explains what a thing is for. */
const EXPLAINED = /^(?:provides?|contains?|includes?|(?:is|are) (?:used|responsible|where)|uses? (?:an?|the)\b)/i;

/** What an assistant says of things in general is what it knows anyway. */
const DEFINITE = /^(?:the|this|our|your|my)$/;

/** Who said it; what an agent says in talk, rather than notes down, may be mere knowledge or politeness. */
type Sayer = Pick<StoredEpisode, 'role' | 'type'>;

/** What a sentence says of the agent or its surroundings: by its subject, then by modality, frequency and tense. */
export function surroundingsIn(
  { text, original, isQuestion }: Spoken,
  { role, type }: Sayer,
): EnvironmentalCategory | undefined {
  if (isQuestion || UNREAL.test(text) || PASSING.test(original)) return undefined;
  const isTalk = role === 'assistant' && type === 'conversation';
  if (FRONTED.test(text)) return isTechnical(text) && !/\byou\b/i.test(text) ? 'pattern' : undefined;
  const absent = ABSENT.exec(text);
  if (absent !== null)
    return isOfWork(text.slice(absent[0].length)) || REACH.test(lastOf(absent[0])) ? 'constraint' : undefined;
  const forbidden = role === 'assistant' ? undefined : FORBIDDEN.exec(text)?.[1];
  if (forbidden !== undefined) return isRule(forbidden) ? 'constraint' : undefined;
  const parts = clauseParts(text);
  if (parts === undefined) return undefined;
  const { rest, subject } = parts;
  if (wordsOf(rest).length < 2) return undefined;
  if (BOUND.test(headOf(subject)) && isTechnical(subject.join(' ')) && HELD.test(rest)) return 'constraint';
  const isOurs = !isTalk || DEFINITE.test(subject[0] ?? '');
  switch (subjectClass(subject, role)) {
    case 'agent':
      return ofAgent(rest, role);
    case 'user':
      return FREQUENCY.test(rest) && isAboutWork(rest) ? 'pattern' : undefined;
    case 'team':
      return ofTeam(rest, isTalk);
    case 'commonplace':
      return isOurs && !POINTING.test(rest) ? ofCommonplace(rest, headOf(subject)) : undefined;
    case 'surroundings':
      return isOurs && !(isTalk && EXPLAINED.test(rest)) ? ofSurroundings(rest, headOf(subject)) : undefined;
    case 'practice':
      return isOurs ? ofPractice(rest, headOf(subject)) : undefined;
    case 'other':
      return !isTalk && subject.length > 1 && isKindOfApp(rest) && DEFINITE.test(subject[0] ?? '')
        ? 'environment'
        : undefined;
  }
}

const lastOf = (text: string): string => wordsOf(text).at(-1) ?? '';

/** "internet access in this sandbox": what is there or not is a thing of work. */
function isOfWork(phrase: string): boolean {
  const head = headOf(wordsOf(phrase));
  return (
    REACH.test(head) ||
    ((isStandingNoun(head) || isDigitalNoun(head)) && !isCommonplace(head)) ||
    (head === 'budget' && isTechnical(phrase))
  );
}

/** "push to main", "use bullet points when I ask for a summary". */
function isRule(forbidden: string): boolean {
  const isOperation = OPERATION.test(forbidden.split(/\s/, 1)[0] ?? '') || WHEN_ASKED.test(forbidden);
  const isNamed = isTechnical(forbidden) || WHEN_ASKED.test(forbidden) || TO_TRUNK.test(forbidden);
  return isOperation && isNamed && !POINTING.test(forbidden.replace(WHERE_ONE_WORKS, ''));
}

function ofAgent(rest: string, role: Role): EnvironmentalCategory | undefined {
  if (POINTING.test(rest.replace(WHERE_ONE_WORKS, '')) || HELPLESS.test(rest)) return undefined;
  const isOfItself = role === 'assistant' && HAS_ACCESS.test(rest);
  const isNamed = isTechnical(rest) || (OPERATION.test(rest) && TO_TRUNK.test(rest)) || isOfItself;
  if (UNABLE.test(rest)) {
    const isBound = role === 'system' || (BOUNDED.test(rest) && (isAboutWork(rest) || OPERATION.test(rest)));
    return isBound || (isNamed && (OPERATION.test(rest) || /^(?:do|does|have|has|need)\b/i.test(rest)))
      ? 'constraint'
      : undefined;
  }
  if (role === 'assistant' && OFFER.test(rest)) return undefined;
  if (OFTEN.test(rest)) return FREQUENCY.test(rest) && isTechnical(rest) ? 'pattern' : undefined;
  const isOffer = role === 'assistant' && /\byours?\b/i.test(rest) && !isOfItself;
  const isAble = ABLE.test(rest) && (/^ha(?:ve|s) /i.test(rest) || OPERATION.test(rest));
  return isAble && !isOffer && (isNamed || role === 'system') ? 'capability' : undefined;
}

/** How work is done: what comes again, and what is demanded of every case. */
function ofPractice(rest: string, head: string): EnvironmentalCategory | undefined {
  if (NO_STATE.test(rest)) return undefined;
  if (OFTEN.test(rest)) return 'pattern';
  if (KEPT.test(rest)) return 'environment';
  return head.endsWith('s') && (LIMITED.test(rest) || /^needs? /i.test(rest)) ? 'constraint' : undefined;
}

/** "is a Rails 7 app" */
function isKindOfApp(rest: string): boolean {
  return (
    /^(?:is|are) an? /i.test(rest) && isStandingNoun(rest.split(' ').at(-1)?.toLowerCase() ?? '') && isTechnical(rest)
  );
}

function ofTeam(rest: string, isTalk: boolean): EnvironmentalCategory | undefined {
  if (NO_STATE.test(rest) || (isTalk && /^(?:\w+ )?have\b/i.test(rest))) return undefined;
  if (SCARCE.test(rest))
    return isTechnical(rest.replace(/,.*| (?:although|but|because)\b.*/, '')) ? 'constraint' : undefined;
  if (OFTEN.test(rest)) return isTechnical(rest) ? 'pattern' : undefined;
  const isNamed = isTechnical(rest) || (!isTalk && !/^have\b/i.test(rest) && hasNamedThing(rest));
  return TEAM_HELD.test(rest) && isNamed ? 'environment' : undefined;
}

/** A project, a plan or a service may be of anything; only what is said of it can tell. */
function ofCommonplace(rest: string, head: string): EnvironmentalCategory | undefined {
  const isInstrument = INSTRUMENT.test(head) && (ABLE.test(rest) || /^supports? (?!only)/i.test(rest));
  if (isInstrument) return 'capability';
  const isPlaced = (KEPT.test(rest) || /^(?:uses?|runs?)\b/i.test(rest)) && (hasNamedThing(rest) || NUMBER.test(rest));
  return isTechnical(rest) || isPlaced ? ofSurroundings(rest, head) : undefined;
}

function ofSurroundings(rest: string, head: string): EnvironmentalCategory | undefined {
  if (INSTRUMENT.test(head) && (ABLE.test(rest) || /^supports? (?!only)/i.test(rest))) return 'capability';
  if (NO_STATE.test(rest)) return undefined;
  if (OFTEN.test(rest)) return 'pattern';
  if (LIMITED.test(rest)) return 'constraint';
  if (!HELD.test(rest) || GOING_ON.test(rest)) return undefined;
  const isOfKind = /^(?:\w+ )*?(?:is|are|has|have|comes?|starts?) /i.test(rest);
  return !isOfKind || isTechnical(rest) || hasNamedThing(rest) || NUMBER.test(rest) ? 'environment' : undefined;
}
