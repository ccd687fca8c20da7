import type { Item } from './rank.ts';
import { type QueryWords, shared } from './shared-words.ts';

export interface Reasons {
  readonly for: readonly string[];
  readonly against: readonly string[];
}

const MIN_SHARE = 0.05;
const MAX_REASONS = 3;

export function reasonsOf(item: Item, { all, rare }: QueryWords): Reasons {
  const { signals, contributions, adjustments } = item.breakdown;
  const added = (...names: string[]) => names.reduce((sum, name) => sum + (contributions[name] ?? 0), 0);
  const least = MIN_SHARE * Object.values(contributions).reduce((sum, each) => sum + Math.max(0, each), 0);
  const words = shared(rare, item.content);
  const names = shared(all, item.content).filter((word) => word !== word.toLowerCase());
  const inText = added('text', 'covered', 'window', 'session');
  const weightedReasons: readonly (readonly [number, string])[] = [
    [added('vector'), nearness(signals.vector)],
    signals.text > 0
      ? [
          inText,
          words.length > 0
            ? `has your ${words.length === 1 ? 'word' : 'words'} ${quoted(words)}`
            : 'shares words with your query',
        ]
      : [inText, 'is next to a turn with your words'],
    [added('newer'), 'is newer than others'],
    [added('lately'), 'happened lately'],
    [added('time'), 'is in the period of your question'],
    [
      added('speaker', 'entity'),
      names.length > 0 ? `comes from or names ${names.join(', ')}` : 'is by or mentions a person you name',
    ],
    [added('before', 'after'), 'is next to a turn with a similar meaning'],
    [added('salience'), 'is important or often used'],
  ];
  const reasonsFor = weightedReasons
    .filter(([sum]) => sum > 0 && sum >= least)
    .sort(([one], [other]) => other - one)
    .map(([, reason]) => reason);
  return { for: reasonsFor.slice(0, MAX_REASONS), against: reasonsAgainst(item, adjustments.read) };
}

function reasonsAgainst({ breakdown, outdated, doubtedAt, status }: Item, read: number): string[] {
  const { contributions, adjustments } = breakdown;
  return [
    ...(outdated !== undefined || status === 'superseded' ? ['it is outdated'] : []),
    ...(doubtedAt !== undefined ? ['it is doubted'] : []),
    ...((contributions['speaker'] ?? 0) < 0 ? ['another person than the one you name said it'] : []),
    ...((contributions['voice'] ?? 0) < 0 ? ['the assistant or a tool said it'] : []),
    ...(adjustments.trust < 1 ? ['it is from a tool, a document or an import'] : []),
    ...(adjustments.component < 1 ? ['its component has a lower weight'] : []),
    ...(read < 0.98 ? ['others answer your question better'] : []),
  ];
}

const nearness = (cosine: number): string => {
  if (cosine >= 0.6) return 'has a very similar meaning';
  return cosine >= 0.35 ? 'has a similar meaning' : 'has a slightly similar meaning';
};

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');
