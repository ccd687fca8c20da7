import type { Memory } from '../model/memory.ts';
import { sumOf } from '../text/text-score.ts';
import { words } from '../text/words.ts';
import type { Candidate } from './gather.ts';
import type { Plan } from './plan.ts';

/** A word beside the turn that holds another says a little less than one in the same turn. */
const BESIDE = 0.8;

/** What a candidate's place in the conversation says for it, beyond its own words. */
export interface Surroundings {
  readonly window: number;
  readonly session: number;
  readonly near: number;
  readonly far: number;
  readonly speaker: number;
  readonly words: number;
}

/** Reads the surroundings of each candidate from the candidates themselves: a turn that matches nothing says nothing. */
export function surroundingsOf(
  candidates: readonly Candidate[],
  { query, terms }: Plan,
): (candidate: Candidate) => Surroundings {
  const conversations = Map.groupBy(
    candidates.filter(({ memory }) => memory.type === 'episodic'),
    conversationOf,
  );
  const places = new Map(
    [...conversations].map(([key, said]) => [key, new Map(said.map((each) => [positionOf(each), each]))]),
  );
  const inSession = new Map(
    [...Map.groupBy(candidates, ({ memory }) => sessionOf(memory))].map(([id, said]) => [id, sumOf(bestMatches(said))]),
  );
  const voices = new Set(candidates.flatMap(({ memory }) => words(speakerOf(memory))));
  const asked = new Set(words(query));
  const isNamed = (speaker: string) => words(speaker).some((word) => asked.has(word));
  const anyoneNamed = [...voices].some((word) => asked.has(word));
  const isName = terms.map((term) => words(term).some((word) => voices.has(word)));

  return (candidate) => {
    const { memory, signals, matches } = candidate;
    const said = places.get(conversationOf(candidate));
    const position = positionOf(candidate);
    const at = (offset: number) => (position === undefined ? undefined : said?.get(position + offset));
    const beside = [at(-1), at(1)];
    const speaker = speakerOf(memory);
    return {
      window: sumOf(
        matches.map((match, term) => Math.max(match, ...beside.map((other) => BESIDE * (other?.matches[term] ?? 0)))),
      ),
      session: memory.sessionId === undefined ? signals.text : (inSession.get(sessionOf(memory)) ?? 0),
      near: Math.max(0, ...beside.map((other) => other?.signals.vector ?? 0)),
      far: Math.max(0, ...[at(-2), at(2)].map((other) => other?.signals.vector ?? 0)),
      speaker: speaker === '' || !anyoneNamed ? 0 : isNamed(speaker) ? 1 : -1,
      words: sumOf(matches.filter((_, term) => !isName[term])),
    };
  };
}

function bestMatches(candidates: readonly Candidate[]): number[] {
  const best: number[] = [];
  for (const { matches } of candidates)
    for (const [term, match] of matches.entries()) best[term] = Math.max(best[term] ?? 0, match);
  return best;
}

/** Two agents may have sessions of the same name. */
const sessionOf = ({ agentId, sessionId = '' }: Memory): string => `${agentId}\n${sessionId}`;

const conversationOf = ({ memory }: Candidate): string => sessionOf(memory);

/** None for a memory that is not one turn of a session. */
const positionOf = ({ memory: { sessionId, provenance } }: Candidate): number | undefined =>
  sessionId === undefined ? undefined : provenance.position;

export const speakerOf = ({ metadata }: Memory): string =>
  typeof metadata['speaker'] === 'string' ? metadata['speaker'] : '';
