import { computed, effect, signal } from '@preact/signals';
import { ServedError, type ServedMemory, type ServedSouvenir, souvenirClient } from '../../src/client/index.ts';

/** The scope that the page shows; the server or the key fills empty fields. */
export interface ScopeSelection {
  readonly tenantId: string;
  readonly userId: string;
  readonly agentId: string;
  readonly projectId: string;
}

const EMPTY_SELECTION: ScopeSelection = { tenantId: '', userId: '', agentId: '', projectId: '' };
const KEY = 'souvenir key';

/** Scope fields in the address, as in `/lab/?userId=ana`. */
const named = [...new URLSearchParams(location.search)].filter(([field]) => Object.hasOwn(EMPTY_SELECTION, field));
export const selectedScope = signal<ScopeSelection>({ ...EMPTY_SELECTION, ...Object.fromEntries(named) });
/** The API key, stored for this tab alone and never in an address. */
export const key = signal(sessionStorage.getItem(KEY) ?? undefined);
export const needsKey = signal(false);
export const isServerUnreachable = signal(false);
/** Counts up when the shown data should be fetched again: another key, a server that is back, a change made here. */
export const asks = signal(0);

export const CHATS = 'souvenir chat ';
export const DRAFTS = 'souvenir draft ';
/** Counts erasures; texts stored by the page are dropped with each. */
export const erasures = signal(0);

effect(() => {
  if (key.value === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, key.value);
});

export const scope = computed(() =>
  Object.fromEntries(Object.entries(selectedScope.value).filter(([, value]) => value !== '')),
);
effect(() => {
  const query = new URLSearchParams(scope.value);
  history.replaceState(null, '', `${query.size === 0 ? location.pathname : `?${query}`}${location.hash}`);
});

/** A hash that tells keys apart: names in the tab's storage outlast the key. */
const markOf = (text: string): string => {
  let [one, other] = [0x811c9dc5, 0];
  for (const letter of text) {
    one = Math.imul(one ^ letter.charCodeAt(0), 0x01000193);
    other = Math.imul(other + letter.charCodeAt(0), 0x9e3779b1) ^ one;
  }
  return `${one >>> 0}${other >>> 0}`;
};
/** Key and scope; data that the tab stores is stored under it. */
export const viewKey = computed(() => JSON.stringify([markOf(key.value ?? ''), scope.value]));

const asking = () => ({
  url: location.origin,
  key: key.value,
  fetch: watchedFetch,
});
export const souvenir = computed<ServedSouvenir>(() => souvenirClient(asking()));
/** Without retries, so that the reader of an event stream notices when it breaks. */
export const listener = computed<ServedSouvenir>(() => souvenirClient({ ...asking(), retries: 0 }));
export const memory = computed<ServedMemory>(() => souvenir.value.for(scope.value));
/** The scope without its project, for data that is counted per user only. */
export const everyProject = computed<ServedMemory>(() => {
  const { projectId: _, ...owner } = scope.value;
  return souvenir.value.for(owner);
});

/** Records for every request whether the server is away, back, or wants a key. */
const watchedFetch: typeof fetch = async (...asked) => {
  try {
    const answer = await fetch(...asked);
    if (isServerUnreachable.value) back();
    if (answer.status === 401) needsKey.value = true;
    return answer;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reportServerUnreachable();
    throw error;
  }
};

const AGAIN_MS = 2000;
let waiting: ReturnType<typeof setInterval> | undefined;

function reportServerUnreachable(): void {
  isServerUnreachable.value = true;
  waiting ??= setInterval(async () => {
    const isBack = await fetch('/health').then(
      ({ ok }) => ok,
      () => false,
    );
    if (isBack) back();
  }, AGAIN_MS);
}

function back(): void {
  clearInterval(waiting);
  waiting = undefined;
  isServerUnreachable.value = false;
  asks.value++;
}

export function signIn(given: string): void {
  key.value = given.trim() === '' ? undefined : given.trim();
  needsKey.value = false;
  asks.value++;
}

export const reasonOf = (error: unknown): { readonly message: string; readonly advice?: string | undefined } =>
  ServedError.is(error) ? error : { message: error instanceof Error ? error.message : String(error) };
