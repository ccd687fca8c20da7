import { stretchesOf, words } from '../../text/words.ts';
import { sentencesOf } from '../sentences.ts';
import { readClaim } from './claims/read-claim.ts';

/** In words. */
const LONGEST_STATEMENT = 30;
/** Who tells a fact tells it in a few words; a longer turn is a document or about something else. */
const LONGEST_TELLING = 60;
/** What is not said but pasted. */
const CODE_OR_QUOTE = /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|^[ \t]*>.*$/gm;
/** What opens a correction and says nothing itself. */
const HEAD = /^\s*(?:actually|by the way|btw|fyi|note that|remember that),?\s+/i;
/** Words that point to whoever speaks, or to what was said before: a statement with one does not stand alone. */
const POINTING =
  /^(?:i|this|that|these|those|it|he|she|they|we|you|there|here)\b|\b(?:me|my|mine|we|us|our|you|your|yours|its|he|she|they|his|her|their)\b|\bI\b(?! of\b)/;

/** Plain statements about the world that stand alone: "The capital of Tuvalu is Funafuti." */
export function knowledgeIn(content: string): string[] {
  if (isLong(content)) return [];
  const sentences = sentencesOf(content.replace(CODE_OR_QUOTE, '\n')).map((sentence) =>
    sentence.replace(HEAD, '').trim(),
  );
  return [...new Set(sentences)].filter(standsAlone);
}

/** Reads no further than it must. */
function isLong(content: string): boolean {
  let count = 0;
  for (const stretch of stretchesOf(content)) {
    count += words(stretch).length;
    if (count > LONGEST_TELLING) return true;
  }
  return false;
}

function standsAlone(text: string): boolean {
  const isPointing = POINTING.test(text.charAt(0).toLowerCase() + text.slice(1));
  if (text.endsWith('?') || isPointing || words(text).length > LONGEST_STATEMENT) return false;
  const claim = readClaim(text);
  return claim?.single === true && !claim.negated;
}
