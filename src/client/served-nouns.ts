import type { z } from 'zod';
import type { ConsolidationReport } from '../model/report.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Memories, ReinforceOptions } from '../souvenir/memories.ts';
import type { EndOptions, Sessions } from '../souvenir/sessions.ts';
import type { Calls, Input } from './calls.ts';
import { ServedError } from './served-error.ts';

export interface ServedSessions extends Omit<Sessions, 'end'> {
  end(options?: Omit<EndOptions, 'llm'>): Promise<ConsolidationReport>;
}

export interface ServedNouns<Schema extends z.ZodObject = z.ZodObject>
  extends Pick<
    ScopedSouvenir<Schema>,
    'memories' | 'profile' | 'instructions' | 'persona' | 'procedures' | 'settings' | 'documents' | 'entities'
  > {
  readonly sessions: ServedSessions;
}

/** The handle returns an empty result where the operation answers notFound. */
const nothingIf =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (ServedError.is(error) && error.code === 'notFound') return nothing;
    throw error;
  };

export function servedNouns<Schema extends z.ZodObject>(call: Calls['call']): ServedNouns<Schema> {
  return {
    memories: memoriesOf(call),
    sessions: {
      list: () => call('sessions.list', {}),
      turns: (options = {}) => call('sessions.turns', options),
      end: ({ signal, ...options } = {}) => call('sessions.end', options, { signal }),
    },
    profile: profileOf<Schema>(call),
    instructions: {
      current: async () => (await call('instructions.current', {})) ?? undefined,
      versions: () => call('instructions.versions', {}),
      propose: (text) => call('instructions.propose', { text }),
      apply: async (text, options) => (await call('instructions.apply', { ...options, text })) ?? undefined,
      diff: async (versions) => (await call('instructions.diff', versions)).diff,
      rollback: async (version, options) => (await call('instructions.rollback', { ...options, version })) ?? undefined,
    },
    persona: {
      current: () => call('persona.current', {}),
      versions: () => call('persona.versions', {}),
      rollback: (version) => call('persona.rollback', { version }),
    },
    procedures: {
      match: (intent) => call('procedures.match', { intent }),
      report: (outcome) => call('procedures.report', outcome),
      records: (taskType) => call('procedures.records', { taskType }),
      learn: (actions) => call('procedures.learn', { actions: [...actions] }),
      tools: (query = {}) => call('procedures.tools', query),
    },
    settings: {
      get: () => call('settings.get', {}),
      set: (change) => call('settings.set', change),
    },
    documents: {
      add: (document) => call('documents.add', document),
      list: () => call('documents.list', {}),
      chunks: (id) => call('documents.chunks', { id }).catch(nothingIf([])),
      remove: async (id, options) =>
        (await call('documents.remove', { ...options, id }).catch(nothingIf({ removed: 0 }))).removed,
      search: (query, { signal, ...options } = {}) => call('documents.search', { ...options, query }, { signal }),
    },
    entities: {
      list: (options = {}) => call('entities.list', options),
      around: (options) => call('entities.around', options),
      graph: (options = {}) => call('entities.graph', options),
    },
  };
}

function memoriesOf(call: Calls['call']): Memories {
  return {
    add: (content, options) => call('memories.add', { ...options, content }),
    get: async (id) => (await call('memories.get', { id })) ?? undefined,
    list: (options = {}) => call('memories.list', options),
    update: (id, change) => call('memories.update', { id, change }),
    correct: (wrong, options) =>
      call(
        'memories.correct',
        typeof wrong === 'object' ? { ...options, saying: wrong.saying } : { ...options, id: wrong },
      ),
    reinforce: (async (given: string | readonly string[], options: ReinforceOptions = {}) => {
      const memories = await call('memories.reinforce', { ...options, ids: [given].flat() });
      return Array.isArray(given) ? memories : memories[0];
    }) as Memories['reinforce'],
    supersede: (id, { by }) => call('memories.supersede', { id, by }),
    archive: (id) => call('memories.archive', { id }),
    forget: (id) => call('memories.forget', { id }),
    followers: (id) => call('memories.followers', { id }),
    forgetAll: async (selection) => (await call('memories.forgetAll', selection)).forgotten,
    restore: (id) => call('memories.restore', { id }),
    link: (id, options) => call('memories.link', { ...options, id }),
    unlink: async (id, options) => (await call('memories.unlink', { ...options, id })).unlinked,
    neighbours: (id, options) => call('memories.neighbours', { ...options, id }),
    history: (id) => call('memories.history', { id }),
    diff: (options) => call('memories.diff', options),
    rollback: (to, options) => call('memories.rollback', { ...options, to }),
    publish: (ids) => call('memories.publish', { ids: [...ids] }),
    recordSetting: (key, setting) => call('memories.recordSetting', { ...setting, key }),
  };
}

function profileOf<Schema extends z.ZodObject>(call: Calls['call']): ScopedSouvenir<Schema>['profile'] {
  type Profile = ScopedSouvenir<Schema>['profile'];
  return {
    get: (options = {}) => call('profile.get', options) as ReturnType<Profile['get']>,
    details: (options = {}) => call('profile.details', options) as ReturnType<Profile['details']>,
    async set(values, options) {
      await call('profile.set', { ...options, values: values as Input<'profile.set'>['values'] });
    },
    async clear(names, options) {
      await call('profile.clear', { ...options, names: [...names] });
    },
    history: (name) => call('profile.history', { name }),
    summary: (options = {}) => call('profile.summary', options),
  };
}
