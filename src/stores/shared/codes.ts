import type { EpisodeType, Role } from '../../model/episode.ts';
import type { LinkType } from '../../model/graph.ts';
import type { MemoryStatus, MemoryType } from '../../model/memory.ts';

/** Numbers in the database; a number never changes its meaning. */
interface Codes<Word extends string> {
  readonly code: Readonly<Record<Word, number>>;
  word(code: number): Word;
}

function codes<Word extends string>(code: Record<Word, number>): Codes<Word> {
  const words = new Map(Object.entries(code).map(([word, number]) => [number as number, word as Word]));
  return {
    code,
    word(number) {
      const word = words.get(number);
      if (word === undefined) throw new RangeError(`no word has the code ${number}`);
      return word;
    },
  };
}

export const episodeTypes: Codes<EpisodeType> = codes({
  userDirective: 0,
  error: 1,
  toolResult: 2,
  decision: 3,
  conversation: 4,
  observation: 5,
});

export const roles: Codes<Role> = codes({ user: 0, assistant: 1, system: 2, tool: 3 });

export const memoryTypes: Codes<MemoryType> = codes({ semantic: 0, episodic: 1, procedural: 2, working: 3 });

export const statuses: Codes<MemoryStatus> = codes({
  active: 0,
  expired: 1,
  decayed: 2,
  archived: 3,
  superseded: 4,
  forgotten: 5,
});

export const linkTypes: Codes<LinkType> = codes({
  related: 0,
  derivedFrom: 1,
  contradicts: 2,
  supersedes: 3,
  reinforces: 4,
});
