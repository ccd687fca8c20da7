import { parse } from '../model/parse.ts';
import { isWithin, ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from '../souvenir/engine.ts';
import { type EvaluateOptions, type Evaluation, evaluateFieldsSchema } from '../souvenir/trials.ts';
import { targetOwnersOf } from '../transfer/export-records.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

type EvaluationContext = Pick<Engine, 'agentOf' | 'agentRecall' | 'savedSettings' | 'store'>;

export async function evaluate(engine: EvaluationContext, scope: Scope, options: EvaluateOptions): Promise<Evaluation> {
  const { evaluateRecall } = await import('./evaluate.ts');
  const { signal, onProgress, ...fields } = options;
  engine.agentOf(scope);
  const { config, tests: given } = parse(evaluateFieldsSchema, fields, 'evaluate');
  const tests = given ?? (await engine.savedSettings.tests(ownerOf(scope), scope.projectId));
  const queries: Evaluation['queries'] = [];
  let totalMs = 0;
  for (const { query, expected: pinned } of tests) {
    signal?.throwIfAborted();
    const expected = new Set<string>();
    for (const id of pinned) {
      await yieldToEventLoop();
      expected.add(await successorIdOf(id, engine, scope));
    }
    const { items, timingsMs } = await engine.agentRecall.explain(query, scope, { ...(config && { config }) });
    const { precision, recall, f1 } = evaluateRecall([...expected], items);
    const recalledIds = items.map(({ id, alsoIn = [] }) => [id, ...alsoIn.map((other) => other.id)]);
    const allRecalled = new Set(recalledIds.flat());
    queries.push({
      ...{ query, precision, recall, f1 },
      missing: [...expected].filter((id) => !allRecalled.has(id)),
      extra: recalledIds.filter((ids) => !ids.some((id) => expected.has(id))).map(([id]) => id as string),
    });
    totalMs += timingsMs['total'] ?? 0;
    onProgress?.({ stage: 'evaluating', done: queries.length, total: tests.length });
  }
  const mean = (name: 'precision' | 'recall' | 'f1') =>
    queries.length === 0 ? 1 : queries.reduce((sum, query) => sum + query[name], 0) / queries.length;
  return {
    ...{ queries, precision: mean('precision'), recall: mean('recall'), f1: mean('f1') },
    meanMs: queries.length === 0 ? 0 : totalMs / queries.length,
  };
}

/** The last of the memories that superseded each other, which is expected instead of the first. */
async function successorIdOf(id: string, engine: EvaluationContext, scope: Scope): Promise<string> {
  const targetOwners = targetOwnersOf(engine.agentOf(scope), ownerOf(scope));
  const seen = new Set<string>();
  let current = id;
  while (!seen.has(current)) {
    seen.add(current);
    const memories = await Promise.all(
      targetOwners.map((targetOwner) => engine.store.getMemories(targetOwner, [current])),
    );
    const [memory] = memories.flat().filter(isWithin({ projectId: scope.projectId }));
    if (memory?.status === 'superseded') current = memory.supersededBy ?? current;
  }
  return current;
}
