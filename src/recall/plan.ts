import { type DateReading, type Language, mayBePerson, type QueryIntent } from '../contracts/language.ts';
import { everySession, type MemoryFilter, type StoreReader } from '../contracts/store.ts';
import { inactiveStatusSchema, type RecallMode, type RecallRequest } from '../model/recall.ts';
import type { Owner } from '../model/scope.ts';
import { beginning, contentWords, phrases, words } from '../text/words.ts';

/** Longer queries are cut: what matters is said in fewer words than this, and every query stays bounded in time. */
const MAX_QUERY_LENGTH = 4000;
const MAX_READ_CHARS = 100_000;
const BLANKS = /[^\S\n]+/g;
const MAX_TERMS = 64;
/** What an embedder reads of a query: reading takes time with the square of the length, and the rest seldom matters. */
const MAX_QUERY_TOKENS = 128;
const MAX_NAME_WORDS = 4;
const MAX_CHANGED = 20_000;

export interface Plan {
  readonly query: string;
  /** What of it is embedded: what it is about. */
  readonly about: string;
  /** The language it is written in, and what it asks for. */
  readonly language: Language;
  readonly intent: QueryIntent;
  readonly mode: RecallMode;
  /** True where there is no query to search by, so that the mode's own order brings the candidates. */
  readonly isListing: boolean;
  /** True where only the reading of the query made it one for a time. */
  readonly isTimeRead: boolean;
  /** Why there is nothing to look for, where there is not. */
  readonly idleReason: string | undefined;
  /** Words for the text index, which itself leaves out those too common to help. */
  readonly terms: readonly string[];
  /** The people named: for each, which of the terms make up the name. */
  readonly people: readonly (readonly number[])[];
  /** Phrases that may be names of entities. */
  readonly names: readonly string[];
  /** The time the query speaks of. */
  readonly time: TimeWindow | undefined;
  /** The time in which it must have changed. */
  readonly changeWindow: TimeWindow | undefined;
  readonly filter: MemoryFilter;
  /** The moment the answer is for. */
  readonly at: Date;
}

/** What is read of a query, by everything that reads it. */
export const readableOf = (query: string): string =>
  query.slice(0, MAX_READ_CHARS).replace(BLANKS, ' ').trim().slice(0, MAX_QUERY_LENGTH);

/** What the query asks for, before anything is searched. */
export function plan(text: string, options: RecallRequest, now: Date, language: Language, lastTime?: Date): Plan {
  const at = momentOf(options.asOf) ?? now;
  const intent = language.intent(text, at);
  const question = options.mode === undefined ? intent.order : undefined;
  const focus = question === undefined || question.topic === '' ? intent.topic : question.topic;
  const terms = contentWords(focus, language).slice(0, MAX_TERMS);
  const time = timeWindowOf(text, at, language);
  const isTimed = options.from !== undefined || options.to !== undefined;
  const isUnaided = options.queryVector === undefined;
  const isOnlyTime = isUnaided && time !== undefined && intent.isForAllOfTime;
  const mode = options.mode ?? question?.mode ?? (isTimed || isOnlyTime ? 'temporal' : 'relevant');
  const hasTopic = text !== '' && question?.topic !== '';
  return {
    query: text,
    about: beginning(focus, MAX_QUERY_TOKENS),
    ...{ language, intent },
    mode,
    isTimeRead: isOnlyTime && !isTimed && options.mode === undefined && question === undefined,
    isListing: isUnaided && ((mode !== 'relevant' && !hasTopic) || (mode === 'temporal' && isOnlyTime)),
    idleReason: isUnaided && mode === 'relevant' ? idleOf(text, language) : undefined,
    terms,
    people: peopleIn(text, terms, language),
    names: phrases(text, MAX_NAME_WORDS),
    // The time of a change is not that of what happened.
    time: mode === 'changed' ? undefined : time,
    changeWindow: mode === 'changed' ? changeTime(options, at, lastTime ?? time?.from) : undefined,
    filter:
      mode === 'changed'
        ? changedFilter(options, at)
        : filterOf(options, upTo(options, at), mode === 'temporal' && !isTimed ? time : undefined),
    at,
  };
}

function idleOf(text: string, language: Language): string | undefined {
  if (text === '') return 'the query is empty';
  if (words(text).length === 0) return 'the query has no words';
  return language.smallTalk(text) === 'greeting' ? 'the query is only a greeting' : undefined;
}

/** A name none of whose words are terms says nothing about what is remembered. */
function peopleIn(text: string, terms: readonly string[], language: Language): number[][] {
  return language
    .names(text)
    .filter(mayBePerson)
    .map((person) => words(person.text).flatMap((word) => terms.flatMap((term, at) => (term === word ? [at] : []))))
    .filter((named) => named.length > 0);
}

/** The plan for one owner, whose entities, and what changed, go by ids. */
export async function planFor(
  owner: Owner,
  planned: Plan,
  { entities }: RecallRequest,
  store: StoreReader,
): Promise<Plan> {
  const { filter, changeWindow } = planned;
  if (entities === undefined && changeWindow === undefined) return planned;
  const named = entities === undefined ? undefined : await store.matchEntities(owner, entities);
  const ids = changeWindow === undefined ? undefined : await changedIn(changeWindow, owner, store);
  return {
    ...planned,
    filter: {
      ...filter,
      ...(named !== undefined && { entityIds: named.map(({ id }) => id) }),
      ...(ids !== undefined && { ids }),
    },
  };
}

