import { BASE_VERBS, isPast, thirdPerson, UNCHANGING } from '../assertions/verbs.ts';
import { presentOf } from './vocabulary.ts';

const DOUBLED = /([bdgkmnprt])\1$/;
/** A short verb that ends so would have doubled its last letter: it has lost an "e", as "pag" and "phon" have. */
const SHORT = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
/** So do these, however long: "updat", "charg", "mov", "clos", "decid", "prepar", "configur". */
const LOST_E =
  /(?:[vczu]|[^aeioul]l|dul|[^aeo]ad|[^aeiou]g|[^s]s|[aiu]t|[^ao]id|ud|[^e]ak|ok|[ao]r|ur|[^a]in|um|im|an?g)$/;
const NEVER =
  /(?:(?:ed|vis|lim|cred|aud|inher|prof|orb|ex|comm|subm|adm|benef|dep|rec)it|ss|monitor|factor|mirror|color)$/;

/** "charged", "took" and "charging" → "charge", "take" and "charge". What is no verb form stays. */
export function baseVerb(word: string): string {
  const present = presentOf(word);
  if (present !== undefined) return present;
  const ending = /(?:ed|ing)$/.exec(word);
  if (ending === null || (ending[0] === 'ed' && !isPast(word)) || word.length < 5) return word;
  const cut = word.slice(0, ending.index);
  if (!/[aeiouy]/.test(cut)) return word;
  if (cut.endsWith('i') && ending[0] === 'ed') return `${cut.slice(0, -1)}y`;
  const single = cut.replace(DOUBLED, '$1');
  const known = [cut, `${cut}e`, single].find((base) => BASE_VERBS.has(base));
  if (known !== undefined) return known;
  if (single !== cut) return single;
  return (SHORT.test(cut) || LOST_E.test(cut)) && !NEVER.test(cut) ? `${cut}e` : cut;
}

/** "charge" → "charges", and "read", which looks like its past, → "reads". */
export const presentVerb = (base: string): string => (UNCHANGING.has(base) ? `${base}s` : thirdPerson(base));

/** "takes" → "take". */
export function unmarked(verb: string): string {
  if (verb === 'has') return 'have';
  if (/(?:ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.slice(0, -2);
  if (verb.endsWith('ies') && verb.length > 4) return `${verb.slice(0, -3)}y`;
  return /[^su]s$/.test(verb) && !/^(?:is|was)$/.test(verb) ? verb.slice(0, -1) : verb;
}
