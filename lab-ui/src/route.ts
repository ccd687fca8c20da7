import { computed, signal } from '@preact/signals';

/** `#/memories/ID?status=active` is the view `memories` with the item `ID`. */
const hash = signal(location.hash);
addEventListener('hashchange', () => (hash.value = location.hash));

export interface Route {
  readonly view: string;
  readonly item: string | undefined;
  readonly query: URLSearchParams;
}

export const route = computed<Route>(() => {
  const [path = '', query] = hash.value.replace(/^#\/?/, '').split('?', 2);
  const [view = '', ...rest] = path.split('/');
  const item = rest.length === 0 || rest[0] === '' ? undefined : decoded(rest.join('/'));
  return { view: view === '' ? 'recall' : view, item, query: new URLSearchParams(query) };
});

/** Undefined for an invalid date: addresses can be typed by hand. */
export function momentIn(query: URLSearchParams, name: string): Date | undefined {
  const at = new Date(query.get(name) ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at;
}

export function hrefOf(view: string, item?: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const params = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]));
  const path = item === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(item)}`;
  return params.size === 0 ? path : `${path}?${params}`;
}

export function go(view: string, item?: string, query?: Readonly<Record<string, string | undefined>>): void {
  location.hash = hrefOf(view, item, query);
}

/** Keeps the text when it is not valid percent encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
