import { TASTE } from './lexicon.ts';

/** Refused or disliked: seldom said in passing. */
const AGAINST =
  /^(?:\w+ly )?(?:does not (?:\w+ly )?(?:like|enjoy|love|care for|eat|drink|use|watch|consume|wear|buy|read|play|smoke|fly|drive|want to (?:see|eat|hear|use|watch|read|play|wear))|is not (?:\w+ly )?(?:interested in|into|fond of|keen on|comfortable with|a (?:big |huge )?fan of)|has (?:\w+ )*(?:aversion|dislike|distaste|preference|interest in|allergy)|(?:dislikes|hates|despises|detests|loathes|avoids|refuses|prefers|cannot stand|cannot tolerate|cannot handle|only (?:eats|buys|watches|reads|plays|uses|drinks|wears|shops))\b)/;
const PREFERS = /^would (?:rather|prefer)\b|\bprefers\b/;
const FOR =
  /\b(?:favou?rite|would rather|would prefer|is (?:a (?:\w+ )?fan of|into|fond of|passionate about|obsessed with|drawn to)|would love)\b/;

/** What follows the speaker as subject says plainly what they want or do not want. */
export const isPlainTaste = (predicate: string): boolean => AGAINST.test(predicate) || PREFERS.test(predicate);

export const isTaste = (predicate: string, verb: string): boolean =>
  AGAINST.test(predicate) ||
  PREFERS.test(predicate) ||
  FOR.test(predicate) ||
  (TASTE.has(verb) && !/^\S+ to (?:see|hear|know)\b/.test(predicate));
