import { z } from 'zod';
import { endOf } from '../consolidate/age.ts';
import type { Llm } from '../contracts/llm.ts';
import type { SessionSummary } from '../contracts/store.ts';
import { parse } from '../model/parse.ts';
import { scopeIdSchema } from '../model/primitives.ts';
import type { ConsolidationReport } from '../model/report.ts';
import { DEFAULT_SESSION, ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from './engine.ts';

export const consolidateOptionsSchema = z.strictObject({
  /** Only this session's episodes. */
  sessionId: scopeIdSchema.optional(),
  /** Episodes younger than this wait. */
  minAgeMs: z.number().nonnegative().default(0),
  llm: z.custom<Llm>((value) => typeof value === 'function', 'must be a function').optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
export type ConsolidateOptions = Readonly<z.input<typeof consolidateOptionsSchema>>;

const endOptionsSchema = consolidateOptionsSchema.pick({ llm: true, signal: true });
export type EndOptions = Readonly<z.input<typeof endOptionsSchema>>;

/** Conversations: the one the handle names, and those before it. A session may hold turns of several projects. */
export interface Sessions {
  /**
   * Every session, in the order in which they began.
   * @example const [first] = await ana.sessions.list();
   */
  list(): Promise<SessionSummary[]>;
  /**
   * Ends the handle's session and consolidates it.
   * @example await ana.sessions.end();
   */
  end(options?: EndOptions): Promise<ConsolidationReport>;
}

export function sessionsOf(engine: Engine, scope: Scope): Sessions {
  const { store, clock } = engine;
  const owner = ownerOf(scope);
  return {
    async list() {
      engine.agentOf(scope);
      await engine.flush(owner);
      return store.listSessions(owner);
    },
    async end(options = {}) {
      const { llm, signal } = parse(endOptionsSchema, options, 'end');
      engine.agentOf(scope);
      const { sessionId = DEFAULT_SESSION } = scope;
      await engine.flush(owner);
      await engine.inTurn(owner, async () => {
        const at = endOf(sessionId, await store.listSessions(owner), clock.now());
        await store.write(owner, { endedSessions: [{ sessionId, at }] });
      });
      return engine.consolidate(scope, { sessionId, llm, signal });
    },
  };
}
