import { EARLIEST, LATEST, type Span } from './calendar.ts';
import { type Meaning, type Phrase, type Rule, rule, type Source, settled, skip, spansOf, wordAt } from './phrase.ts';
import { readEndpoint } from './points.ts';
import { leanAt } from './tense.ts';

type Side = 'since' | 'after' | 'before' | 'until';

const SIDES: readonly [side: Side, words: readonly string[]][] = [
  ['since', ['since']],
  ['since', ['starting', 'from']],
  ['since', ['starting', 'on']],
  ['since', ['starting']],
  ['since', ['beginning', 'on']],
  ['since', ['beginning']],
  ['since', ['as', 'of']],
  ['after', ['later', 'than']],
  ['after', ['after']],
  ['before', ['earlier', 'than']],
  ['before', ['prior', 'to']],
  ['before', ['before']],
  ['until', ['no', 'later', 'than']],
  ['until', ['until']],
  ['until', ['till']],
  ['until', ['til']],
  ['until', ['by']],
];

function openEnded(side: Side, meaning: Meaning, source: Source, at: number): Span[] {
  const lean = side === 'since' ? 'past' : leanAt(source, at);
  const { boundary } = meaning;
  return spansOf(boundary ?? meaning, source.today, lean).flatMap(({ from, to }): Span[] => {
    if (side === 'since') return [{ from, to: LATEST }];
    if (side === 'after') return [{ from: boundary ? from : to, to: LATEST }];
    if (side === 'before' || boundary) return [{ from: EARLIEST, to: from }];
    return [
      { from: EARLIEST, to },
      { from: EARLIEST, to: from },
    ];
  });
}

/** "since 2015", "before May", "until last week". */
export const openRange: Rule = rule(
  SIDES.map(([, [word = '']]) => word),
  (source, at) => {
    const [side, words] =
      SIDES.find(([, each]) => each.every((word, index) => wordAt(source, at + index) === word)) ?? [];
    const phrase = words && readEndpoint(source, at + words.length);
    return side && phrase && settled(phrase.end, phrase.meaning.unit, ...openEnded(side, phrase.meaning, source, at));
  },
);

const TRAILING = new Map<string, Side>([
  ['later', 'since'],
  ['onward', 'since'],
  ['onwards', 'since'],
  ['earlier', 'until'],
]);

/** The rest of "2012 or later", "May 5 and earlier", "Monday onwards" after its date. */
export function readTrailing(source: Source, at: number, phrase: Phrase): Phrase | undefined {
  const word = skip(source, phrase.end, 'or', 'and');
  const side = TRAILING.get(wordAt(source, word));
  if (!side || (word === phrase.end && !wordAt(source, word).startsWith('onward'))) return undefined;
  return settled(word + 1, phrase.meaning.unit, ...openEnded(side, phrase.meaning, source, at));
}
