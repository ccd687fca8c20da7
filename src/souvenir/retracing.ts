import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { diff, rollback } from '../memories/history.ts';
import { parse } from '../model/parse.ts';
import { momentSchema } from '../model/primitives.ts';
import type { RecallOptions, RecallResult } from '../model/recall.ts';
import { ownerOf, type Scope, type ScopeInput, scopeInputSchema } from '../model/scope.ts';
import { type MemoryDiff, type Rollback, type RollbackOptions, rollbackOptionsSchema } from '../model/version.ts';
import type { Engine } from './engine.ts';

/** A Date, an ISO string or milliseconds since 1970. */
export type Moment = z.input<typeof momentSchema>;

/** What memory was at other times, and the way back. */
export interface Retracing {
  /** What happened between two moments, both included: about a topic the most relevant first, else the latest. */
  recallTemporal(from: Moment, to: Moment, topic?: string, options?: RecallOptions): Promise<RecallResult>;
  /** What is not the same at the second moment as at the first. */
  diff(from: Moment, to: Moment, scope?: ScopeInput): Promise<MemoryDiff>;
  /** Makes the memory of a scope what it was at a moment, as new versions: nothing is erased. */
  rollback(to: Moment, options?: RollbackOptions): Promise<Rollback>;
}

const periodSchema = z
  .object({ from: momentSchema, to: momentSchema })
  .refine(({ from, to }) => from <= to, { path: ['from'], error: 'is after `to`' });

export function retracingOf(
  engine: Engine,
  recall: (query: string, options: RecallOptions) => Promise<RecallResult>,
): Retracing {
  const { store, clock, events } = engine;
  /** The project or session counts only where the call itself names it. */
  const placeOf = (given: ScopeInput = {}): Scope => {
    const { projectId, sessionId } = parse(z.strictObject(scopeInputSchema.shape), given, 'scope');
    const scope = engine.scopeOf(given);
    engine.agentOf(scope);
    return {
      ...ownerOf(scope),
      ...(projectId !== undefined && { projectId }),
      ...(sessionId !== undefined && { sessionId }),
    };
  };
  return {
    async recallTemporal(from, to, topic = '', options = {}) {
      const period = parse(periodSchema, { from, to }, 'recallTemporal');
      return recall(topic, { ...options, ...period, mode: 'temporal' });
    },
    async diff(from, to, given) {
      const place = placeOf(given);
      const period = parse(periodSchema, { from, to }, 'diff');
      return diff(place, period.from, period.to, store);
    },
    async rollback(to, options = {}) {
      const { dryRun, ...given } = parse(rollbackOptionsSchema, options, 'rollback');
      const place = placeOf(given as ScopeInput);
      const moment = parse(z.object({ to: momentSchema }), { to }, 'rollback').to;
      if (moment > clock.now()) throw new SouvenirError('invalidInput', 'rollback.to: is in the future');
      const done = await engine.alone(ownerOf(place), () => rollback(place, moment, dryRun, { store, clock, events }));
      if (!dryRun) engine.embedLater(ownerOf(place));
      return done;
    },
  };
}
