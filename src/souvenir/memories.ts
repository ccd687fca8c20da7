import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { add } from '../memories/add.ts';
import { archive, restore } from '../memories/archive.ts';
import { correct, supersede, update } from '../memories/change.ts';
import type { MemoryContext } from '../memories/context.ts';
import { correctStatement } from '../memories/corrections.ts';
import { type Followers, followers, forget, forgetAll } from '../memories/forget.ts';
import { diff, get, history, rollback } from '../memories/history.ts';
import { judge } from '../memories/judge.ts';
import { link, neighbours, unlink } from '../memories/links.ts';
import { list } from '../memories/list.ts';
import { publish } from '../memories/publish.ts';
import { reinforce } from '../memories/reinforce.ts';
import { type RefusedSetting, recordSetting } from '../memories/settings.ts';
import { type Link, linkTypeSchema } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import {
  givenJsonSchema,
  idSchema,
  idsSchema,
  momentSchema,
  nameSchema,
  noteSchema,
  shortValueSchema,
  statementSchema,
  unitSchema,
} from '../model/primitives.ts';
import {
  type Added,
  type AddOptions,
  addOptionsSchema,
  type Corrected,
  type Forgotten,
  type ListOptions,
  listOptionsSchema,
  type MemoryChange,
  type MemoryList,
  type MemorySelection,
  memoryChangeSchema,
  memorySelectionSchema,
  type Neighbour,
  type NeighboursOptions,
  neighboursOptionsSchema,
  reinforcementReasonSchema,
} from '../model/revision.ts';
import { type Owner, ownerOf, type Scope, targetOwnerOf } from '../model/scope.ts';
import {
  type MemoryDiff,
  type MemoryVersion,
  type Rollback,
  type RollbackOptions,
  rollbackOptionsSchema,
} from '../model/version.ts';
import { retryOvertaken } from '../reconcile/until-written.ts';
import { announce } from '../telemetry/events.ts';
import type { Engine } from './engine.ts';

const reasonSchema = noteSchema.trim().min(1, 'is empty');

export const correctOptionsSchema = z.strictObject({
  /** The correct statement. */
  content: statementSchema,
  reason: reasonSchema.default('user correction'),
});
export type CorrectOptions = Readonly<z.input<typeof correctOptionsSchema>>;

export const reinforceOptionsSchema = z.strictObject({
  reason: reinforcementReasonSchema.default('explicitConfirmation'),
  /** The query that returned the memory, for its history. */
  query: noteSchema.trim().min(1).optional(),
});
export type ReinforceOptions = Readonly<z.input<typeof reinforceOptionsSchema>>;

export const linkOptionsSchema = z.strictObject({
  to: idSchema,
  type: linkTypeSchema,
  strength: unitSchema.default(0.5),
});
export type LinkOptions = Readonly<z.input<typeof linkOptionsSchema>>;

export const unlinkOptionsSchema = z.strictObject({ to: idSchema, type: linkTypeSchema.optional() });
export type UnlinkOptions = Readonly<z.input<typeof unlinkOptionsSchema>>;

export const diffOptionsSchema = z
  .strictObject({ from: momentSchema, to: momentSchema, sessionId: nameSchema.optional() })
  .refine(({ from, to }) => from <= to, { path: ['from'], error: 'is after `to`' });
export type DiffOptions = Readonly<z.input<typeof diffOptionsSchema>>;

/** Checked first, so that no oversized value is serialized. */
const shortSettingSchema = z.looseObject({ old: shortValueSchema.optional(), new: shortValueSchema.optional() });

export const settingSchema = z.strictObject({
  /** The previous value; omit it for a new setting. */
  old: givenJsonSchema.optional(),
  /** Omit it for a removed setting. */
  new: givenJsonSchema.optional(),
});
export type Setting = Readonly<z.input<typeof settingSchema>>;

/** A Date, an ISO string or milliseconds since 1970. */
export type Moment = z.input<typeof momentSchema>;

