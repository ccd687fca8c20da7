import { fileURLToPath } from 'node:url';
import { readStories } from '../quality/read/read-stories.ts';
import type { Random } from '../random.ts';

const MINUTE = 60_000;

const ENGLISH = readStories(fileURLToPath(new URL('../stories/open', import.meta.url))).filter(
  ({ language }) => language === 'en',
);

/** Sessions of the open English stories, one story after another: about 3,000 turns. */
export const naturalSessions = ENGLISH.flatMap(({ name, sessions }) =>
  sessions.map(({ id, startsAt = new Date(0), turns }) => ({
    id: `${name} ${id}`,
    turns: turns.map(({ content, role = 'user', speaker = role, unit }, at) => ({
      ...{ content, role, speaker, metadata: { turnId: `${name} ${unit}` } },
      occurredAt: new Date(startsAt.getTime() + at * MINUTE),
    })),
  })),
);

export type NaturalSession = (typeof naturalSessions)[number];

/** The first whole sessions, with so many turns at least. */
export function sessionsWith(turns: number): NaturalSession[] {
  const chosen: NaturalSession[] = [];
  let count = 0;
  for (const session of naturalSessions) {
    if (count >= turns) break;
    chosen.push(session);
    count += session.turns.length;
  }
  return chosen;
}

/** What people ask of these stories, in an order of its own, so that every story is asked early. */
export const naturalQuestions = (random: Random): string[] =>
  random.shuffled(ENGLISH.flatMap(({ questions }) => questions.map(({ text }) => text)));

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+/);
const ALL_TURNS = naturalSessions.flatMap(({ turns }) => turns.map(({ content }) => content));
const SENTENCES = ALL_TURNS.flatMap(sentencesOf);
const NAME_OR_NUMBER = /(?<=[a-z,] )\p{Lu}\p{Ll}{2,}\b|\d+/gu;
const NAMES = [...new Set(ALL_TURNS.flatMap((text) => text.match(NAME_OR_NUMBER) ?? []))].filter(
  (name) => !/\d/.test(name),
);

/** Another turn in natural words: other names and numbers, and one sentence of somebody else's. */
export function varied(text: string, random: Random): string {
  const sentences = sentencesOf(text);
  sentences.splice(random.between(0, sentences.length), sentences.length > 1 ? 1 : 0, random.pick(SENTENCES));
  return sentences
    .join(' ')
    .replaceAll(NAME_OR_NUMBER, (match) =>
      /\d/.test(match) ? String(random.between(1, 10 ** Math.min(match.length, 6))) : random.pick(NAMES),
    );
}
