import type { MemoryFilter, StoreReader } from '../contracts/store.ts';
import { contentWords, phrases } from '../language/words.ts';
import type { RecallMode, RecallOptions } from '../model/recall.ts';
import type { Owner } from '../model/scope.ts';
import { type Intent, intentOf } from './intent.ts';
import { type TimeWindow, timeWindowOf } from './time-window.ts';

/** Longer queries are cut: what matters is said in fewer words than this, and every query stays bounded in time. */
const MAX_QUERY_LENGTH = 4000;
const MAX_TERMS = 64;
const MAX_NAME_WORDS = 4;

export interface Plan {
  readonly query: string;
  readonly mode: RecallMode;
  /** True where there is no query to search by, so that the mode's own order brings the candidates. */
  readonly isListing: boolean;
  readonly intent: Intent;
  /** Words for the text index, which itself leaves out those too common to help. */
  readonly terms: readonly string[];
  /** Phrases that may be names of entities. */
  readonly names: readonly string[];
  /** The time the query speaks of. */
  readonly time: TimeWindow | undefined;
  readonly filter: MemoryFilter;
  /** The moment the answer is for. */
  readonly at: Date;
}

/** What the query asks for, before anything is searched. */
export function plan(query: string, options: RecallOptions, now: Date): Plan {
  const text = query.slice(0, MAX_QUERY_LENGTH);
  const at = momentOf(options.asOf) ?? now;
  const time = timeWindowOf(text, at);
  const isTimed = options.from !== undefined || options.to !== undefined;
  const mode = options.mode ?? (isTimed ? 'temporal' : 'relevant');
  return {
    query: text,
    mode,
    isListing: mode !== 'relevant' && text.trim() === '' && options.queryVector === undefined,
    intent: intentOf(text),
    terms: contentWords(text).slice(0, MAX_TERMS),
    names: phrases(text, MAX_NAME_WORDS),
    time,
    filter: filterOf(options, at, mode === 'temporal' && !isTimed ? time : undefined),
    at,
  };
}

/** The plan for one owner, whose entities go by ids. */
export async function withEntities(
  planned: Plan,
  owner: Owner,
  { entities }: RecallOptions,
  store: StoreReader,
): Promise<Plan> {
  if (entities === undefined) return planned;
  const entityIds = (await store.matchEntities(owner, entities)).map(({ id }) => id);
  return { ...planned, filter: { ...planned.filter, entityIds } };
}

/** A parsed option is a moment, whatever the caller wrote. */
const momentOf = (parsed: RecallOptions['asOf']): Date | undefined =>
  parsed === undefined ? undefined : new Date(parsed as Date);

function filterOf(options: RecallOptions, at: Date, time: TimeWindow | undefined): MemoryFilter {
  const { types, components, categories, projectId, sessionId, minSalience } = options;
  const state = stateOf(options, at);
  const from = momentOf(options.from) ?? time?.from;
  const to = momentOf(options.to) ?? time?.to ?? state.within?.to;
  return {
    ...state,
    ...((from !== undefined || to !== undefined) && {
      within: { ...(from !== undefined && { from }), ...(to !== undefined && { to: to < at ? to : at }) },
    }),
    ...(types !== undefined && { types }),
    ...(components !== undefined && { components }),
    ...(categories !== undefined && { categories }),
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(minSalience !== undefined && { minSalience }),
  };
}

/** What counts and is true now, or was known and true then. What is over is seldom true now: who asks for it gets it anyway. */
function stateOf({ asOf, include = [] }: RecallOptions, at: Date): MemoryFilter {
  if (asOf !== undefined) return { createdUntil: at, validAt: at };
  const statuses = ['active', ...include] as const;
  const isPastWanted = include.includes('expired') || include.includes('superseded');
  return isPastWanted ? { statuses, within: { to: at } } : { statuses, validAt: at };
}
