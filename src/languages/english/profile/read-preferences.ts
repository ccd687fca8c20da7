import { isGivenName } from '../entities/known-names.ts';
import { PLAIN, type ProfileFinding } from './profile-finding.ts';
import { readStyle } from './read-style.ts';
import { TASTE_VERBS } from './taste-verbs.ts';
import type { UserClause } from './user-clauses.ts';

const TASTE = new RegExp(`^(${TASTE_VERBS}) (.+)$`, 'u');
const DIET =
  /^is (?:an? )?((?:strict )?(?:vegetarian|vegan|pescatarian|teetotal(?:ler)?|lactose intolerant|gluten intolerant|coeliac|celiac)|allergic to .+)(?=$| and )/;
const REGIME = /^((?:follows an? .{2,40} diet|has an? .{2,40} allergy))(?=$| and |,)/;
const FAVOURITE = /^(favou?rite [\p{L} -]{2,30}? (?:is|are) .+)$/u;

/** Of one occasion or one thing at hand, or of someone. */
const PARTICULAR =
  /^(?:this|that|these|those|it|him|them|the|you|your|the assistant's|how|what|when|to (?:meet|see|know|say|thank|go|ask|talk)|being here)\b|\b(?:option|idea|plan|version|draft) (?:[A-D]|one|two)\b|\b(?:today|tonight|tomorrow|yesterday|right now)\b|\b(?:this|that|it)$/i;
const KIN =
  /^(?:his|her|their|my|the user's) (?:(?:new|old|little|big|older|younger|best) )?(?:mother|mum|mom|father|dad|parents?|grand\p{L}+|sister|brother|husband|wife|partner|son|daughter|kids?|children|child|boyfriend|girlfriend|friends?|boss|colleagues?|team|family|dog|cat|aunt|uncle|cousins?)\b/u;
const MOST_WORDS = 18;

export function readPreferences(clause: UserClause): ProfileFinding[] {
  const { text, isOwned, isOver } = clause;
  const value = isOwned ? FAVOURITE.exec(text)?.[1] : tasteIn(clause);
  if (value === undefined || value.split(' ').length > MOST_WORDS) return [];
  return [{ field: 'preferences', value, confidence: PLAIN, ...(isOver && { isOver }) }];
}

function tasteIn(clause: UserClause): string | undefined {
  const diet = DIET.exec(clause.text)?.[1];
  if (diet !== undefined) return `is ${diet}`;
  const regime = REGIME.exec(clause.text)?.[1];
  if (regime !== undefined) return regime;
  const [, verb, object] = TASTE.exec(clause.text) ?? [];
  if (verb === undefined || object === undefined || isSomeone(object) || PARTICULAR.test(object)) return undefined;
  if (/^the assistant\b|^(?:to be|being) (?:called|corrected)/.test(object)) return undefined;
  return readStyle(clause).length > 0 ? undefined : `${thirdPerson(verb)} ${object}`;
}

const isSomeone = (object: string): boolean =>
  KIN.test(object) || (/^\p{Lu}/u.test(object) && isGivenName(object.split(/[ ']/)[0]?.toLowerCase() ?? ''));

const thirdPerson = (verb: string): string =>
  /^(?:prefer|like|love|enjoy|hate|dislike|adore|detest|despise|avoid|refuse to)$/.test(verb)
    ? verb.replace(/^\p{L}+/u, '$&s')
    : verb;
