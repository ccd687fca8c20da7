import type { StoredEpisode } from '../../model/episode.ts';
import { inFewWords } from '../work-talk/spoken.ts';

/** Errors that will come again, whatever is tried. */
const STANDING =
  /\b(?:permission denied|access (?:is )?denied|not permitted|forbidden|unauthori[sz]ed|EACCES|EPERM|command not found|not installed|no module named|cannot find module|not recognized as an? |quota|rate limit|too many requests|read-only file system|not supported|no space left|network is unreachable|ENETUNREACH|requires? (?:an? )?(?:licen[cs]e|subscription|authentication))\b/i;
const TIMEOUT = /\b(?:time[sd]? ?out|ETIMEDOUT|deadline exceeded)\b/i;
const MOST_OF_LINE = 200;

interface StandingLimit {
  readonly content: string;
  readonly episodes: readonly StoredEpisode[];
}

/** Limits that errors show: at once where the error says so, a timeout only when it comes back. */
export function standingLimits(episodes: readonly StoredEpisode[]): StandingLimit[] {
  const errors = episodes.filter(({ type, metadata }) => type === 'error' || metadata.success === false);
  const limits = errors.flatMap((episode) => {
    const line = lineWith(STANDING, episode);
    return line === undefined
      ? []
      : [{ content: inFewWords(`${whatOf(episode)} is limited: ${line}`), episodes: [episode] }];
  });
  const timeouts = errors.filter((episode) => lineWith(TIMEOUT, episode) !== undefined);
  const recurring = [...Map.groupBy(timeouts, whatOf)].filter(([, group]) => group.length > 1);
  return [
    ...limits,
    ...recurring.map(([what, group]) => ({ content: `${what} times out repeatedly.`, episodes: group })),
  ];
}

const whatOf = ({ metadata: { tool } }: StoredEpisode): string =>
  tool === undefined ? 'The environment' : `The ${tool.slice(0, 60)} tool`;

function lineWith(pattern: RegExp, { content, metadata }: StoredEpisode): string | undefined {
  const lines = `${metadata.error ?? ''}\n${content}`.slice(0, 20_000).split('\n');
  const line = lines.find((each) => pattern.test(each.slice(0, MOST_OF_LINE)));
  return line
    ?.slice(0, MOST_OF_LINE)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
