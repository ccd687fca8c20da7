import { sentencesOf } from '../languages/sentences.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { marksIn } from '../secrets/rule.ts';

const isUnredacted = (text: string): boolean => marksIn(text).length === 0;

/** A text without the sentences that lost a secret: nothing is learnt from "The wifi password is". */
export const withoutRedactedSentences = (text: string): string =>
  isUnredacted(text)
    ? text
    : text
        .split('\n')
        .map((line) => sentencesOf(line).filter(isUnredacted).join(' '))
        .join('\n')
        .trim();

/** Episodes without the sentences that lost a secret. A tool's output is kept as it is. */
export const withoutRedactedEpisodes = (episodes: readonly StoredEpisode[]): StoredEpisode[] =>
  episodes.flatMap((episode) => {
    const content = episode.role === 'tool' ? episode.content : withoutRedactedSentences(episode.content);
    return content === '' ? [] : [{ ...episode, content }];
  });
