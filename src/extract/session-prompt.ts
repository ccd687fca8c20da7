import type { SessionBatch } from '../contracts/component.ts';
import { MAX_PROMPT_CHARS, type StoredEpisode } from '../model/episode.ts';

/**
 * Words of the example. Small models copy examples with other nouns: a finding with one of these words, if no turn said it, comes from
 * the example. Every example finding has one.
 */
export const EXAMPLE_WORDS = 'Quillane Vellamy Ostravelle ondioline tunes dusk overwrite';

const TURNS = [
  'Quillane: Hi! Since last Friday I tune the organ at Ostravelle. Please call me after dusk only.',
  'assistant: Noted, Ms Vellamy. How can I help?',
  'Quillane: The ondioline page of our shop is blank, I need it back today. The archive is read-only for you.',
  'assistant: I restored its template from the backup, and the ondioline page shows again.',
  'Quillane: That did it!',
];

const NAMES = [
  { name: 'Quillane', type: 'person', also: ['Ms Vellamy'] },
  { name: 'Ostravelle', type: 'place' },
];
const ITEMS = [
  {
    ...{ from: [1], text: 'Quillane tunes the organ at Ostravelle since last Friday (2019-05-03).', category: 'fact' },
    ...{ importance: 0.7, since: '2019-05-03' },
  },
  { from: [1], text: 'Quillane wants to be called after dusk only.', category: 'preference', importance: 0.5 },
  {
    ...{ from: [3], text: 'Quillane wants the blank ondioline page of the shop back today (2019-05-06).' },
    ...{ category: 'goal', importance: 0.7 },
  },
  { from: [3], text: 'The agent cannot overwrite the archive.', category: 'constraint', importance: 0.9 },
  { from: [4], text: 'The ondioline page shows again.', category: 'result', importance: 0.5 },
  {
    ...{ from: [4, 5], text: 'restoring the ondioline template from the backup', category: 'worked', importance: 0.5 },
    for: 'get a blank page back',
  },
];
const RELATIONS = [{ from: 'Quillane', relation: 'works at', to: 'Ostravelle' }];

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const dayLine = (day: Date): string => `(${WEEKDAYS[day.getUTCDay()]} ${day.toISOString().slice(0, 10)})`;
const turnLine = (text: string, at: number): string => `[${at + 1}] ${text}`;

export function exampleLines(categories: readonly string[]): string[] {
  const facts = ITEMS.filter(({ category }) => categories.includes(category));
  return [
    'An example, of somebody else. If this happened:',
    ...[dayLine(new Date('2019-05-06')), ...TURNS.map(turnLine)],
    'then the answer is:',
    JSON.stringify({ facts, names: NAMES, relations: categories.includes('fact') ? RELATIONS : [] }),
    'Take nothing from the example into your answer.',
  ];
}

/** Episodes as numbered lines, with the date where it changes; before them, unnumbered, the context. */
export function episodeLines({ episodes, before }: Pick<SessionBatch, 'episodes' | 'before'>): string[] {
  let day = '';
  const lines = episodes.flatMap((episode, at) => {
    const line = turnLine(lineOf(episode), at);
    const today = dayLine(episode.occurredAt);
    if (today === day) return [line];
    day = today;
    return [day, line];
  });
  return ['What happened:', ...before.map((episode) => `- ${lineOf(episode)}`), ...lines];
}

/** One line, so that content cannot look like a line of the prompt. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function lineOf({ role, speaker, content }: StoredEpisode): string {
  const shown = content.length > MAX_PROMPT_CHARS ? `${content.slice(0, MAX_PROMPT_CHARS)}…` : content;
  return `${oneLine(speaker ?? role)}: ${oneLine(shown)}`;
}
