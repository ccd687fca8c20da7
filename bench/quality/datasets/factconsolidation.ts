import { join } from 'node:path';
import { z } from 'zod';
import type { Dataset } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { type Question, runTrials } from '../run/trial.ts';
import { percentOf } from '../score/rankings.ts';

const contextSchema = z.object({ context: z.string(), facts: z.array(z.string()) });

const questionSchema = z.object({
  context: z.string(),
  hops: z.enum(['sh', 'mh']),
  question: z.string(),
  answers: z.array(z.string()),
});

interface FactQuestion extends Question {
  readonly hops: 'sh' | 'mh';
  readonly answers: readonly string[];
}

/** Facts of which a later one overrides an earlier one: find the one that holds. A unit is the fact itself; `sh` first. */
export const factconsolidation: Dataset = async (context) => {
  const questions = readJsonl(join(context.folder, 'factconsolidation', 'questions.jsonl'), questionSchema);
  const contexts = readJsonl(join(context.folder, 'factconsolidation', 'contexts.jsonl'), contextSchema);
  const answered = await runTrials(
    contexts.map(({ context: name, facts }) => ({
      name: `facts ${name}`,
      sessions: [{ id: 'facts', turns: facts.map((fact) => ({ unit: fact, content: fact })) }],
      questions: questions
        .filter((question) => question.context === name)
        .sort((a, b) => b.hops.localeCompare(a.hops))
        .map(({ question, hops, answers }): FactQuestion => ({ text: question, gold: [], hops, answers })),
    })),
    context,
  );
  const [singleHop, multiHop] = (['sh', 'mh'] as const).map((hops) =>
    answered.filter(({ question }) => question.hops === hops),
  ) as [typeof answered, typeof answered];
  const metricsOf = (factsOf: (one: (typeof answered)[number]) => (string | undefined)[]) => {
    const hitAt = (asked: typeof answered, k: number) =>
      percentOf(asked, (one) =>
        factsOf(one)
          .slice(0, k)
          .some((fact = '') => one.question.answers.some((answer) => holdsPhrase(fact, answer))),
      );
    return { 'hit@1': hitAt(singleHop, 1), 'hit@5': hitAt(singleHop, 5), 'mh.hit@5': hitAt(multiHop, 5) };
  };
  return {
    n: singleHop.length,
    metrics: metricsOf(({ answer }) => answer.items.map(({ provenance }) => provenance.turnIds[0])),
    keyword: metricsOf(({ keyword }) => keyword.map(({ unit }) => unit)),
  };
};

/** Whole words in a row, whatever their case. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const plain = (said: string) => ` ${(said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  return plain(phrase).trim() !== '' && plain(text).includes(plain(phrase));
}
