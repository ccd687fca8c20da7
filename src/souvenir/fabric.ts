import { z } from 'zod';
import { add } from '../memories/add.ts';
import { correct, supersede, update } from '../memories/change.ts';
import type { MemoryContext } from '../memories/context.ts';
import { get, history } from '../memories/history.ts';
import { judge } from '../memories/judge.ts';
import { link, neighbours, unlink } from '../memories/links.ts';
import { list } from '../memories/list.ts';
import { archive, forget, forgetAll, restore } from '../memories/put-away.ts';
import { reinforce } from '../memories/reinforce.ts';
import { type Link, type LinkType, linkTypeSchema } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { contentSchema, idSchema, unitSchema } from '../model/primitives.ts';
import {
  type Added,
  type AddOptions,
  addOptionsSchema,
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
  type ReinforcementReason,
  reinforcementReasonSchema,
} from '../model/revision.ts';
import { type ScopeInput, scopeInputSchema } from '../model/scope.ts';
import type { MemoryVersion } from '../model/version.ts';
import type { Engine } from './engine.ts';
import { inTurn, reviseContext } from './revising.ts';

/** What can be done with single memories. An id that is unknown, or of another scope, is `notFound`. */
export interface Fabric {
  /** Keeps what it is told, unless it is known already, and says what that did to what was known. */
  remember(content: string, context?: AddOptions): Promise<Added>;
  /** Makes a memory surer, the less the surer it is. */
  reinforce(id: string, reason: ReinforcementReason, scope?: ScopeInput): Promise<Memory>;
  /** Puts a new memory in the place of a wrong one, which stays. Returns the new one. */
  correct(id: string, content: string, reason: string, scope?: ScopeInput): Promise<Memory>;
  /** Changes a memory under its id; what it was stays in its history. */
  update(id: string, change: MemoryChange, scope?: ScopeInput): Promise<Memory>;
  /** Says that one memory takes another's place. Returns the one replaced. */
  supersede(id: string, by: string, scope?: ScopeInput): Promise<Memory>;
  /** Takes a memory out of what counts. */
  archive(id: string, scope?: ScopeInput): Promise<Memory>;
  /** Takes a memory out of sight; `restore` brings it back. */
  forget(id: string, scope?: ScopeInput): Promise<Memory>;
  /** Forgets all that pass, a page at a time, and returns how many; `{}` is all of the owner's that count. */
  forgetAll(selection: MemorySelection): Promise<number>;
  /** Makes a memory count again that was archived, merged, replaced, expired or forgotten. */
  restore(id: string, scope?: ScopeInput): Promise<Memory>;
  /** Ties two memories; tying them again sets the strength. */
  link(fromId: string, toId: string, type: LinkType, strength?: number, scope?: ScopeInput): Promise<Link>;
  /** Unties them, in one way or in all, and returns how many ties that were. */
  unlink(fromId: string, toId: string, type?: LinkType, scope?: ScopeInput): Promise<number>;
  /** What links lead to in either direction: nearest first, then by the strength of the way. */
  neighbours(id: string, options?: NeighboursOptions): Promise<Neighbour[]>;
  /** Undefined for what is unknown, forgotten, or of another scope. */
  get(id: string, scope?: ScopeInput): Promise<Memory | undefined>;
  /** A page of memories; pass its `next` as `cursor` for the one after it. */
  list(options?: ListOptions): Promise<MemoryList>;
  /** Every version of a memory and why it came to be, oldest first. */
  history(id: string, scope?: ScopeInput): Promise<MemoryVersion[]>;
}

const DEFAULT_STRENGTH = 0.5;
const reasonSchema = z.string().trim().min(1, 'is empty');

const idOf = (value: unknown, field = 'id'): string => parse(idSchema, value, field);

export function fabricOf(engine: Engine): Fabric {
  const contextOf = (given: ScopeInput = {}): MemoryContext => {
    const parsed = parse(scopeInputSchema, given, 'scope');
    return reviseContext(engine, engine.scopeOf(parsed), parsed);
  };

  return {
    async remember(content, input = {}) {
      const text = parse(contentSchema, content, 'content');
      const parsed = parse(addOptionsSchema, input, 'remember');
      const scope = engine.scopeOf(parsed);
      const context = reviseContext(engine, scope, {});
      const judged = await judge(text, parsed, context);
      return inTurn(engine, context, (turn) => add(judged, parsed, scope, turn));
    },
    async reinforce(id, reason, scope) {
      const why = parse(reinforcementReasonSchema, reason, 'reason');
      return inTurn(engine, contextOf(scope), (context) => reinforce(idOf(id), why, context));
    },
    async correct(id, content, reason, scope) {
      const text = parse(contentSchema, content, 'content');
      const why = parse(reasonSchema, reason, 'reason');
      return inTurn(engine, contextOf(scope), (context) => correct(idOf(id), text, why, context));
    },
    async update(id, change, scope) {
      const parsed = parse(memoryChangeSchema, change, 'change');
      return inTurn(engine, contextOf(scope), (context) => update(idOf(id), parsed, context));
    },
    async supersede(id, by, scope) {
      return inTurn(engine, contextOf(scope), (context) => supersede(idOf(id), idOf(by, 'by'), context));
    },
    async archive(id, scope) {
      return inTurn(engine, contextOf(scope), (context) => archive(idOf(id), context));
    },
    async forget(id, scope) {
      return inTurn(engine, contextOf(scope), (context) => forget(idOf(id), context));
    },
    async forgetAll(selection) {
      const parsed = parse(memorySelectionSchema, selection, 'forgetAll');
      return inTurn(engine, contextOf(parsed), (context) => forgetAll(parsed, context));
    },
    async restore(id, scope) {
      return inTurn(engine, contextOf(scope), (context) => restore(idOf(id), context));
    },
    async link(fromId, toId, type, strength = DEFAULT_STRENGTH, scope) {
      const asked = {
        ...{ fromId: idOf(fromId, 'fromId'), toId: idOf(toId, 'toId'), type: parse(linkTypeSchema, type, 'type') },
        strength: parse(unitSchema, strength, 'strength'),
      };
      return inTurn(engine, contextOf(scope), (context) => link(asked, context));
    },
    async unlink(fromId, toId, type, scope) {
      const [from, to] = [idOf(fromId, 'fromId'), idOf(toId, 'toId')];
      const only = parse(linkTypeSchema.optional(), type, 'type');
      return inTurn(engine, contextOf(scope), (context) => unlink(from, to, only, context));
    },
    async neighbours(id, options = {}) {
      const parsed = parse(neighboursOptionsSchema, options, 'neighbours');
      return neighbours(idOf(id), parsed, contextOf(parsed));
    },
    async get(id, scope) {
      return get(idOf(id), contextOf(scope));
    },
    async list(options = {}) {
      const parsed = parse(listOptionsSchema, options, 'list');
      const weights = engine.agentOf(engine.scopeOf(parsed)).recall.salience;
      return list(parsed, weights, contextOf(parsed));
    },
    async history(id, scope) {
      return history(idOf(id), contextOf(scope));
    },
  };
}
