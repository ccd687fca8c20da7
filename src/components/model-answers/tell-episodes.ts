import type { SessionBatch } from '../../contracts/component.ts';
import { MOST_TOLD, type StoredEpisode } from '../../model/episode.ts';

/** The episodes of a batch as numbered lines, with the day wherever it changes; before them, unnumbered, what they go on from. */
export function tellEpisodes({ episodes, before }: SessionBatch): string[] {
  let day = '';
  const told = episodes.flatMap((episode, at) => {
    const said = `${at + 1}. ${lineOf(episode)}`;
    const today = episode.occurredAt.toISOString().slice(0, 10);
    if (today === day) return [said];
    day = today;
    return [`(${day})`, said];
  });
  return [...before.map((episode) => `- ${lineOf(episode)}`), ...told];
}

/** In one line: what is told must not look like the lines around it. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function lineOf({ role, speaker, content }: StoredEpisode): string {
  const told = content.length > MOST_TOLD ? `${content.slice(0, MOST_TOLD)}…` : content;
  return `${oneLine(speaker ?? role)}: ${oneLine(told)}`;
}
