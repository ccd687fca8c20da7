import type { RecallItem, RecallRequest, RecallResult } from '../model/recall.ts';
import { trim } from './arrange.ts';
import { type RecallContext, tokenBudgetOf } from './pipeline.ts';
import { readableOf } from './plan.ts';

export type QuestionAnswer = RecallResult & { readonly considered?: RecallResult['items'] };

/** The questions of a query that has several: one vector of two questions is near the answer to neither. */
export function questionsOf(
  query: string,
  request: RecallRequest,
  { languages, clock }: RecallContext,
): readonly string[] {
  const text = readableOf(query);
  const { questions } = languages.of(text).intent(text, clock.now());
  const isOrdered = (request.mode ?? 'relevant') !== 'relevant';
  return isOrdered || request.queryVector !== undefined ? [] : questions;
}

const withQuestion = <Result extends QuestionAnswer>(question: string, answer: Result): Result => ({
  ...answer,
  items: answer.items.map((item) => ({ ...item, question })),
});

/** Interleaves the answers to the questions of a query. */
export async function joinAnswers<Result extends QuestionAnswer>(
  query: string,
  questions: readonly string[],
  given: readonly Result[],
  request: RecallRequest,
  { config, tokenizer }: RecallContext,
): Promise<Result> {
  const answers = given.map((answer, at) => withQuestion(questions[at] as string, answer)) as [Result, ...Result[]];
  const [first, ...others] = answers;
  const interleaved = interleave(answers.map(({ items }) => items));
  const distinct = withoutRepeats(interleaved);
  const { topK = config.topK } = request;
  const trimmed = await trim(
    distinct.map((memory) => ({ memory })),
    topK,
    tokenBudgetOf(request, config),
    tokenizer,
  );
  const items = trimmed.included.map(({ item }) => item.memory);
  const { reason, ...surest } = others.reduce((best, each) => (each.confidence > best.confidence ? each : best), first);
  const shown = new Set(items.flatMap(idsOf));
  const considered = withoutRepeats(answers.flatMap((answer) => answer.considered ?? [])).filter(
    ({ id }) => !shown.has(id),
  );
  const cut = sumCounts(answers.map((answer) => answer.cut));
  return {
    ...(surest as Result),
    ...{ query, items, mode: first.mode },
    ...(items.length === 0 && reason !== undefined && { reason }),
    ...(first.considered !== undefined && { considered }),
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    candidates: sumCounts(answers.map(({ candidates }) => candidates)),
    cut: {
      ...cut,
      duplicates: cut.duplicates + interleaved.length - distinct.length,
      overTopK: cut.overTopK + trimmed.overTopK,
      overBudget: cut.overBudget + trimmed.overBudget,
    },
    timingsMs: sumCounts(answers.map(({ timingsMs }) => timingsMs)),
    ...(answers.some(({ model }) => model) && { model: sumCounts(answers.flatMap(({ model }) => model ?? [])) }),
    degraded: [...new Map(answers.flatMap(({ degraded }) => degraded.map((each) => [each.part, each]))).values()],
  };
}

const interleave = <Item>(lists: readonly (readonly Item[])[]): Item[] =>
  Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();

const idsOf = ({ id, alsoIn = [] }: RecallItem): string[] => [id, ...alsoIn.map((other) => other.id)];

function withoutRepeats<Item extends RecallItem>(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const isNew = !idsOf(item).some((id) => seen.has(id));
    for (const id of idsOf(item)) seen.add(id);
    return isNew;
  });
}

function sumCounts<Counts extends Readonly<Record<string, number>>>(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums as Counts;
}
