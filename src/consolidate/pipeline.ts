import type { Component } from '../contracts/component.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { ConsolidationReport, Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import { embedPending } from './embed.ts';
import { type RunContext, runComponent } from './run.ts';

export interface ConsolidateContext extends RunContext {
  readonly components: readonly Component[];
  readonly embedder: Embedder | undefined;
}

/** Every component at once over what it has not seen, then vectors for what has none. */
export async function consolidate(owner: Owner, context: ConsolidateContext): Promise<ConsolidationReport> {
  const started = performance.now();
  const runs = await Promise.allSettled(context.components.map((component) => runComponent(component, owner, context)));
  const components = runs.map((run) => {
    if (run.status === 'rejected') throw run.reason;
    return run.value;
  });
  const degraded: Degradation[] = [];
  let memoriesEmbedded = 0;
  if (context.embedder !== undefined) {
    const embedding = await embedPending(owner, { ...context, embedder: context.embedder });
    memoriesEmbedded = embedding.embedded;
    if (embedding.failure !== undefined) degraded.push({ part: 'embedder', reason: embedding.failure });
  }
  const report: ConsolidationReport = {
    components,
    memoriesEmbedded,
    personalityUpdated: false,
    durationMs: performance.now() - started,
    degraded,
  };
  context.events.emit('consolidationCompleted', { owner, report });
  return report;
}
