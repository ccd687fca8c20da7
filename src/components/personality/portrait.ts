import type { Languages, Manner } from '../../contracts/language.ts';
import { termsOf } from '../../languages/terms.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { trustOf } from '../../model/trust.ts';
import { day } from '../counted-memory.ts';
import type { ReadSentence } from '../read-sentences.ts';
import type { PersonalityConfig } from './config.ts';

/** Traits of an agent, as they follow "has come to": manners that users ask for, and habits of its own. */
export const TRAITS = {
  brief: 'keep answers short',
  thorough: 'treat a question in depth',
  clear: 'explain things clearly',
  humorous: 'bring wit to a conversation',
  serious: 'stay serious and leave jokes aside',
  direct: 'come straight to the point',
  gentle: 'put things gently',
  lists: 'lay matters out in lists',
  prose: 'write in plain paragraphs',
  asking: 'ask before acting',
  decisive: 'act without asking back',
  plain: 'write plainly without emoji',
  formal: 'hold to a formal, polite tone',
  casual: 'talk in a casual, relaxed tone',
  examples: 'illustrate ideas with examples',
  stepwise: 'go through things step by step',
  coding: 'show code rather than describe it',
  handy: 'reach for tools to find out',
} as const satisfies Readonly<Record<Manner | 'coding' | 'handy', string>>;
type TraitName = keyof typeof TRAITS;

const isTrait = (name: string): name is TraitName => Object.hasOwn(TRAITS, name);

const OPPOSITES: readonly (readonly [TraitName, TraitName])[] = [
  ['brief', 'thorough'],
  ['humorous', 'serious'],
  ['direct', 'gentle'],
  ['lists', 'prose'],
  ['asking', 'decisive'],
  ['formal', 'casual'],
];

function oppositeOf(trait: TraitName): TraitName | undefined {
  const pair = OPPOSITES.find((each) => each.includes(trait));
  return pair?.find((each) => each !== trait);
}

export interface Portrait {
  readonly text: string;
  readonly traits: Readonly<Record<string, number>>;
}

export type SentencesByEpisode = ReadonlyMap<string, readonly ReadSentence[]>;

/** The identity with the agent's traits, without a language model: fullest first, each next one without the rarest trait. */
export function portraitsOf(
  episodes: readonly StoredEpisode[],
  sentencesByEpisode: SentencesByEpisode,
  before: Readonly<Record<string, unknown>>,
  { identity, name, minSupport }: Pick<PersonalityConfig, 'identity' | 'name' | 'minSupport'>,
  languages: Languages,
): Portrait[] {
  const shown = newTraits(episodes, sentencesByEpisode, minSupport, languages);
  const remaining = Object.entries(before).flatMap(([trait, support]): [TraitName, number][] =>
    isTrait(trait) && typeof support === 'number' && !shown.has(oppositeOf(trait) ?? trait) ? [[trait, support]] : [],
  );
  const remainingTraits = new Map(remaining);
  const fresh = [...shown].filter(([trait]) => !remainingTraits.has(trait)).sort(([, a], [, b]) => b - a);
  const topics = topicsIn(episodes, sentencesByEpisode, languages);
  const shares = fresh.map((_, left) => fresh.slice(0, fresh.length - left));
  const withoutTopics = [...shares, []].map((some) => ({
    traits: [...remainingTraits, ...some],
    topics: [] as string[],
  }));
  return [{ traits: [...remainingTraits, ...fresh], topics }, ...withoutTopics]
    .filter(({ traits, topics }) => traits.length + topics.length > 0)
    .map(({ traits, topics }) => ({
      text: [
        identity,
        '',
        ...studyOf(
          name,
          traits.map(([trait]) => trait),
          topics,
        ),
      ].join('\n'),
      traits: Object.fromEntries(traits),
    }));
}

/** Pasted, imported and returned texts do not form a character. */
const isOfUser = (episode: StoredEpisode): boolean => episode.role === 'user' && trustOf(episode) === 'user';

/** Manners that users asked for often enough, and more often than the opposite; then the agent's habits, unless users asked otherwise. */
function newTraits(
  episodes: readonly StoredEpisode[],
  sentencesByEpisode: SentencesByEpisode,
  minSupport: number,
  languages: Languages,
): Map<TraitName, number> {
  const counts = new Map<TraitName, number>();
  for (const episode of episodes)
    if (isOfUser(episode))
      for (const manner of mannersIn(episode, sentencesByEpisode, languages))
        counts.set(manner, (counts.get(manner) ?? 0) + 1);
  const counterOf = (trait: TraitName) => counts.get(oppositeOf(trait) ?? trait) ?? 0;
  const net = [...counts].map(
    ([trait, count]) => [trait, oppositeOf(trait) === undefined ? count : count - counterOf(trait)] as const,
  );
  const requested = new Map(net.filter(([, count]) => count >= minSupport));
  const habits = [...habitsIn(episodes)].filter(
    ([trait]) => !requested.has(oppositeOf(trait) ?? trait) && !requested.has(trait),
  );
  return new Map([...requested, ...habits]);
}

