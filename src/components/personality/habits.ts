import type { StoredEpisode } from '../../model/episode.ts';
import { words } from '../../text/words.ts';
import type { TraitName } from './traits.ts';

/** Fewer answers show no habit. */
const FEWEST_ANSWERS = 20;
/** What is done so often is a habit. */
const CONSISTENT = 0.6;
const SHORT = 40;
const LONG = 150;
const MOST_READ = 20_000;

const HABITS: readonly (readonly [trait: TraitName, shows: (answer: string) => boolean])[] = [
  ['brief', (answer) => words(answer).length < SHORT],
  ['thorough', (answer) => words(answer).length > LONG],
  ['asking', (answer) => answer.trimEnd().endsWith('?')],
  ['lists', (answer) => (answer.match(/^\s{0,8}(?:[-*•]|\d{1,2}[.)])\s/gm) ?? []).length >= 2],
  ['coding', (answer) => answer.includes('```')],
];

/** What an agent does in most of its answers, with how often it did. */
export function habitsIn(episodes: readonly StoredEpisode[]): Map<TraitName, number> {
  const answers = episodes
    .filter(({ role, type }) => role === 'assistant' && type === 'conversation')
    .map(({ content }) => content.slice(0, MOST_READ));
  if (answers.length < FEWEST_ANSWERS) return new Map();
  const tools = episodes.filter(({ type }) => type === 'toolResult').length;
  const counts = HABITS.map(([trait, shows]) => [trait, answers.filter(shows).length] as const);
  return new Map([...counts, ['handy', tools] as const].filter(([, count]) => count >= CONSISTENT * answers.length));
}
