import { join } from 'node:path';
import { z } from 'zod';
import { type Dataset, type DatasetContext, oneOf } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { memoryUnderTest } from '../run/memory-under-test.ts';
import { runTrials } from '../run/trial.ts';
import type { Question } from '../trial-data.ts';

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

/** Facts of which a later one overrides an earlier one: find the one that holds. A unit is the fact itself. */
export const factconsolidation: Dataset = async (context) => {
  const questions = readJsonl(join(context.folder, 'factconsolidation', 'questions.jsonl'), questionSchema);
  const contexts = readJsonl(join(context.folder, 'factconsolidation', 'contexts.jsonl'), contextSchema);
  const pairs = await comparePairs(contexts, context);
  const answered = await runTrials(
    contexts.map(({ context: name, facts }) => ({
      name: `facts ${name}`,
      sessions: [{ id: 'facts', turns: facts.map((fact) => ({ unit: fact, content: fact })) }],
      questions: questions
        .filter((question) => question.context === name)
        .map(({ question, hops, answers }): FactQuestion => ({ text: question, gold: [], hops, answers })),
    })),
    context,
  );
  const outcomes = (factsOf: (one: (typeof answered)[number]) => (string | undefined)[]) =>
    answered.map((one) => {
      const { hops, text, answers } = one.question;
      const isHit = (k: number) =>
        factsOf(one)
          .slice(0, k)
          .some((fact = '') => answers.some((answer) => containsPhrase(fact, answer)));
      return {
        group: text,
        scores: Object.fromEntries([1, 5].map((k) => [`${hops === 'sh' ? '' : 'mh.'}hit@${k}`, Number(isHit(k))])),
      };
    });
  return {
    n: answered.length,
    outcomes: {
      souvenir: outcomes(({ answer }) => answer.items.map(({ provenance }) => provenance.turnIds[0])),
      keyword: outcomes(({ keyword }) => keyword.map(({ unit }) => unit)),
    },
    figures: pairs,
  };
};

/** Of the pairs of facts that differ only in their value: how many there are, and in how many percent the older one comes first. */
async function comparePairs(contexts: readonly z.output<typeof contextSchema>[], context: DatasetContext) {
  let pairs = 0;
  let wrong = 0;
  for (const { context: name, facts } of contexts) {
    const memory = await memoryUnderTest(context);
    await memory.ingest({ id: 'facts', turns: facts.map((fact) => ({ unit: fact, content: fact })) });
    const rivals = oneOf(context.every, rivalFacts(facts));
    for (const [at, { stem, older, newer }] of rivals.entries()) {
      const { items } = await memory.ask(stem);
      const turnIds = items.map(({ provenance }) => provenance.turnIds[0]);
      const [low, high] = [turnIds.indexOf(newer), turnIds.indexOf(older)];
      pairs += 1;
      if (high >= 0 && (low < 0 || high < low)) wrong += 1;
      context.progress({ stage: `facts ${name}: pairs`, done: at + 1, total: rivals.length });
    }
    await memory.close();
  }
  return { pairs, 'older-above-newer': pairs === 0 ? 0 : (100 * wrong) / pairs };
}

const COPULA = /\b(?:is|are|was|were)\b/;
const LEADS = /^(?:of|by|in|to|with|for|at|from)$/;
const SHORTEST_STEM = 3;

/** Facts that are alike up to their value, each with the one that follows it; what they share asks for either. */
export function rivalFacts(facts: readonly string[]): { stem: string; older: string; newer: string }[] {
  const latest = new Map<string, string>();
  const rivals = new Map<string, { stem: string; older: string; newer: string }>();
  for (const newer of facts)
    for (const stem of stemsOf(newer)) {
      const older = latest.get(stem);
      latest.set(stem, newer);
      if (older !== undefined && older !== newer) rivals.set(`${older}\n${newer}`, { stem, older, newer });
    }
  return [...rivals.values()];
}

/** The beginnings of a fact that leave out a value only: they end in a word that leads to one, and no verb follows. */
function stemsOf(fact: string): string[] {
  const words = fact.split(' ');
  return words.flatMap((word, at) => {
    const leads = LEADS.test(word) || (word === 'is' && words[0] === 'The');
    const rest = words.slice(at + 1).join(' ');
    return leads && at + 1 >= SHORTEST_STEM && rest !== '' && !COPULA.test(rest)
      ? [words.slice(0, at + 1).join(' ')]
      : [];
  });
}

/** Whole words in a row, whatever their case. */
export function containsPhrase(text: string, phrase: string): boolean {
  const plain = (value: string) => ` ${(value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  return plain(phrase).trim() !== '' && plain(text).includes(plain(phrase));
}
