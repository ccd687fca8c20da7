import { words } from '../language/words.ts';
import { type Candidate, SILENT } from './gather.ts';

/** What a candidate's place in the conversation says for it, beyond its own words. */
export interface Surroundings {
  /** How strongly the turns one and two away match. */
  readonly neighbours: number;
  /** 1 if the query names who said it, -1 if it names only others, else 0. */
  readonly speaker: number;
}

/** Reads the surroundings of each candidate from the candidates themselves: a turn that matches nothing says nothing. */
export function surroundingsOf(
  candidates: readonly Candidate[],
  query: string,
): (candidate: Candidate) => Surroundings {
  const places = new Map(
    candidates.flatMap((candidate) => placeOf(candidate, 0).map((place) => [place, candidate.signals])),
  );
  const asked = new Set(words(query));
  const isNamed = (speaker: string) => words(speaker).some((word) => asked.has(word));
  const anyoneNamed = candidates.some(({ memory }) => isNamed(speakerOf(memory)));
  return (candidate) => {
    const at = (offset: number) => placeOf(candidate, offset).map((place) => places.get(place) ?? SILENT)[0] ?? SILENT;
    const [before, after, far, farther] = [at(-1), at(1), at(-2), at(2)];
    const speaker = speakerOf(candidate.memory);
    return {
      neighbours:
        before.text + after.text + Math.max(0, before.vector, after.vector) + Math.max(0, far.vector, farther.vector),
      speaker: speaker === '' || !anyoneNamed ? 0 : isNamed(speaker) ? 1 : -1,
    };
  };
}

/** Where it was said, as a key; none for a memory that is not one turn of a session. */
function placeOf({ memory }: Candidate, offset: number): string[] {
  const { sessionId, component, provenance } = memory;
  if (sessionId === undefined || provenance.position === undefined) return [];
  return [JSON.stringify([component, sessionId, provenance.position + offset])];
}

const speakerOf = ({ metadata }: Candidate['memory']): string =>
  typeof metadata['speaker'] === 'string' ? metadata['speaker'] : '';
