import { z } from 'zod';
import { endOf } from '../consolidate/age.ts';
import type { Llm } from '../contracts/llm.ts';
import { charactersOf, episodePages, everySession, type SessionSummary } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { parse } from '../model/parse.ts';
import { idSchema, scopeIdSchema } from '../model/primitives.ts';
import type { ConsolidationReport } from '../model/report.ts';
import { DEFAULT_SESSION, isWithin, ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from './engine.ts';

const MAX_PAGE_CHARS = 4_000_000;
const TURNS_AT_ONCE = 20;

export const consolidateOptionsSchema = z.strictObject({
  /** Consolidates only this session. */
  sessionId: scopeIdSchema.optional(),
  /** Younger episodes wait. */
  minAgeMs: z.number().nonnegative().default(0),
  /** Only stores turns word for word, so that recall finds them at once; the next consolidation reads them. */
  verbatimOnly: z.boolean().default(false),
  llm: z.custom<Llm>((value) => typeof value === 'function', 'must be a function').optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
/** Selects the episodes and the model of a consolidation. */
export type ConsolidateOptions = Readonly<z.input<typeof consolidateOptionsSchema>>;

const endOptionsSchema = consolidateOptionsSchema.pick({ llm: true, signal: true });
export type EndOptions = Readonly<z.input<typeof endOptionsSchema>>;

export const turnsOptionsSchema = z
  .strictObject({
    /** By default the session of the turn in `around`, else the handle's. */
    sessionId: scopeIdSchema.optional(),
    /** The id of the turn in the middle of the page. */
    around: idSchema.optional(),
    /** The page starts after this position. */
    after: z.int().nonnegative().optional(),
    limit: z.int().min(1).max(500).default(50),
  })
  .refine(({ around, after }) => around === undefined || after === undefined, {
    path: ['after'],
    error: 'goes with no `around`',
  });
export type TurnsOptions = Readonly<z.input<typeof turnsOptionsSchema>>;

/** A page of a session's turns in order, and whether others precede and follow them. */
export interface TurnPage {
  readonly sessionId: string;
  readonly turns: readonly StoredEpisode[];
  readonly hasBefore: boolean;
  readonly hasMore: boolean;
}

/** The handle's session and earlier ones. A session may have turns of several projects. */
export interface Sessions {
  /**
   * Lists all sessions in the order in which they began.
   * @example const [first] = await ana.sessions.list();
   */
  list(): Promise<SessionSummary[]>;
  /**
   * Returns a page of a session's turns, without sources of forgotten memories.
   * @example const { turns, hasMore } = await ana.sessions.turns({ sessionId: 's1', limit: 20 });
   */
  turns(options?: TurnsOptions): Promise<TurnPage>;
  /**
   * Ends the handle's session and consolidates it.
   * @example await ana.sessions.end();
   */
  end(options?: EndOptions): Promise<ConsolidationReport>;
}

type SessionsContext = Pick<Engine, 'agentOf' | 'store' | 'clock' | 'recorder' | 'work' | 'consolidate'>;

export function sessionsOf(engine: SessionsContext, scope: Scope): Sessions {
  const { store, clock } = engine;
  const owner = ownerOf(scope);
  const { projectId } = scope;
  const ofProject = projectId === undefined ? {} : { projectId };

  async function pageOf(sessionId: string, afterPosition = 0, limit: number): Promise<TurnPage> {
    const query = { sessionId, ...ofProject };
    const page = await turnsAfter(afterPosition, limit, query);
    const before = await store.listEpisodes(owner, { ...query, beforePosition: afterPosition + 1, limit: 1 });
    return { sessionId, ...page, hasBefore: before.length > 0 };
  }

  /** Ends before `limit` where turns are long, after one turn at least. */
  async function turnsAfter(afterPosition: number, limit: number, query: { readonly sessionId: string }) {
    const turns: StoredEpisode[] = [];
    let room = MAX_PAGE_CHARS;
    for await (const page of episodePages(store, owner, { ...query, afterPosition }))
      for (const turn of page) {
        room -= charactersOf(turn);
        if (turns.length === limit || (room < 0 && turns.length > 0)) return { turns, hasMore: true };
        turns.push(turn);
      }
    return { turns, hasMore: false };
  }

  /** The position of the turn that the page around another begins with. */
  async function positionBefore({ sessionId, position }: StoredEpisode, count: number): Promise<number> {
    let room = MAX_PAGE_CHARS / 2;
    let first = position;
    for (let left = count; left > 0 && room > 0; left -= TURNS_AT_ONCE) {
      const limit = Math.min(left, TURNS_AT_ONCE);
      const turns = await store.listEpisodes(owner, { sessionId, ...ofProject, beforePosition: first, limit });
      for (const turn of turns.toReversed()) {
        room -= charactersOf(turn);
        if (room > 0) first = turn.position;
      }
      if (turns.length < limit) break;
    }
    return first;
  }

  return {
    async list() {
      engine.agentOf(scope);
      await engine.recorder.flush(owner);
      const sessions = await everySession(store, owner, { seen: ofProject });
      return projectId === undefined ? sessions : sessions.filter(({ firstAt }) => firstAt !== undefined);
    },
    async turns(options = {}) {
      const { sessionId, around, after, limit } = parse(turnsOptionsSchema, options, 'turns');
      engine.agentOf(scope);
      await engine.recorder.flush(owner);
      if (around === undefined) return pageOf(sessionId ?? scope.sessionId ?? DEFAULT_SESSION, after, limit);
      const [turn] = await store.getEpisodes(owner, [around]);
      if (turn === undefined || !isWithin({ projectId, sessionId })(turn)) throw noTurn(around);
      return pageOf(turn.sessionId, (await positionBefore(turn, Math.floor((limit - 1) / 2))) - 1, limit);
    },
    async end(options = {}) {
      const { llm, signal } = parse(endOptionsSchema, options, 'end');
      engine.agentOf(scope);
      const { sessionId = DEFAULT_SESSION } = scope;
      await engine.recorder.flush(owner);
      await engine.work.inTurn(owner, async () => {
        const at = endOf(sessionId, await store.listSessions(owner, { sessionId }), clock.now());
        await store.write(owner, { endedSessions: [{ sessionId, at }] });
      });
      return engine.consolidate(scope, { sessionId, llm, signal });
    },
  };
}

const noTurn = (id: string): SouvenirError =>
  new SouvenirError('notFound', `there is no turn ${JSON.stringify(id)} in this scope`, {
    advice: 'turns() tells which there are; check the tenant, user, agent, project and session of the call',
  });
