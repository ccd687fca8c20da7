import type { Clock } from '../contracts/clock.ts';
import type { Component, Consolidation, SessionBatch } from '../contracts/component.ts';
import type { Llm } from '../contracts/llm.ts';
import type { PendingSession, Store } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import type { ComponentReport } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';
import { checkChanges, finishDraft } from './draft.ts';
import { newsOf } from './news.ts';

/** Episodes handed to a component at once: enough for context, few enough to bound what is held in memory. */
const BATCH = 500;

export interface RunContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  readonly events: Events;
  readonly llm: Llm | undefined;
  readonly signal: AbortSignal | undefined;
  /** Episodes that occurred after this moment are left for a later run; without it, none. */
  readonly until: Date | undefined;
  readonly sessionId: string | undefined;
}

type Counts = { -readonly [Key in keyof ComponentReport]: ComponentReport[Key] };

/** One component over all its pending sessions. A session that fails is reported and left as it was. */
export async function runComponent(component: Component, owner: Owner, context: RunContext): Promise<ComponentReport> {
  const started = performance.now();
  const report: Counts = {
    component: component.name,
    sessionsProcessed: 0,
    sessionsSkipped: 0,
    episodesConsumed: 0,
    memoriesCreated: 0,
    memoriesMerged: 0,
    memoriesDecayed: 0,
    entitiesUpserted: 0,
    relationshipsUpserted: 0,
    durationMs: 0,
    failures: [],
  };
  const { store, until, sessionId } = context;
  const query = {
    component: component.name,
    ...(until !== undefined && { until }),
    ...(sessionId !== undefined && { sessionId }),
  };
  const pending = await store.pendingSessions(owner, query);
  const total = pending.reduce((sum, { from, through }) => sum + through - from, 0);
  const tell = () =>
    context.events.emit('consolidationProgress', {
      ...{ owner, component: component.name, total },
      done: report.episodesConsumed,
    });
  for (const session of pending) {
    context.signal?.throwIfAborted();
    try {
      await consolidateSession(component, owner, session, context, report, tell);
      report.sessionsProcessed++;
    } catch (error) {
      context.signal?.throwIfAborted();
      report.sessionsSkipped++;
      // Another process has consolidated this session meanwhile: done, not failed.
      if (SouvenirError.is(error) && error.code === 'overtaken') continue;
      report.failures = [...report.failures, { sessionId: session.sessionId, reason: reasonOf(error) }];
    }
  }
  report.durationMs = performance.now() - started;
  return report;
}

async function consolidateSession(
  component: Component,
  owner: Owner,
  { sessionId, from, through }: PendingSession,
  context: RunContext,
  report: Counts,
  tell: () => void,
): Promise<void> {
  const { store, clock, tokenizer, llm, signal, events } = context;
  for (let done = from; done < through; ) {
    // A store that works in this thread would else let nothing in between: no signal, no other request.
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    const limit = Math.min(BATCH, through - done);
    const episodes = await store.listEpisodes(owner, { sessionId, afterPosition: done, limit });
    const last = episodes.at(-1);
    if (last === undefined) return;
    const batch: SessionBatch = { owner, sessionId, episodes: newsOf(episodes) };
    const made =
      batch.episodes.length === 0
        ? {}
        : await component.consolidate(batch, {
            ...{ store, clock, tokenizer },
            ...(llm !== undefined && { llm }),
            ...(signal !== undefined && { signal }),
          });
    const { memories = [], changes = {}, merged, decayed }: Consolidation = made;
    checkChanges(changes, component.name);
    const created = memories.map((draft) => finishDraft(draft, component.name, batch, clock));
    const progress = [{ component: component.name, sessionId, from: done, through: last.position }];
    await store.write(owner, { ...changes, memories: created, progress });
    for (const memory of created) events.emit('memoryCreated', { memory });
    done = last.position;
    report.episodesConsumed += episodes.length;
    report.memoriesCreated += created.length;
    report.memoriesMerged += merged ?? 0;
    report.memoriesDecayed += decayed ?? 0;
    report.entitiesUpserted += changes.entities?.length ?? 0;
    report.relationshipsUpserted += changes.relationships?.length ?? 0;
    tell();
  }
}
