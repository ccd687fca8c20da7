import type { RecallItem, RecallRequest, RecallResult } from '../model/recall.ts';
import { trim } from './arrange.ts';
import { type RecallContext, tokenBudgetOf } from './pipeline.ts';
import { readableOf, type Space } from './plan.ts';

type QuestionAnswer = RecallResult & { readonly considered?: RecallResult['items'] };
type RecallArguments = [query: string, spaces: readonly Space[], request: RecallRequest, context: RecallContext];

/** Recalls each question of a query separately and interleaves the answers: one vector of two questions is near the answer to neither. */
export async function askEach<Result extends QuestionAnswer>(
  ask: (...given: RecallArguments) => Promise<Result>,
  ...[query, spaces, request, context]: RecallArguments
): Promise<Result> {
  const text = readableOf(query);
  const { questions } = context.languages.of(text).intent(text, context.clock.now());
  const isOrdered = (request.mode ?? 'relevant') !== 'relevant';
  if (questions.length === 0 || isOrdered || request.queryVector !== undefined)
    return ask(query, spaces, request, context);
  const answers: Result[] = [];
  // One after the other, so that one query does not use up the concurrent recalls.
  for (const question of questions) answers.push(withQuestion(question, await ask(question, spaces, request, context)));
  return joinAnswers(query, answers as [Result, ...Result[]], request, context);
}

const withQuestion = <Result extends QuestionAnswer>(question: string, answer: Result): Result => ({
  ...answer,
  items: answer.items.map((item) => ({ ...item, question })),
});

function joinAnswers<Result extends QuestionAnswer>(
  query: string,
  answers: readonly [Result, ...Result[]],
  request: RecallRequest,
  { config, tokenizer }: RecallContext,
): Result {
  const [first, ...others] = answers;
  const interleaved = interleave(answers.map(({ items }) => items));
  const distinct = withoutRepeats(interleaved);
  const { topK = config.topK } = request;
  const trimmed = trim(
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
