import { baseVerb } from '../patterns/base-verb.ts';
import { LIKELY, PLAIN, type ProfileFinding } from './profile-finding.ts';
import type { UserClause } from './user-clauses.ts';

const OWNED =
  /^(?:(?:main|long-term|short-term|current|next|biggest|big|ultimate|personal|career|learning|professional) )*(?:goal|dream|aim|ambition|objective|target|resolution)(?: for .+?| this year)? is (?:to )?(.+)$/;
const WISH =
  /^(?:wants?|would (?:like|love)|hopes?|is hoping|plans?|is planning|aims?|is aiming|intends?|desires?|aspires?|is trying|is determined|has always wanted|is working hard) to (.+)$/;
const DREAM = /^(?:dreams?|is dreaming|is thinking) (?:of|about) (\p{Ll}+ing)( .+)?$/u;
const UNDER_WAY =
  /^is (?<act>preparing|training|studying|practi[sc]ing|saving|working)(?<up> up| hard)? (?<what>(?:for|towards?) .+)$/;

/** What people set themselves for a long time. What is wanted otherwise is mostly the task at hand. */
const LASTING = new RegExp(
  `^(?:${[
    'become|learn|master|pass|move|live|open|quit|stop|give up|improve|lose|gain|travel|visit|save|retire|climb|study|apply|graduate|speak|reach|publish|launch|own|win|compete|earn|adopt|teach|sail|swim|play|sing|dance|hike|cycle|qualify|train|marry|exercise|pursue|continue|volunteer',
    'keep \\p{L}+ing',
    'be (?:an?|able|more|less|fluent|better|healthier|fit|fitter)',
    'run (?:an?|the|\\d+)',
    'read (?:\\d+|more)',
    'get (?:better|fit|fitter|in shape|into|married|promoted|certified|an?|out of|back to|over|rid of)',
    'write (?:an?|their|her|his|my) (?:\\p{L}+ )?(?:book|novel|story|thesis|memoir|blog|opera|song|album)',
    'buy (?:an?|their|her|his|my) (?:\\p{L}+ )?(?:house|home|flat|apartment|boat|farm|car)',
    'finish (?:school|university|college|an?|their|her|his|my|the (?:degree|thesis|course))',
    'change (?:careers?|jobs?|their|her|his|my)',
    'work (?:as|in|for|abroad|towards?|less|on improving)',
    'build (?:an?|up) (?:\\p{L}+ )?(?:career|business|house|company|community|habit|family)',
    'start (?:an?|their|her|his|my|over|learning|running|playing|going)',
    'create an?',
    'make (?:an?|their|her|his|my|more) (?:difference|living|positive|business|career|friends|changes)',
    'complete (?:an?|the) (?:degree|course|marathon|triathlon|thesis|training)',
    'go (?:back to|to (?:university|college|school)|vegan|vegetarian|freelance)',
    'have (?:children|kids|an? family|their own|her own|his own|my own)',
    '(?:eat|drink|sleep|spend|cook|smoke|exercise) (?:less|more|better|healthier|fewer)',
  ].join('|')})(?![\\p{L}])`,
  'u',
);
/** Who is trying to do something else is at a piece of work. */
const TRIED =
  /^(?:lose|gain|quit|stop|give up|learn|become|save|read \d|get (?:fit|better|in shape|into|over|an?)|(?:eat|drink|sleep|spend|cook|exercise) |improve (?:their|her|his|my) (?:\p{Lu}\p{Ll}+$|health|fitness|pronunciation|grammar|writing|diet|sleep|posture|vocabulary|technique|spelling|listening|speaking))/u;
/** What is wanted of a moment, not of a life. */
const ERRAND =
  /^(?:know|ask|see|hear|say|tell|talk|thank|check|make sure|find out|meet|discuss|order|book|cancel|mention|share|show|go (?:home|to bed|out|back)|do (?:this|that|it)|try (?:this|that|it|the)|be (?:called|told|corrected|addressed|reminded)|call|sleep|eat|use|have (?:a|the|lunch|dinner)|remind|clarify|confirm|understand (?:why|what|this|that)|think about|buy|(?:start|begin|keep) looking|look (?:into|for|at)|find (?:the|an?)|explore its|update|\p{L}+ one|let|give)\b/u;
const SOON =
  /\b(?:today|tonight|soon|tomorrow|right now|this (?:morning|afternoon|evening|weekend)|(?:on|by|next|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;
const POINTING = /\b(?:this|that|these|those|it|them)(?=$| (?!year|month|summer|winter|autumn|spring|semester))/;
const MOST_WORDS = 16;

export function readGoals({ text, isOwned, isOver }: UserClause): ProfileFinding[] {
  const goal = isOwned ? OWNED.exec(text)?.[1] : goalIn(isOver ? text.replace(/^is want/, 'want') : text);
  if (goal === undefined || ERRAND.test(goal) || SOON.test(goal) || POINTING.test(goal)) return [];
  if (!isOwned && !isUnderWay(text) && !LASTING.test(goal)) return [];
  if (text.startsWith('is trying ') && !TRIED.test(goal)) return [];
  if (goal.split(' ').length > MOST_WORDS || goal.split(' ').length < 2) return [];
  const confidence = isOwned ? PLAIN : LIKELY;
  return [{ field: 'goals', value: goal.replace(/, please$/, ''), confidence, ...(isOver && { isOver }) }];
}

const isUnderWay = (text: string): boolean => UNDER_WAY.test(text) || /^(?:dreams?|is dreaming) /.test(text);

function goalIn(text: string): string | undefined {
  const wished = WISH.exec(text)?.[1];
  if (wished !== undefined) return wished;
  const [, dreamt, rest = ''] = DREAM.exec(text) ?? [];
  if (dreamt !== undefined) return `${baseVerb(dreamt)}${rest}`;
  const { act, up = '', what } = UNDER_WAY.exec(text)?.groups ?? {};
  return act === undefined ? undefined : `${baseVerb(act)}${up === ' up' ? up : ''} ${what}`;
}
