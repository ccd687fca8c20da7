import { effect, signal } from '@preact/signals';
import { ServedError } from '../../../../src/client/index.ts';
import type { NamedEvent } from '../../../../src/telemetry/events.ts';
import { asks, CHATS, DRAFTS, erasures, listener, reasonOf, scope } from '../../memory.ts';
import { type Happening, happeningOf } from './happening.ts';

export type StreamState =
  | { readonly is: 'opening' | 'listening' }
  | { readonly is: 'broken'; readonly since: Date }
  | { readonly is: 'refused'; readonly reason: string };

export interface Gap {
  readonly number: number;
  readonly from: Date;
  readonly to: Date;
}

export const MAX_SHOWN = 2000;
const [AGAIN_MS, TOGETHER_MS] = [2000, 200];
/** Events read before the page gets its turn. */
const AT_ONCE = 50;
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'rateLimited', 'storeLocked']);

export const streamState = signal<StreamState>({ is: 'opening' });
export const happenings = signal<readonly (Happening | Gap)[]>([]);
export const counts = signal<ReadonlyMap<string, number>>(new Map());

/** Other listeners: browsers limit the streams of a page, so there is one. */
export const hearers = new Set<(event: NamedEvent) => void>();

let number = 0;
let waiting: (Happening | Gap)[] = [];

/** Batched, so that one render shows many events. */
function addRow(one: Happening | Gap): void {
  if (waiting.push(one) > 1) return;
  setTimeout(() => {
    const tally = new Map(counts.value);
    for (const each of waiting) if ('name' in each) tally.set(each.name, (tally.get(each.name) ?? 0) + 1);
    happenings.value = [...waiting.toReversed(), ...happenings.value].slice(0, MAX_SHOWN);
    counts.value = tally;
    waiting = [];
  }, TOGETHER_MS);
}

export function forgetAll(): void {
  [happenings.value, counts.value, waiting] = [[], new Map(), []];
}

/** Events, chats, drafts and experiments may contain erased text. */
function dropStoredTexts(): void {
  forgetAll();
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(CHATS) || name.startsWith(DRAFTS)) sessionStorage.removeItem(name);
  erasures.value++;
  asks.value++;
}

let isBegun = false;

/** Listens while the page is open, in every view. */
export function listen(): void {
  if (isBegun) return;
  isBegun = true;
  effect(() => {
    const [from, of] = [listener.value, scope.value];
    const ended = new AbortController();
    forgetAll();
    follow(from, of, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) streamState.value = { is: 'refused', reason: reasonOf(error).message };
    });
    return () => ended.abort();
  });
}

async function follow(from: typeof listener.value, of: typeof scope.value, ended: AbortSignal): Promise<void> {
  streamState.value = { is: 'opening' };
  for (let brokenAt: Date | undefined; !ended.aborted; ) {
    const events = from.events(undefined, { scope: of, signal: ended });
    try {
      await events.opened;
      if (brokenAt !== undefined) addRow({ number: ++number, from: brokenAt, to: new Date() });
      brokenAt = undefined;
      if (!ended.aborted) streamState.value = { is: 'listening' };
      for await (const event of events) {
        if (event.name === 'erased') dropStoredTexts();
        addRow(happeningOf(event, ++number));
        for (const hear of hearers) hear(event);
        if (number % AT_ONCE === 0) await pause(0);
      }
      return;
    } catch (error) {
      if (ended.aborted) return;
      if (!ServedError.is(error) || !PASSING.has(error.code)) throw error;
      brokenAt ??= new Date();
      streamState.value = { is: 'broken', since: brokenAt };
      await pause(AGAIN_MS);
    }
  }
}
