import { seededRandom } from '../../random.ts';
import type { Trial } from '../trial-data.ts';
import { askQuestions, type MadeUpQuestion } from './ask-questions.ts';
import { planLife } from './life.ts';
import { PEOPLE } from './people.ts';
import { writeSessions } from './write-sessions.ts';

const PRIME = 7919;

/** Made-up people who talk to an assistant, and what may be asked of its memory later. The same for the same seed. */
export function madeUpTrials(seed = 1): Trial<MadeUpQuestion>[] {
  return PEOPLE.map((person, at) => {
    const random = seededRandom(seed * PRIME + at);
    const facts = planLife(person, random);
    const statements = facts.flatMap(({ outdated, current }) => [...outdated, ...current]);
    const written = writeSessions(person, statements, random);
    return {
      name: `made-up ${person.name}`,
      sessions: written.sessions,
      questions: askQuestions(person, facts, written, random),
    };
  });
}
