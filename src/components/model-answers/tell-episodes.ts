import type { SessionBatch } from '../../contracts/component.ts';

/** Longer ones are told by their beginning. */
const MOST_TOLD = 1500;

/** The episodes of a batch as numbered lines, after a line with the day. */
export function tellEpisodes({ episodes }: SessionBatch): string[] {
  const day = episodes[0]?.occurredAt.toISOString().slice(0, 10);
  return [
    ...(day === undefined ? [] : [`(${day})`]),
    ...episodes.map(({ role, speaker, content }, at) => {
      const told = content.length > MOST_TOLD ? `${content.slice(0, MOST_TOLD)}…` : content;
      return `${at + 1}. ${speaker ?? role}: ${told.replace(/\s+/g, ' ')}`;
    }),
  ];
}