/** Single memories. An id that is unknown or of another scope is `notFound`. */
export interface Memories {
  /**
   * Stores a statement unless it is already known, and returns how it changed known memories.
   * @example const { memory } = await ana.memories.add('Ana is allergic to nuts.');
   */
  add(content: string, options?: AddOptions): Promise<Added>;
  /**
   * Returns a memory; undefined if it is unknown, forgotten, or of another scope.
   * @example const memory = await ana.memories.get(id);
   */
  get(id: string): Promise<Memory | undefined>;
  /**
   * Returns a page of memories; pass its `next` as `cursor` for the following page.
   * @example const { memories, next } = await ana.memories.list({ types: ['semantic'], limit: 20 });
   */
  list(options?: ListOptions): Promise<MemoryList>;
  /**
   * Changes a memory under its id; the previous version stays in its history.
   * @example await ana.memories.update(id, { importance: 0.9 });
   */
  update(id: string, change: MemoryChange): Promise<Memory>;
  /**
   * Replaces a wrong memory with a new one and marks the wrong one as corrected. The wrong one is given by its id, or by a statement in nearly
   * its words; when no memory matches, the new one is added and `corrected` is empty.
   * @example await ana.memories.correct({ saying: 'Ana lives in Lisbon' }, { content: 'Ana lives in Porto.' });
   */
  correct(wrong: string | { readonly saying: string }, options: CorrectOptions): Promise<Corrected>;
  /**
   * Raises the confidence of a memory, by less the higher it is. Of several memories, all or none are changed.
   * @example await ana.memories.reinforce(id, { reason: 'successfulApplication' });
   */
  reinforce(id: string, options?: ReinforceOptions): Promise<Memory>;
  reinforce(ids: readonly string[], options?: ReinforceOptions): Promise<Memory[]>;
  /**
   * Marks a memory as superseded by another; returns the superseded one.
   * @example await ana.memories.supersede(oldId, { by: newId });
   */
  supersede(id: string, options: { readonly by: string }): Promise<Memory>;
  /**
   * Removes a memory from recall; lists can still include it.
   * @example await ana.memories.archive(id);
   */
  archive(id: string): Promise<Memory>;
  /**
   * Hides a memory from every search, list and `asOf`, with the turns it came from and what was derived from it; `restore` undoes it. It is
   * not erased. The assistant's own turns about it stay, and are listed in `echoes`.
   * @example const { echoes } = await ana.memories.forget(id);
   */
  forget(id: string): Promise<Forgotten>;
  /**
   * Returns the other memories that `forget` would hide now, the number of turns, and the echoes that would stay.
   * @example const { memories, turns } = await ana.memories.followers(id);
   */
  followers(id: string): Promise<Followers>;
  /**
   * Forgets all selected memories, page by page, and returns how many; `{}` selects all active memories.
   * @example const count = await ana.memories.forgetAll({ sessionId: 's1' });
   */
  forgetAll(selection: MemorySelection): Promise<number>;
  /**
   * Makes an archived, merged, superseded, expired or forgotten memory active again.
   * @example await ana.memories.restore(id);
   */
  restore(id: string): Promise<Memory>;
  /**
   * Links two memories; linking them again sets the strength.
   * @example await ana.memories.link(id, { to: otherId, type: 'related', strength: 0.8 });
   */
  link(fromId: string, options: LinkOptions): Promise<Link>;
  /**
   * Removes the links from one memory to another, of one type or of all; returns how many.
   * @example await ana.memories.unlink(id, { to: otherId });
   */
  unlink(fromId: string, options: UnlinkOptions): Promise<number>;
  /**
   * Returns memories linked in either direction: nearest first, then by strength.
   * @example const neighbours = await ana.memories.neighbours(id, { depth: 2 });
   */
  neighbours(id: string, options?: NeighboursOptions): Promise<Neighbour[]>;
  /**
   * Returns every version of a memory with its cause, oldest first.
   * @example const versions = await ana.memories.history(id);
   */
  history(id: string): Promise<MemoryVersion[]>;
  /**
   * Returns the differences between two moments.
   * @example const { created, superseded } = await ana.memories.diff({ from: '2026-03-01', to: new Date() });
   */
  diff(options: DiffOptions): Promise<MemoryDiff>;
  /**
   * Returns the memory to its state at a moment by writing new versions; nothing is erased.
   * @example const { restored } = await ana.memories.rollback('2026-03-01', { dryRun: true });
   */
  rollback(to: Moment, options?: RollbackOptions): Promise<Rollback>;
  /**
   * Copies memories to the agent's parent, marked with their origin; existing copies are skipped.
   * @example await scout.memories.publish([id]);
   */
  publish(ids: readonly string[]): Promise<Memory[]>;
  /**
   * Stores the current value of a setting as a memory that supersedes the previous one. Secrets are not stored.
   * @example await ana.memories.recordSetting('editor.theme', { old: 'light', new: 'dark' });
   */
  recordSetting(
    key: string,
    setting: Setting,
  ): Promise<{ readonly kept: true; readonly memory: Memory } | RefusedSetting>;
}

