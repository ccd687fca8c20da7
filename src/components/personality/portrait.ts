import type { StoredEpisode } from '../../model/episode.ts';
import type { PersonalityConfig } from './config.ts';
import { traitsIn } from './feedback.ts';
import { habitsIn } from './habits.ts';
import { topicsIn } from './topics.ts';
import { isTrait, oppositeOf, TRAITS, type TraitName } from './traits.ts';

/** A text for the persona, and the traits it tells of with how often each showed. */
export interface Portrait {
  readonly text: string;
  readonly traits: Readonly<Record<string, number>>;
}

/** The identity with what the agent has come to be, without a model: fullest first, each next one leaving out what showed least. */
export function portraitsOf(
  episodes: readonly StoredEpisode[],
  before: Readonly<Record<string, unknown>>,
  { identity, name, minSupport }: Pick<PersonalityConfig, 'identity' | 'name' | 'minSupport'>,
): Portrait[] {
  const shown = newTraits(episodes, minSupport);
  const kept = Object.entries(before).flatMap(([trait, support]): [TraitName, number][] =>
    isTrait(trait) && typeof support === 'number' && !shown.has(oppositeOf(trait) ?? trait) ? [[trait, support]] : [],
  );
  const held = new Map(kept);
  const fresh = [...shown].filter(([trait]) => !held.has(trait)).sort(([, a], [, b]) => b - a);
  const topics = topicsIn(episodes);
  const shares = fresh.map((_, left) => fresh.slice(0, fresh.length - left));
  const told = [...shares, []].map((some) => ({ traits: [...held, ...some], topics: [] as string[] }));
  return [{ traits: [...held, ...fresh], topics }, ...told]
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

/** What users said often enough, and more often than its opposite; then what the agent does, where nobody asked for otherwise. */
function newTraits(episodes: readonly StoredEpisode[], minSupport: number): Map<TraitName, number> {
  const said = new Map<TraitName, number>();
  for (const { role, content } of episodes)
    if (role === 'user') for (const trait of traitsIn(content)) said.set(trait, (said.get(trait) ?? 0) + 1);
  const counterOf = (trait: TraitName) => said.get(oppositeOf(trait) ?? trait) ?? 0;
  const net = [...said].map(
    ([trait, count]) => [trait, oppositeOf(trait) === undefined ? count : count - counterOf(trait)] as const,
  );
  const asked = new Map(net.filter(([, count]) => count >= minSupport));
  const done = [...habitsIn(episodes)].filter(([trait]) => !asked.has(oppositeOf(trait) ?? trait) && !asked.has(trait));
  return new Map([...asked, ...done]);
}

function studyOf(name = 'the assistant', traits: readonly TraitName[], topics: readonly string[]): string[] {
  const called = name.charAt(0).toUpperCase() + name.slice(1);
  return [
    ...(traits.length === 0 ? [] : [`Over time, ${name} has come to ${listed(traits.map((trait) => TRAITS[trait]))}.`]),
    ...(topics.length === 0 ? [] : [`${called} is mostly asked about ${listed(topics)}.`]),
  ];
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
