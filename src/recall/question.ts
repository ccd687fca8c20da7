import { findDates } from '../languages/english/dates/find-dates.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { words } from '../text/words.ts';

/** A question about memory itself rather than about what is in it. */
export interface Question {
  readonly mode: 'changed' | 'certain';
  /** What it is asked about; empty for everything. */
  readonly topic: string;
  /** Since when, where it says so by what happened rather than by a date. */
  readonly since?: 'lastTime';
}

const LAST_TIME =
  /\bsince (?:(?:i|we|you)(?: have|['’]ve)? last (?:worked|talked|spoke|spoken|met|looked|checked|chatted|were here|was here)(?: on (?:this|it)| at (?:this|it))?|(?:our|the|my) last (?:session|time|chat|conversation|meeting|visit)|last time)\b/i;

const CHANGED =
  /^\W*(?:so |and |ok(?:ay)? )*(?:(?:what|which things|has anything|have things|did anything|anything)(?:['’]s| has| have)?(?: been)? (?:changed?|updated)\b|(?:(?:what|anything)(?:['’]s| is| are| was)|is (?:there )?anything|is something) (?:new|different)(?=\s*(?:since|after|about|with|in the|for|from|between|[?.!]|$)))/i;

const CERTAIN =
  /^\W*(?:so |and )*(?:what|which (?:things|facts)) (?:am i|are you|are we|is the agent|do (?:i|you|we) feel|would you be)(?: the)? (?:most |surest|very |really )?(?:sure|certain|confident)?(?: of| about| regarding| on| concerning| in)*\b/i;
const SURE = /\b(?:surest|sure|certain|confident)\b/i;
const ABOUT = /^\W*(?:about|regarding|concerning|with|for|on|in|of|to|when it comes to)\b/i;

/** "What changed since Friday?" and "What am I most sure of about Ana?" ask for an order, and for a topic or for none. */
export function readQuestion(text: string, at: Date): Question | undefined {
  const certain = CERTAIN.exec(text);
  if (certain !== null && SURE.test(certain[0]))
    return { mode: 'certain', topic: topicOf(text.slice(certain[0].length)) };
  const changed = CHANGED.exec(text);
  if (changed === null) return undefined;
  const rest = text.slice(changed[0].length);
  if (LAST_TIME.test(rest)) return { mode: 'changed', topic: topicOf(rest.replace(LAST_TIME, ' ')), since: 'lastTime' };
  const dates = findDates(rest, at);
  if (dates.length === 0) return undefined;
  const timeless = dates.reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, rest);
  return {
    mode: 'changed',
    topic: topicOf(timeless.replace(/\b(?:since|after|from|between|during)\s*(?=[\s?.!]|$)/gi, ' ')),
  };
}

function topicOf(text: string): string {
  const topic = text
    .replace(ABOUT, ' ')
    .replace(/[\s?.!]+$/, '')
    .trim();
  return words(topic).every((word) => STOP_WORDS.has(word)) ? '' : topic;
}