const idOf = (value: unknown, field = 'id'): string => parse(idSchema, value, field);

function ancestorsOf(owner: Owner, agents: Engine['agents']): Owner[] {
  const ids = new Set<string>();
  for (let { agentId } = owner; !ids.has(agentId); ) {
    ids.add(agentId);
    agentId = agents.get(agentId)?.parent ?? agentId;
  }
  ids.delete(owner.agentId);
  return [...ids].map((agentId) => ({ ...owner, agentId }));
}

type MemoriesContext = Pick<
  Engine,
  | 'agentOf'
  | 'agents'
  | 'store'
  | 'clock'
  | 'events'
  | 'embedder'
  | 'languages'
  | 'llm'
  | 'secrets'
  | 'recorder'
  | 'work'
  | 'embedding'
  | 'forgetCached'
  | 'signal'
>;

export function memoriesOf(engine: MemoriesContext, scope: Scope): Memories {
  const owner = ownerOf(scope);
  const { store, clock, events } = engine;

  /** `isBounded` hides memories of other projects than the handle's. */
  const contextOf = (isBounded = true): MemoryContext => {
    const { recall, components } = engine.agentOf(scope);
    const { salience } = recall;
    const shared = components.filter(({ sharedAs }) => sharedAs !== undefined);
    const targetOwners = [
      owner,
      ...new Map(shared.map((each) => [each.sharedAs, targetOwnerOf(each, owner)])).values(),
    ];
    const { embedder, languages, llm, signal } = engine;
    const within = isBounded && scope.projectId !== undefined ? { projectId: scope.projectId } : {};
    return {
      owner,
      targetOwners,
      ancestors: ancestorsOf(owner, engine.agents),
      within,
      store,
      clock,
      languages,
      embedder,
      llm,
      events,
      salience,
      embedLater: (target) => engine.embedding.embedLater(target),
      signal,
    };
  };
  const change = <Result>(work: (context: MemoryContext) => Promise<Result>, context = contextOf()): Promise<Result> =>
    engine.work.inTurn(owner, (signal) =>
      retryOvertaken(store, (checkedStore) => work({ ...context, store: checkedStore, signal })),
    );
  /** Waiting turns are read again afterwards, as their visibility may have changed. */
  const changeVisibility = <Result>(work: (context: MemoryContext) => Promise<Result>): Promise<Result> =>
    engine.work
      .inTurn(owner, (signal) => work({ ...contextOf(), signal }))
      .finally(() => engine.forgetCached([owner], () => false));
  const redacted = <Value>(value: Value): Promise<Value> => engine.secrets.redactLarge(scope, value);
  const scopeOf = (sessionId: string | undefined): Scope => {
    engine.agentOf(scope);
    const { sessionId: _, ...projectScope } = scope;
    return sessionId === undefined ? projectScope : { ...projectScope, sessionId };
  };

  return {
    async add(content, options = {}) {
      const { turnId, documentId, conversationId, ...given } = parse(addOptionsSchema, options, 'add');
      const text = await redacted(parse(statementSchema, content, 'content'));
      const parsed = { turnId, documentId, conversationId, ...(await redacted(given)) };
      const context = contextOf(false);
      engine.recorder.admit(owner, [{ content: text, metadata: parsed.metadata }]);
      const judged = await judge(text, parsed, context);
      return change((turn) => add(judged, parsed, scope, turn), context);
    },
    async get(id) {
      return get(idOf(id), contextOf());
    },
    async list(options = {}) {
      const parsed = parse(listOptionsSchema, options, 'list');
      return list(parsed, contextOf());
    },
    async update(id, input) {
      const parsed = parse(memoryChangeSchema, input, 'change');
      return change(async (context) => update(idOf(id), await redacted(parsed), context));
    },
    async correct(wrong, options) {
      const { content, reason } = await redacted(parse(correctOptionsSchema, options, 'correct'));
      if (typeof wrong !== 'object') return change((context) => correct(idOf(wrong), content, reason, context));
      const original = await redacted(parse(statementSchema, wrong?.saying, 'saying'));
      return change(
        (context) => correctStatement({ original, corrected: content, reason }, scope, context),
        contextOf(false),
      );
    },
    reinforce: (async (given: string | readonly string[], options: ReinforceOptions = {}) => {
      const { reason, query } = parse(reinforceOptionsSchema, options, 'reinforce');
      const ids = Array.isArray(given) ? parse(idsSchema.min(1), given, 'ids') : [idOf(given)];
      const memories = await change((context) => reinforce(ids, reason, query, context));
      return Array.isArray(given) ? memories : memories[0];
    }) as Memories['reinforce'],
    async supersede(id, options) {
      return change((context) => supersede(idOf(id), idOf(options?.by, 'by'), context));
    },
    async archive(id) {
      return change((context) => archive(idOf(id), context));
    },
    async forget(id) {
      return changeVisibility((context) => forget(idOf(id), context));
    },
    async followers(id) {
      return followers(idOf(id), contextOf());
    },
    async forgetAll(selection) {
      const { sessionId = scope.sessionId, ...parsed } = parse(memorySelectionSchema, selection, 'forgetAll');
      return changeVisibility((context) => forgetAll({ ...parsed, sessionId }, context));
    },
    async restore(id) {
      return changeVisibility((context) => restore(idOf(id), context));
    },
    async link(fromId, options) {
      const { to: toId, type, strength } = parse(linkOptionsSchema, options, 'link');
      return change((context) => link({ fromId: idOf(fromId, 'fromId'), toId, type, strength }, context));
    },
    async unlink(fromId, options) {
      const { to, type } = parse(unlinkOptionsSchema, options, 'unlink');
      return change((context) => unlink(idOf(fromId, 'fromId'), to, type, context));
    },
    async neighbours(id, options = {}) {
      return neighbours(idOf(id), parse(neighboursOptionsSchema, options, 'neighbours'), contextOf());
    },
    async history(id) {
      return history(idOf(id), contextOf());
    },
    async diff(options) {
      const { from, to, sessionId } = parse(diffOptionsSchema, options, 'diff');
      return diff(scopeOf(sessionId), from, to, store);
    },
    async rollback(to, options = {}) {
      const { dryRun, sessionId } = parse(rollbackOptionsSchema, options, 'rollback');
      const moment = parse(z.object({ to: momentSchema }), { to }, 'rollback').to;
      if (moment > clock.now()) throw new SouvenirError('invalidInput', 'rollback.to: is in the future');
      const rollbackScope = scopeOf(sessionId ?? scope.sessionId);
      const done = await engine.work.runExclusively(owner, () =>
        retryOvertaken(store, (checkedStore) =>
          rollback(rollbackScope, moment, dryRun, { store: checkedStore, clock, events }),
        ),
      );
      if (!dryRun) engine.embedding.embedLater(owner);
      return done;
    },
    async publish(ids) {
      const { parent, id } = engine.agentOf(scope);
      if (parent === undefined)
        throw new SouvenirError('invalidInput', `agentId: ${JSON.stringify(id)} has no parent to publish to`, {
          advice: 'name one in defineAgent({ parent })',
        });
      const memoryIds = parse(idsSchema, ids, 'ids');
      const parentOwner = { ...owner, agentId: parent };
      const published = await engine.work.inTurn(parentOwner, () =>
        retryOvertaken(store, (checkedStore) => publish(memoryIds, scope, parentOwner, { store: checkedStore, clock })),
      );
      announce(events, parentOwner, { memories: published });
      engine.embedding.embedLater(parentOwner);
      return published;
    },
    async recordSetting(key, setting) {
      const name = parse(nameSchema, key, 'key');
      parse(shortSettingSchema, setting, 'recordSetting');
      const { old, new: value } = parse(settingSchema, setting, 'recordSetting');
      return change((context) => recordSetting({ key: name, old, new: value }, scope, context), contextOf(false));
    },
  };
}