/** Both ends of the window count; of far too many, those with the first ids. */
const changedIn = ({ from, to }: TimeWindow, owner: Owner, store: StoreReader): Promise<string[]> =>
  store.changedMemories(owner, { since: new Date(from.getTime() - 1), until: to, limit: MAX_CHANGED });

/** Clocks of two machines differ, and one is set back: what was kept a moment ago is not of the future. */
const SKEW_MS = 60_000;

const upTo = ({ asOf }: RecallRequest, at: Date): Date => (asOf === undefined ? new Date(at.getTime() + SKEW_MS) : at);

/** A parsed option is a moment, whatever the caller wrote. */
const momentOf = (parsed: RecallRequest['asOf']): Date | undefined =>
  parsed === undefined ? undefined : new Date(parsed as Date);

function filterOf(options: RecallRequest, at: Date, time: TimeWindow | undefined): MemoryFilter {
  const state = stateFilterOf(options, at);
  const from = momentOf(options.from) ?? time?.from;
  const to = momentOf(options.to) ?? time?.to ?? state.within?.to;
  return {
    ...state,
    ...((from !== undefined || to !== undefined) && {
      within: { ...(from !== undefined && { from }), ...(to !== undefined && { to: to < at ? to : at }) },
    }),
    ...kindFilterOf(options),
  };
}

/** Whatever became of it. */
const changedFilter = (options: RecallRequest, at: Date): MemoryFilter => ({
  ...(options.asOf !== undefined && { asOf: at }),
  statuses: ['active', ...inactiveStatusSchema.options],
  ...kindFilterOf(options),
});

function changeTime(options: RecallRequest, at: Date, since: Date | undefined): TimeWindow {
  const to = momentOf(options.to) ?? at;
  return { from: momentOf(options.from) ?? since ?? new Date(0), to: to < at ? to : at };
}

function kindFilterOf(options: RecallRequest): MemoryFilter {
  const { types, components, categories, projectId, sessionId, minImportance, minSalience } = options;
  return {
    ...(types !== undefined && { types }),
    ...(components !== undefined && { components }),
    ...(categories !== undefined && { categories }),
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(minImportance !== undefined && { minImportance }),
    ...(minSalience !== undefined && { minSalience }),
  };
}

/** What counts and is true now, or was known and true then. What is over is seldom true now: who asks for it gets it anyway. */
function stateFilterOf({ asOf, include = [] }: RecallRequest, at: Date): MemoryFilter {
  const statuses = ['active', ...include] as const;
  const isPastWanted = include.includes('expired') || include.includes('superseded');
  const known = asOf === undefined ? {} : { asOf: at };
  return isPastWanted ? { ...known, statuses, within: { to: at } } : { ...known, statuses, validAt: at };
}

/** A time in the past, ends included. */
export interface TimeWindow {
  readonly from: Date;
  readonly to: Date;
}

/** The time a query speaks of, from its first date to its last. What lies ahead says nothing about what is remembered. */
export function timeWindowOf(query: string, at: Date, language: Language): TimeWindow | undefined {
  const dates = language.dates(query, at);
  const windows = dates.flatMap((date) => {
    const past = [date, ...(date.alternatives ?? [])].find(({ from }) => from === undefined || from <= at);
    return past === undefined ? [] : [boundsOf(past, at)];
  });
  if (windows.length === 0) return undefined;
  return {
    from: new Date(Math.min(...windows.map(({ from }) => from))),
    to: new Date(Math.max(...windows.map(({ to }) => to))),
  };
}

/** "Before May" starts with the epoch, "since May" ends now. The end of a reading is exclusive. */
const boundsOf = ({ from, to }: DateReading, at: Date) => ({
  from: from?.getTime() ?? 0,
  to: Math.min(to === undefined ? at.getTime() : to.getTime() - 1, at.getTime()),
});

/** A session with a turn as young as this is the one that goes on. */
const GOING_ON_MS = 30 * 60_000;

/** When the session before this one was left off, where the query asks for what is since then. */
export async function lastTimeOf(
  { intent }: Plan,
  [own]: readonly Space[],
  { currentSessionId }: RecallRequest,
  store: StoreReader,
  now: Date,
): Promise<Date | undefined> {
  if (own === undefined || intent.order?.since !== 'lastTime') return undefined;
  const sessions = await everySession(store, own.owner);
  const ends = sessions.flatMap(({ sessionId: id, lastAt }) =>
    lastAt === undefined || id === currentSessionId || now.getTime() - lastAt.getTime() < GOING_ON_MS
      ? []
      : lastAt.getTime(),
  );
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}

/** A memory that a query spans: the agent's own, one it shares, or one it may look into. */
export interface Space {
  readonly owner: Owner;
  /** Only what these made; without it, all. */
  readonly components?: readonly string[];
  /** What is not found by a query, but read in another way. */
  readonly except?: readonly string[];
  /** Another agent's memory: it leaves no trace there that this one looked. */
  readonly isReadOnly?: boolean;
  /** Where it is kept, if not with all the rest. */
  readonly store?: StoreReader;
  /** Ids of what is not to be found. */
  readonly without?: ReadonlySet<string>;
}

/** What the call asks for, as far as the space gives it. */
export function filteredTo(filter: MemoryFilter, { components, except = [] }: Space): MemoryFilter {
  const askedComponents = filter.components;
  const both =
    askedComponents === undefined
      ? components
      : (components?.filter((name) => askedComponents.includes(name)) ?? askedComponents);
  return {
    ...filter,
    ...(both !== undefined && { components: both }),
    ...(except.length > 0 && { exceptComponents: except }),
  };
}
