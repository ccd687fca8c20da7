import { spokenSentences } from '../../languages/english/assertions/spoken-sentences.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { termsOf } from '../../text/terms.ts';
import { wordList } from '../../text/word-list.ts';
import { words } from '../../text/words.ts';

const MOST = 3;
/** How many of a user's turns must speak of it, at least and as a share. */
const FEWEST_TURNS = 5;
const LEAST_SHARE = 0.1;
const LONGEST = 30;

const EVERYDAY = wordList(
  `thanks thank hello please help need think good great nice time today tomorrow yesterday work working works look looking find
  sure better best able back come came well week month year things something first last next long short little question
  answer answers explain write show used using use keep keeps love loves hope feel always never maybe actually should could
  people person going want wants make made take took give gave tell told said what about this that with from have more new day days`,
);

/** What users speak of most, in their words. */
export function topicsIn(episodes: readonly StoredEpisode[]): string[] {
  const turns = episodes.filter(({ role }) => role === 'user');
  const counts = new Map<string, { readonly word: string; count: number }>();
  for (const { content } of turns) {
    const said = spokenSentences(content).flatMap(({ text }) => words(text));
    const telling = said.filter(
      (word) => /^\p{L}{4,}$/u.test(word) && word.length <= LONGEST && !STOP_WORDS.has(word) && !EVERYDAY.has(word),
    );
    for (const [stem, word] of new Map(telling.map((each) => [termsOf(each)[0] ?? each, each]))) {
      const known = counts.get(stem) ?? { word, count: 0 };
      known.count += 1;
      counts.set(stem, known);
    }
  }
  return [...counts.values()]
    .filter(({ count }) => count >= Math.max(FEWEST_TURNS, LEAST_SHARE * turns.length))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST)
    .map(({ word }) => word);
}
