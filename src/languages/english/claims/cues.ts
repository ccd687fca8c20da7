import { STOP_WORDS } from '../../../text/stop-words.ts';
import { phrasesOf } from './relations.ts';
import { formsOf } from './verb-forms.ts';

/** Words by which texts about a relation are found: who looks for a home looks for "lives", "moved" and "based". */
export function cuesOf(relation: string): readonly string[] {
  const named = [relation, ...phrasesOf(relation)].flatMap((phrase) => phrase.split(' '));
  const telling = [...new Set(named)].filter((word) => !STOP_WORDS.has(word) && word !== 'be');
  return [...new Set(telling.flatMap(formsOf))];
}
