import type { StoredEpisode } from '../../model/episode.ts';
import { isDocument, isOthersWords, isPlayed, withoutQuotes } from '../work-talk/pasted.ts';
import { retell, spokenOf } from '../work-talk/spoken.ts';
import type { EnvironmentalCategory } from './config.ts';
import { standingLimits } from './standing-limits.ts';
import { surroundingsIn } from './surroundings-rules.ts';

interface Surrounding {
  readonly category: EnvironmentalCategory;
  readonly content: string;
  readonly episodes: readonly StoredEpisode[];
}

const MOST_SAID = 500;
const NOTICED = /^(?:i|we)(?: have)? (?:noticed|learned|learnt|found out|found|see|know|realised|realized) that /i;
/** All that counts of an answer in chapters. */
const OWN_LIMIT = /^(?:as an? (?:ai|language model)[^,]{0,40}, )?i (?:cannot|do not have|am not (?:able|allowed))\b/i;
const FORBIDDEN = /^(never|do not|always) /i;

/** What these turns tell of the agent, its tools and where it works. */
export const findSurroundings = (episodes: readonly StoredEpisode[]): Surrounding[] => [
  ...episodes.flatMap(saidIn).slice(-MOST_SAID),
  ...workingTools(episodes),
  ...standingLimits(episodes).map((limit) => ({ category: 'constraint' as const, ...limit })),
];

function saidIn(episode: StoredEpisode): Surrounding[] {
  if (episode.type === 'toolResult' || episode.type === 'error') return [];
  const { content, role } = episode;
  const isWritten = isTalk(episode) && (isDocument(content) || isPlayed(content));
  if (isWritten && role !== 'assistant') return [];
  return spokenOf({ ...episode, content: role === 'system' ? content : withoutQuotes(content) }).flatMap((spoken) => {
    const text = spoken.text.replace(NOTICED, '');
    if (isOthersWords(spoken.original) || (isWritten && !OWN_LIMIT.test(text))) return [];
    const category = surroundingsIn({ ...spoken, text }, episode);
    return category === undefined ? [] : [{ category, content: told(text, episode), episodes: [episode] }];
  });
}

/** What is set up or noted down may be long; what is said so is pasted. */
const isTalk = ({ type, role }: StoredEpisode): boolean => type === 'conversation' && role !== 'system';

function told(text: string, episode: StoredEpisode): string {
  const standing = text.replace(FORBIDDEN, (_, how: string) =>
    /always/i.test(how) ? 'The agent must always ' : 'The agent must not ',
  );
  return retell(standing, episode, 'the project');
}

/** A tool that gave a result can be used. */
function workingTools(episodes: readonly StoredEpisode[]): Surrounding[] {
  const worked = episodes.filter(
    ({ type, metadata }) => type === 'toolResult' && metadata.tool && metadata.success !== false,
  );
  return [...Map.groupBy(worked, ({ metadata }) => metadata.tool?.slice(0, 60))].map(([tool, group]) => ({
    category: 'capability',
    content: `The agent can use the ${tool} tool.`,
    episodes: group,
  }));
}
