import { type DateReading, type Language, mayBePerson, type QueryIntent } from '../contracts/language.ts';
import { everySession, type MemoryFilter, type StoreReader } from '../contracts/store.ts';
import { definedFields } from '../model/defined-fields.ts';
import { inactiveStatusSchema, type RecallMode, type RecallRequest } from '../model/recall.ts';
import type { Owner } from '../model/scope.ts';
import { beginning, contentWords, phrases, words } from '../text/words.ts';

const MAX_QUERY_LENGTH = 4000;
const MAX_READ_CHARS = 100_000;
const BLANKS = /[^\S\n]+/g;
const MAX_TERMS = 64;
/** Tokens of a query that are embedded: the time grows with the square of the length, and the rest seldom matters. */
const MAX_QUERY_TOKENS = 128;
const MAX_NAME_WORDS = 4;
const MAX_CHANGED = 20_000;

export interface Plan {
  readonly query: string;
  /** The part of the query that is embedded. */
  readonly about: string;
  readonly language: Language;
  readonly intent: QueryIntent;
  readonly mode: RecallMode;
  /** True without a query to search by: the order of the mode gives the candidates. */
  readonly isListing: boolean;
  /** True if only the wording of the query made it temporal. */
  readonly isTimeRead: boolean;
  readonly idleReason: string | undefined;
  readonly terms: readonly string[];
  /** The indexes of the terms in each name of a person. */
  readonly people: readonly (readonly number[])[];
  readonly names: readonly string[];
  readonly time: TimeWindow | undefined;
  readonly changeWindow: TimeWindow | undefined;
  readonly filter: MemoryFilter;
  readonly at: Date;
}

export const readableOf = (query: string): string =>
  query.slice(0, MAX_READ_CHARS).replace(BLANKS, ' ').trim().slice(0, MAX_QUERY_LENGTH);

export function plan(text: string, options: RecallRequest, now: Date, language: Language, lastTime?: Date): Plan {
  const at = momentOf(options.asOf) ?? now;
  const intent = language.intent(text, at);
  const question = options.mode === undefined ? intent.order : undefined;
  const focus = question === undefined || question.topic === '' ? intent.topic : question.topic;
  const terms = contentWords(focus, language).slice(0, MAX_TERMS);
  const time = timeWindowOf(text, at, language);
  const isTimed = options.from !== undefined || options.to !== undefined;
  const isWithoutVector = options.queryVector === undefined;
  const isOnlyTime = isWithoutVector && time !== undefined && intent.asksForAllTime;
  const mode = options.mode ?? question?.mode ?? (isTimed || isOnlyTime ? 'temporal' : 'relevant');
  const hasTopic = text !== '' && question?.topic !== '';
  return {
    query: text,
    about: beginning(focus, MAX_QUERY_TOKENS),
    ...{ language, intent },
    mode,
    isTimeRead: isOnlyTime && !isTimed && options.mode === undefined && question === undefined,
    isListing: isWithoutVector && ((mode !== 'relevant' && !hasTopic) || (mode === 'temporal' && isOnlyTime)),
    idleReason: isWithoutVector && mode === 'relevant' ? idleOf(text, language) : undefined,
    terms,
    people: peopleIn(text, terms, language),
    names: phrases(text, MAX_NAME_WORDS),
    // The time of a change is not the time of the event.
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

function peopleIn(text: string, terms: readonly string[], language: Language): number[][] {
  return language
    .names(text)
    .filter(mayBePerson)
    .map((person) => words(person.text).flatMap((word) => terms.flatMap((term, at) => (term === word ? [at] : []))))
    .filter((named) => named.length > 0);
}

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
    filter: { ...filter, ...definedFields({ entityIds: named?.map(({ id }) => id), ids }) },
  };
}

/** Both ends of the window count; beyond the limit, the first ids. */
const changedIn = ({ from, to }: TimeWindow, owner: Owner, store: StoreReader): Promise<string[]> =>
  store.changedMemories(owner, { since: new Date(from.getTime() - 1), until: to, limit: MAX_CHANGED });

/** Clocks of two machines differ and may be set back: a memory stored a moment ago is not in the future. */
const SKEW_MS = 60_000;

const upTo = ({ asOf }: RecallRequest, at: Date): Date => (asOf === undefined ? new Date(at.getTime() + SKEW_MS) : at);

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
  return definedFields({ types, components, categories, projectId, sessionId, minImportance, minSalience });
}

/** Active and valid now, or at `asOf`. Expired and superseded memories are seldom valid now, so that including them drops this condition. */
function stateFilterOf({ asOf, include = [] }: RecallRequest, at: Date): MemoryFilter {
  const statuses = ['active', ...include] as const;
  const includesPast = include.includes('expired') || include.includes('superseded');
  const known = asOf === undefined ? {} : { asOf: at };
  return includesPast ? { ...known, statuses, within: { to: at } } : { ...known, statuses, validAt: at };
}

/** A past time, both ends included. */
export interface TimeWindow {
  readonly from: Date;
  readonly to: Date;
}

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

/** "Before May" starts at the epoch, "since May" ends now. The end of a `DateReading` is exclusive. */
const boundsOf = ({ from, to }: DateReading, at: Date) => ({
  from: from?.getTime() ?? 0,
  to: Math.min(to === undefined ? at.getTime() : to.getTime() - 1, at.getTime()),
});

const GOING_ON_MS = 30 * 60_000;

/** When the previous session ended, if the query asks what happened since. */
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

/** The memories of one owner that a query reads: the agent's own, shared ones, or another agent's that it may read. */
export interface Space {
  readonly owner: Owner;
  readonly components?: readonly string[];
  /** Components that are read in another way than by a query. */
  readonly except?: readonly string[];
  /** Another agent's memories: recall leaves no trace there. */
  readonly isReadOnly?: boolean;
  /** Where its memories are stored, if not in the main store. */
  readonly store?: StoreReader;
  readonly without?: ReadonlySet<string>;
}

export function filteredTo(filter: MemoryFilter, { components, except = [] }: Space): MemoryFilter {
  const requestedComponents = filter.components;
  const both =
    requestedComponents === undefined
      ? components
      : (components?.filter((name) => requestedComponents.includes(name)) ?? requestedComponents);
  return {
    ...filter,
    ...(both !== undefined && { components: both }),
    ...(except.length > 0 && { exceptComponents: except }),
  };
}
