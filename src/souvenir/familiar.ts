import { z } from 'zod';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import { roleSchema } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { contentSchema } from '../model/primitives.ts';
import type { RecallOptions, RecallResult } from '../model/recall.ts';
import type { AddOptions } from '../model/revision.ts';
import { type ScopeInput, scopeInputSchema } from '../model/scope.ts';
import type { Engine } from './engine.ts';
import type { Fabric } from './fabric.ts';

const messagesSchema = z.array(z.object({ role: roleSchema.default('user'), content: contentSchema })).min(1);
/** A turn of a chat. */
export type Message = Readonly<z.input<typeof messagesSchema>[number]>;

const scopeOnlySchema = z.strictObject(scopeInputSchema.shape);

/** The calls by the names they have in other memory libraries; `get`, `update` and `history` are called the same there. */
export interface Familiar {
  /**
   * Of a text: `remember`, and the memory that holds it now, in a list. Of messages: records them in the scope's session,
   * consolidates that session at once, and returns every memory that was made from them; what was known already makes none.
   */
  add(content: string, context?: AddOptions): Promise<Memory[]>;
  add(messages: readonly Message[], scope?: ScopeInput): Promise<Memory[]>;
  /** `recall` */
  search(query: string, options?: RecallOptions): Promise<RecallResult>;
  /** `list` */
  getAll: Fabric['list'];
  /** `forget` */
  delete: Fabric['forget'];
  /** `forgetAll` */
  deleteAll: Fabric['forgetAll'];
}

/** What the familiar calls stand for. */
export interface Plain extends Pick<Fabric, 'remember' | 'list' | 'forget' | 'forgetAll'> {
  record(episode: EpisodeInput): Episode;
  recall(query: string, options?: RecallOptions): Promise<RecallResult>;
  onContextPressure(scope?: ScopeInput): Promise<unknown>;
}

/** `plain` is asked for with every call: the memory is put together after this. */
export function familiarOf({ events, scopeOf }: Pick<Engine, 'events' | 'scopeOf'>, plain: () => Plain): Familiar {
  async function addMessages(messages: readonly Message[], given: ScopeInput): Promise<Memory[]> {
    const told = parse(messagesSchema, messages, 'messages');
    const named = parse(scopeOnlySchema, given, 'add');
    const { record, onContextPressure } = plain();
    const { sessionId = 'default' } = scopeOf(named);
    const ids = new Set(told.map((message) => record({ ...named, ...message }).id));
    const made: Memory[] = [];
    const stop = events.on('memoryCreated', ({ memory }) => {
      if (memory.provenance.episodeIds.some((id) => ids.has(id))) made.push(memory);
    });
    try {
      await onContextPressure({ ...named, sessionId });
    } finally {
      stop();
    }
    return made;
  }

  return {
    async add(content: string | readonly Message[], context: AddOptions = {}) {
      if (Array.isArray(content)) return addMessages(content, context as ScopeInput);
      return [(await plain().remember(content as string, context)).memory];
    },
    search: (query, options) => plain().recall(query, options),
    getAll: (options) => plain().list(options),
    delete: (id, scope) => plain().forget(id, scope),
    deleteAll: (selection) => plain().forgetAll(selection),
  };
}
