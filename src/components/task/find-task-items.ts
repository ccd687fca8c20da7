import type { StoredEpisode } from '../../model/episode.ts';
import { type Spoken, spokenOf } from '../work-talk/spoken.ts';
import type { TaskCategory } from './config.ts';
import { decisionOf, recordedDecision } from './decisions.ts';
import { goalOf } from './goals.ts';
import { reportedResult, resultOf } from './results.ts';
import { contextOf } from './work-context.ts';

export interface TaskItem {
  readonly category: TaskCategory;
  readonly content: string;
  readonly episode: StoredEpisode;
  /** Said to take the place of what was wanted or decided before. */
  readonly isRevision: boolean;
}

const REVISION =
  /\binstead\b(?! of)|\bscratch that\b|\bchange of plans?\b|\bon second thought|^(?:actually|no|wait)\b[,:;]?\s+let us\b/i;
const ADDITION = /\b(?:also|too|as well|first)\b/i;
/** More than any session may hold; the latest count. */
const MOST_ITEMS = 500;
const FEWEST_WORDS = 2;

/** What these turns tell of the work going on, decided by who speaks, how, and of what. */
export const findTaskItems = (episodes: readonly StoredEpisode[]): TaskItem[] =>
  episodes.flatMap(itemsOf).slice(-MOST_ITEMS);

function itemsOf(episode: StoredEpisode): TaskItem[] {
  if (episode.type === 'toolResult' || episode.type === 'error') {
    const content = reportedResult(episode);
    return content === undefined ? [] : [{ category: 'result', content, episode, isRevision: false }];
  }
  const spoken = spokenOf(episode).filter(({ text }) => text.split(' ').length >= FEWEST_WORDS);
  const [first] = spoken;
  if (episode.type === 'decision')
    return first === undefined ? [] : [itemOf('decision', recordedDecision(first, episode), first, episode)];
  return spoken.flatMap((sentence) => {
    for (const [category, rule] of RULES) {
      const content = rule(sentence, episode);
      if (content !== undefined) return [itemOf(category, content, sentence, episode)];
    }
    return [];
  });
}

/** The first that applies says what a sentence is. */
const RULES: readonly (readonly [TaskCategory, (spoken: Spoken, episode: StoredEpisode) => string | undefined])[] = [
  ['decision', decisionOf],
  ['goal', goalOf],
  ['result', resultOf],
  ['context', contextOf],
];

const itemOf = (category: TaskCategory, content: string, { original }: Spoken, episode: StoredEpisode): TaskItem => ({
  ...{ category, content, episode },
  isRevision: REVISION.test(original) && !ADDITION.test(original),
});
