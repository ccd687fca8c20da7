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
import { configure, type RefusedSetting } from '../memories/settings.ts';
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
import { ownerOf, type Scope, targetOwnerOf } from '../model/scope.ts';
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
  /** What is right instead. */
  content: statementSchema,
  reason: reasonSchema.default('user correction'),
});
export type CorrectOptions = Readonly<z.input<typeof correctOptionsSchema>>;

export const reinforceOptionsSchema = z.strictObject({
  reason: reinforcementReasonSchema.default('explicitConfirmation'),
  /** The query that found it, for its history. */
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

/** Read first: what is too long is not made JSON of. */
const shortSettingSchema = z.looseObject({ old: shortValueSchema.optional(), new: shortValueSchema.optional() });

export const settingSchema = z.strictObject({
  /** What it was before; leave it out for a setting that is new. */
  old: givenJsonSchema.optional(),
  /** Leave it out for a setting that was removed. */
  new: givenJsonSchema.optional(),
});
export type Setting = Readonly<z.input<typeof settingSchema>>;

/** A Date, an ISO string or milliseconds since 1970. */
export type Moment = z.input<typeof momentSchema>;

/** Single memories. An id that is unknown, or of another scope, is `notFound`. */
export interface Memories {
  /**
   * Keeps a statement, unless it is known already, and says what that did to what was known.
   * @example const { memory } = await ana.memories.add('Ana is allergic to nuts.');
   */
  add(content: string, options?: AddOptions): Promise<Added>;
  /**
   * A memory; undefined for one that is unknown, forgotten, or of another scope.
   * @example const memory = await ana.memories.get(id);
   */
  get(id: string): Promise<Memory | undefined>;
  /**
   * A page of memories; pass its `next` as `cursor` for the page after it.
   * @example const { memories, next } = await ana.memories.list({ types: ['semantic'], limit: 20 });
   */
  list(options?: ListOptions): Promise<MemoryList>;
  /**
   * Changes a memory under its id; what it was stays in its history.
   * @example await ana.memories.update(id, { importance: 0.9 });
   */
  update(id: string, change: MemoryChange): Promise<Memory>;
  /**
   * Puts a new memory in the place of a wrong one, which stays as corrected. The wrong one is named by its id, or by what it says, in nearly
   * these words; where no memory says so, the new one is only added, and `corrected` is empty.
   * @example await ana.memories.correct({ saying: 'Ana lives in Lisbon' }, { content: 'Ana lives in Porto.' });
   */
  correct(wrong: string | { readonly saying: string }, options: CorrectOptions): Promise<Corrected>;
  /**
   * Raises the confidence of a memory, the less the surer it is already. Of several, all or none.
   * @example await ana.memories.reinforce(id, { reason: 'successfulApplication' });
   */
  reinforce(id: string, options?: ReinforceOptions): Promise<Memory>;
  reinforce(ids: readonly string[], options?: ReinforceOptions): Promise<Memory[]>;
  /**
   * Lets one memory take another's place. Returns the one replaced.
   * @example await ana.memories.supersede(oldId, { by: newId });
   */
  supersede(id: string, options: { readonly by: string }): Promise<Memory>;
  /**
   * Takes a memory out of recall; it stays in lists that ask for it.
   * @example await ana.memories.archive(id);
   */
  archive(id: string): Promise<Memory>;
  /**
   * Hides a memory from every search, list and moment, and with it the turns it came from and what was derived from it; `restore` brings it
   * back. It is not erased. What the assistant said of it stays, and is named in `echoes`.
   * @example const { echoes } = await ana.memories.forget(id);
   */
  forget(id: string): Promise<Forgotten>;
  /**
   * The other memories that `forget` would take along now, how many turns, and the echoes that it would leave.
   * @example const { memories, turns } = await ana.memories.followers(id);
   */
  followers(id: string): Promise<Followers>;
  /**
   * Forgets all that a selection names, a page at a time, and returns how many; `{}` is all active memories.
   * @example const count = await ana.memories.forgetAll({ sessionId: 's1' });
   */
  forgetAll(selection: MemorySelection): Promise<number>;
  /**
   * Makes a memory active again that was archived, merged, superseded, expired or forgotten.
   * @example await ana.memories.restore(id);
   */
  restore(id: string): Promise<Memory>;
  /**
   * Links two memories; linking them again sets the strength.
   * @example await ana.memories.link(id, { to: otherId, type: 'related', strength: 0.8 });
   */
  link(fromId: string, options: LinkOptions): Promise<Link>;
  /**
   * Removes the links from one memory to another, of one type or of all, and returns how many.
   * @example await ana.memories.unlink(id, { to: otherId });
   */
  unlink(fromId: string, options: UnlinkOptions): Promise<number>;
  /**
   * The memories that links lead to in either direction: nearest first, then by strength.
   * @example const neighbours = await ana.memories.neighbours(id, { depth: 2 });
   */
  neighbours(id: string, options?: NeighboursOptions): Promise<Neighbour[]>;
  /**
   * Every version of a memory and why it came to be, oldest first.
   * @example const versions = await ana.memories.history(id);
   */
  history(id: string): Promise<MemoryVersion[]>;
  /**
   * What differs between two moments.
   * @example const { created, superseded } = await ana.memories.diff({ from: '2026-03-01', to: new Date() });
   */
  diff(options: DiffOptions): Promise<MemoryDiff>;
  /**
   * Makes the memory what it was at a moment, as new versions: nothing is erased.
   * @example const { restored } = await ana.memories.rollback('2026-03-01', { dryRun: true });
   */
  rollback(to: Moment, options?: RollbackOptions): Promise<Rollback>;
  /**
   * Copies memories to the agent's parent, marked with where they come from; those already there are left out.
   * @example await scout.memories.publish([id]);
   */
  publish(ids: readonly string[]): Promise<Memory[]>;
  /**
   * Keeps what a setting is now in place of what it was. Secrets are not kept.
   * @example await ana.memories.configure('editor.theme', { old: 'light', new: 'dark' });
   */
  configure(key: string, setting: Setting): Promise<{ readonly kept: true; readonly memory: Memory } | RefusedSetting>;
}

const idOf = (value: unknown, field = 'id'): string => parse(idSchema, value, field);

export function memoriesOf(engine: Engine, scope: Scope): Memories {
  const owner = ownerOf(scope);
  const { store, clock, events } = engine;

  /** `isBounded`: memories of other projects than the handle's are out of sight. */
  const contextOf = (isBounded = true): MemoryContext => {
    const { recall, components } = engine.agentOf(scope);
    const { salience } = recall;
    const shared = components.filter(({ sharedAs }) => sharedAs !== undefined);
    const targetOwners = [
      owner,
      ...new Map(shared.map((each) => [each.sharedAs, targetOwnerOf(each, owner)])).values(),
    ];
    const { embedder, languages, llm, embedLater, signal } = engine;
    const within = isBounded && scope.projectId !== undefined ? { projectId: scope.projectId } : {};
    return {
      owner,
      targetOwners,
      within,
      store,
      clock,
      languages,
      embedder,
      llm,
      events,
      salience,
      embedLater,
      signal,
    };
  };
  const change = <Result>(work: (context: MemoryContext) => Promise<Result>, context = contextOf()): Promise<Result> =>
    engine.inTurn(owner, (signal) =>
      retryOvertaken(store, (checkedStore) => work({ ...context, store: checkedStore, signal })),
    );
  /** Turns that wait are read again: some may be out of sight by now, or back. */
  const changeVisibility = <Result>(work: (context: MemoryContext) => Promise<Result>): Promise<Result> =>
    engine
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
      engine.admit(owner, [{ content: text, metadata: parsed.metadata }]);
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
      const done = await engine.runExclusively(owner, () =>
        retryOvertaken(store, (checkedStore) =>
          rollback(rollbackScope, moment, dryRun, { store: checkedStore, clock, events }),
        ),
      );
      if (!dryRun) engine.embedLater(owner);
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
      const published = await engine.inTurn(parentOwner, () =>
        retryOvertaken(store, (checkedStore) => publish(memoryIds, scope, parentOwner, { store: checkedStore, clock })),
      );
      announce(events, parentOwner, { memories: published });
      engine.embedLater(parentOwner);
      return published;
    },
    async configure(key, setting) {
      const name = parse(nameSchema, key, 'key');
      parse(shortSettingSchema, setting, 'configure');
      const { old, new: value } = parse(settingSchema, setting, 'configure');
      return change((context) => configure({ key: name, old, new: value }, scope, context), contextOf(false));
    },
  };
}
