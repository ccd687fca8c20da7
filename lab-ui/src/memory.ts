import { computed, effect, signal } from '@preact/signals';
import { ServedError, type ServedMemory, type ServedSouvenir, souvenirClient } from '../../src/client/index.ts';

/** Whose memory is looked at; empty fields are the server's or the key's to say. */
export interface ScopeSelection {
  readonly tenantId: string;
  readonly userId: string;
  readonly agentId: string;
  readonly projectId: string;
}

const EMPTY_SELECTION: ScopeSelection = { tenantId: '', userId: '', agentId: '', projectId: '' };
const KEY = 'souvenir key';

/** The address says whose, as in `/lab/?userId=ana`. */
const named = [...new URLSearchParams(location.search)].filter(([field]) => Object.hasOwn(EMPTY_SELECTION, field));
export const selectedScope = signal<ScopeSelection>({ ...EMPTY_SELECTION, ...Object.fromEntries(named) });
/** For this tab alone, and never in an address. */
export const key = signal(sessionStorage.getItem(KEY) ?? undefined);
/** The server refused for want of a key, or of this one. */
export const needsKey = signal(false);
/** The server does not answer: said once for the whole page. */
export const isServerGone = signal(false);
/** Counts up when what is shown should be asked for again: another key, a server that is back, something done here. */
export const asks = signal(0);

/** Where chats, and what is typed, are kept in this tab. */
export const CHATS = 'souvenir chat ';
export const DRAFTS = 'souvenir draft ';
/** Counts erasures: what the page itself keeps of texts goes with each. */
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

/** Tells keys apart without telling them: names in the storage of the tab outlast a key. */
const markOf = (text: string): string => {
  let [one, other] = [0x811c9dc5, 0];
  for (const letter of text) {
    one = Math.imul(one ^ letter.charCodeAt(0), 0x01000193);
    other = Math.imul(other + letter.charCodeAt(0), 0x9e3779b1) ^ one;
  }
  return `${one >>> 0}${other >>> 0}`;
};
/** Who looks at whose memory: what the tab keeps is kept under it. */
export const viewKey = computed(() => JSON.stringify([markOf(key.value ?? ''), scope.value]));

const asking = () => ({
  url: location.origin,
  key: key.value,
  fetch: watchedFetch,
});
export const souvenir = computed<ServedSouvenir>(() => souvenirClient(asking()));
/** For a stream of events whose reader is to know when it breaks: it is not made anew without a word. */
export const listener = computed<ServedSouvenir>(() => souvenirClient({ ...asking(), retries: 0 }));
/** The handle of whoever is looked at. */
export const memory = computed<ServedMemory>(() => souvenir.value.for(scope.value));
/** The same in all projects, for what is counted only so. */
export const everyProject = computed<ServedMemory>(() => {
  const { projectId: _, ...owner } = scope.value;
  return souvenir.value.for(owner);
});

/** Notices a server that is gone, is back, or wants a key, whoever asked. */
const watchedFetch: typeof fetch = async (...asked) => {
  try {
    const answer = await fetch(...asked);
    if (isServerGone.value) back();
    if (answer.status === 401) needsKey.value = true;
    return answer;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reportServerGone();
    throw error;
  }
};

const AGAIN_MS = 2000;
let waiting: ReturnType<typeof setInterval> | undefined;

function reportServerGone(): void {
  isServerGone.value = true;
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
  isServerGone.value = false;
  asks.value++;
}

export function signIn(given: string): void {
  key.value = given.trim() === '' ? undefined : given.trim();
  needsKey.value = false;
  asks.value++;
}

/** What went wrong, in words for people. */
export const reasonOf = (error: unknown): { readonly message: string; readonly advice?: string | undefined } =>
  ServedError.is(error) ? error : { message: error instanceof Error ? error.message : String(error) };
