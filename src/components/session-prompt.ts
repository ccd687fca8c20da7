import type { SessionBatch } from '../contracts/component.ts';
import { MOST_TOLD, type StoredEpisode } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';

/** Small models copy what they are shown: whatever has one of these words, and was not said, is the example. Every example has them. */
export const EXAMPLE_WORDS = 'Quillane Ostravelle ondioline';

export interface Example {
  /** Each with who says it. */
  readonly turns: readonly string[];
  readonly answer: object;
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const dayLine = (day: Date): string => `(${weekday.format(day)} ${day.toISOString().slice(0, 10)})`;
const turnLine = (said: string, at: number): string => `[${at + 1}] ${said}`;

/** A session that nobody had, and what is to be answered. */
export const exampleLines = ({ turns, answer }: Example): string[] => [
  'An example, of somebody else. If this happened:',
  ...[dayLine(new Date('2019-05-06')), ...turns.map(turnLine)],
  'then the answer is:',
  JSON.stringify(answer),
  'Take nothing from the example into your answer.',
];

export const heldLines = (held: readonly Memory[]): string[] =>
  held.length === 0 ? [] : ['Held already:', ...held.map(({ content }, at) => `m${at + 1}. ${oneLine(content)}`), ''];

/** The episodes of a batch as numbered lines, with the day wherever it changes; before them, unnumbered, what they go on from. */
export function tellEpisodes({ episodes, before }: SessionBatch): string[] {
  let day = '';
  const told = episodes.flatMap((episode, at) => {
    const said = turnLine(lineOf(episode), at);
    const today = dayLine(episode.occurredAt);
    if (today === day) return [said];
    day = today;
    return [day, said];
  });
  return ['What happened:', ...before.map((episode) => `- ${lineOf(episode)}`), ...told];
}

/** In one line: what is told must not look like the lines around it. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function lineOf({ role, speaker, content }: StoredEpisode): string {
  const told = content.length > MOST_TOLD ? `${content.slice(0, MOST_TOLD)}…` : content;
  return `${oneLine(speaker ?? role)}: ${oneLine(told)}`;
}
