import { findEntities } from '../../languages/english/entities/find-entities.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { wordList } from '../../text/word-list.ts';
import { words } from '../../text/words.ts';
import { GENERIC, tellingWords } from './phrases.ts';

export const MOST_TAGS = 8;
const TOPICS = 3;
const ERROR = /\b(?:[A-Z][A-Za-z]{2,40}(?:Error|Exception)|E[A-Z]{4,20}|SQLITE_[A-Z]{2,30})\b/g;
const MOST_READ = 4000;

const LANGUAGES = wordList(
  'typescript javascript python rust java kotlin swift ruby php scala haskell elixir sql bash html css dart perl lua zig',
);

/** What a trial had to do with: tools, names, languages, error classes, and what its task is about. */
export function tagsOf(strategy: string, task: string, episodes: readonly StoredEpisode[]): string[] {
  const said = episodes.map(({ content }) => content.slice(0, MOST_READ));
  const found = [
    ...episodes.flatMap(({ metadata }) => metadata.tool ?? []),
    ...said.flatMap((text) => text.match(ERROR) ?? []),
    ...findEntities(`${strategy}. ${task}`).map(({ text }) => text),
    ...said.flatMap((text) => words(text).filter((word) => LANGUAGES.has(word))),
    ...tellingWords(task)
      .filter((word) => !GENERIC.has(word))
      .slice(0, TOPICS),
  ];
  return [...new Set(found.map((tag) => tag.toLowerCase().slice(0, 60)))].slice(0, MOST_TAGS);
}