function studyOf(name = 'the assistant', traits: readonly TraitName[], topics: readonly string[]): string[] {
  const capitalisedName = name.charAt(0).toUpperCase() + name.slice(1);
  return [
    ...(traits.length === 0
      ? []
      : [`Over time, ${name} has come to ${joinList(traits.map((trait) => TRAITS[trait]))}.`]),
    ...(topics.length === 0 ? [] : [`${capitalisedName} is mostly asked about ${joinList(topics)}.`]),
  ];
}

const joinList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const MIN_ANSWERS = 20;
const MIN_HABIT_SHARE = 0.6;
const MAX_BRIEF_WORDS = 40;
const MIN_THOROUGH_WORDS = 150;
const MAX_READ_CHARS = 20_000;
const MAX_SENTENCES = 50;

const HABITS: readonly (readonly [trait: TraitName, shows: (answer: string) => boolean])[] = [
  ['brief', (answer) => answer.split(/\s+/).length < MAX_BRIEF_WORDS],
  ['thorough', (answer) => answer.split(/\s+/).length > MIN_THOROUGH_WORDS],
  ['asking', (answer) => answer.trimEnd().endsWith('?')],
  ['lists', (answer) => (answer.match(/^\s{0,8}(?:[-*•]|\d{1,2}[.)])\s/gm) ?? []).length >= 2],
  ['coding', (answer) => answer.includes('```')],
];

function habitsIn(episodes: readonly StoredEpisode[]): Map<TraitName, number> {
  const answers = episodes
    .filter(({ role, type }) => role === 'assistant' && type === 'conversation')
    .map(({ content }) => content.slice(0, MAX_READ_CHARS));
  if (answers.length < MIN_ANSWERS) return new Map();
  const tools = episodes.filter(({ type }) => type === 'toolResult').length;
  const counts = HABITS.map(([trait, shows]) => [trait, answers.filter(shows).length] as const);
  return new Map(
    [...counts, ['handy', tools] as const].filter(([, count]) => count >= MIN_HABIT_SHARE * answers.length),
  );
}

function mannersIn(
  { id, content }: StoredEpisode,
  sentencesByEpisode: SentencesByEpisode,
  languages: Languages,
): Set<Manner> {
  const language = languages.of(content);
  const sentences = language.sentences(content.slice(0, MAX_READ_CHARS)).slice(0, MAX_SENTENCES);
  const wishes = sentencesByEpisode.get(id)?.filter(({ kind }) => kind === 'directive') ?? [];
  return new Set([
    ...sentences.flatMap((sentence) => language.manners(sentence)),
    ...wishes.flatMap(({ text }) => language.manners(text, true)),
  ]);
}

const MAX_TOPICS = 3;
const MIN_TURNS = 5;
const MIN_TURN_SHARE = 0.1;
const MIN_OCCASIONS = 3;

interface Topic {
  readonly word: string;
  readonly turns: Set<string>;
  /** Sessions, and the days of one that lasts. */
  readonly occasions: Set<string>;
}

function topicsIn(
  episodes: readonly StoredEpisode[],
  sentencesByEpisode: SentencesByEpisode,
  languages: Languages,
): string[] {
  const own = episodes.filter(isOfUser);
  const topics = new Map<string, Topic>();
  for (const { id, sessionId, occurredAt } of own)
    for (const { text } of sentencesByEpisode.get(id)?.filter(isAsked) ?? [])
      for (const word of languages.of(text).topics(text)) {
        const stem = termsOf(word)[0] ?? word;
        const topic = topics.get(stem) ?? { word, turns: new Set(), occasions: new Set() };
        topic.turns.add(id);
        topic.occasions.add(JSON.stringify([sessionId, day(occurredAt)]));
        topics.set(stem, topic);
      }
  return [...topics.values()]
    .filter(
      ({ turns, occasions }) =>
        turns.size >= Math.max(MIN_TURNS, MIN_TURN_SHARE * own.length) && occasions.size >= MIN_OCCASIONS,
    )
    .sort((a, b) => b.turns.size - a.turns.size)
    .slice(0, MAX_TOPICS)
    .map(({ word }) => word);
}

const isAsked = ({ kind }: ReadSentence): boolean => kind === 'question' || kind === 'goal';
