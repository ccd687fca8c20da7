import { effect, signal } from '@preact/signals';
import type { ServedMemory } from '../../../../src/client/index.ts';
import { CHATS, erasures, reasonOf, scope, souvenir, viewKey } from '../../memory.ts';

type Chat = Awaited<ReturnType<ServedMemory['chat']>>;

export interface Answered extends Pick<Chat, 'prompt' | 'retrieval' | 'degraded'> {
  readonly reply?: string;
  readonly tokens: number;
  readonly memories: readonly Pick<Chat['memories'][number], 'id' | 'content' | 'isWaiting'>[];
}

export interface Exchange {
  readonly id: string;
  readonly message: string;
  readonly answer?: Answered;
  readonly failure?: { readonly message: string; readonly advice?: string | undefined };
}

interface Conversation {
  readonly sessionId: string;
  readonly exchanges: readonly Exchange[];
}

const MAX_EXCHANGES = 50;
const LOST = { message: 'You left the page before the answer came.' };
const begun = (): Conversation => ({ sessionId: `lab-${crypto.randomUUID().slice(0, 8)}`, exchanges: [] });

function readConversation(storageKey: string): Conversation {
  try {
    const stored = (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Conversation | null) ?? begun();
    const exchanges = stored.exchanges.map((each) =>
      (each.answer ?? each.failure) ? each : { ...each, failure: LOST },
    );
    return { ...stored, exchanges };
  } catch {
    return begun();
  }
}

/** One conversation for each key and scope, stored in this tab. */
export const conversation = signal<Conversation>(begun());
let storageKey = '';
effect(() => {
  erasures.value;
  storageKey = `${CHATS}${viewKey.value}`;
  conversation.value = readConversation(storageKey);
});

function change(changed: Conversation): void {
  conversation.value = changed;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(changed));
  } catch {
    // The conversation exceeds the tab's storage and stays on the page only.
  }
}

export const beginAnew = (): void => change(begun());

export const sessionMemory = (): ServedMemory =>
  souvenir.value.for({ ...scope.value, sessionId: conversation.value.sessionId });

export async function sendMessage(newExchange: Pick<Exchange, 'id' | 'message'>): Promise<void> {
  const here = storageKey;
  const { id, message } = newExchange;
  const put = (exchange: Exchange) => {
    // The scope may have changed during the request.
    if (storageKey !== here) return;
    const { exchanges, ...rest } = conversation.value;
    const isKnown = exchanges.some((each) => each.id === id);
    const all = isKnown ? exchanges.map((each) => (each.id === id ? exchange : each)) : [...exchanges, exchange];
    change({ ...rest, exchanges: all.slice(-MAX_EXCHANGES) });
  };
  put({ id, message });
  try {
    const { reply, prompt, retrieval, degraded, audit, memories } = await sessionMemory().chat(message, {
      sourceId: id,
    });
    const shown = memories.map(({ id: of, content, isWaiting }) => ({
      ...{ id: of, content },
      ...(isWaiting !== undefined && { isWaiting }),
    }));
    const answer = { prompt, retrieval, degraded, tokens: audit.tokens, memories: shown };
    put({ id, message, answer: { ...answer, ...(reply !== undefined && { reply }) } });
  } catch (error) {
    const { message: reason, advice } = reasonOf(error);
    put({ id, message, failure: { message: reason, advice } });
  }
}
