import type { AgentInputItem, CallModelInputFilter, FunctionTool, Session } from '@openai/agents';
import { reasonOf } from '../errors.ts';
import type { MemoryToolName } from '../mcp/tool.ts';
import { newId } from '../model/id.ts';
import type { Json } from '../model/primitives.ts';
import { DEFAULT_SESSION } from '../model/scope.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import { loadPeer } from './load-peer.ts';
import { MEMORY_TOOLS, type ToolMemory } from './memory-tools.ts';
import { beginTurn, type MemoryBudgets, type TurnMemory } from './open-turns.ts';
import { addItems, type ItemMemory, listItems, type StoredItem } from './stored-items.ts';

const { tool } = await loadPeer('@openai/agents', () => import('@openai/agents'));

export type SessionMemory = ItemMemory & Pick<ScopedSouvenir, 'record' | 'flush'>;

const COMPONENT = 'openai-agents';
interface ItemData {
  readonly item: AgentInputItem;
  readonly isCleared?: true;
}

/** The message of user or assistant in an item; undefined for other items. */
function chatMessageOf(
  item: AgentInputItem,
): { readonly role: 'user' | 'assistant'; readonly content: string } | undefined {
  if (!('role' in item) || item.role === 'system') return undefined;
  const { role, content: parts } = item;
  const texts = typeof parts === 'string' ? [parts] : parts.flatMap((part) => ('text' in part ? [part.text] : []));
  const content = texts.join('\n');
  return content.trim() === '' ? undefined : { role, content };
}

/**
 * A session of the Agents SDK: its items are stored word for word in the handle's session, and messages of user and agent are recorded.
 * A popped item is forgotten with its turn; clearing a session empties it and leaves the memories extracted from it.
 * @example
 * const { Agent, run } = await import('@openai/agents');
 * await run(new Agent({ name: 'Helper' }), 'Hello', { session: souvenirSession(ana) });
 */
export function souvenirSession(memory: SessionMemory): Session {
  const { sessionId = DEFAULT_SESSION } = memory.scope;

  async function listSessionItems() {
    const memories = await listItems(memory, COMPONENT, sessionId);
    return memories
      .map(({ id, metadata }) => ({ id, metadata, data: metadata[COMPONENT] as unknown as ItemData }))
      .filter(({ data }) => data.isCleared === undefined)
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Archived, since its turn is recalled instead. */
  async function toStoredItem(item: AgentInputItem): Promise<StoredItem> {
    const message = chatMessageOf(item);
    const considered = message && (await memory.record(message, { ifWorthIt: true }));
    return {
      ...{ id: newId(new Date()), type: 'episodic', status: 'archived', category: 'item', sessionId },
      content: message?.content ?? item.type ?? 'item',
      metadata: { [COMPONENT]: { item } as unknown as Json },
      ...(considered?.kept && { episodeIds: [considered.episode.id] }),
    };
  }

  return {
    getSessionId: async () => sessionId,
    async getItems(limit) {
      const items = (await listSessionItems()).map((each) => each.data.item);
      return limit === undefined ? items : items.slice(Math.max(0, items.length - limit));
    },
    async addItems(items) {
      const adding: StoredItem[] = [];
      for (const item of items) adding.push(await toStoredItem(item));
      await memory.flush();
      await addItems(memory, COMPONENT, adding);
    },
    async popItem() {
      const last = (await listSessionItems()).at(-1);
      if (last !== undefined) await memory.memories.forget(last.id);
      return last?.data.item;
    },
    async clearSession() {
      for (const { id, metadata, data } of await listSessionItems()) {
        const cleared: ItemData = { ...data, isCleared: true };
        await memory.memories.update(id, { metadata: { ...metadata, [COMPONENT]: cleared as unknown as Json } });
      }
    },
  };
}

/**
 * Appends the context for the last user message to the agent's instructions. It filters the model's input, because a function for the
 * instructions does not get the message. The steps of a tool loop share one context; a repeated message is recalled again.
 * @example
 * const { Runner } = await import('@openai/agents');
 * const runner = new Runner({ callModelInputFilter: memoryFilter(ana) });
 */
export function memoryFilter(memory: TurnMemory, options: MemoryBudgets = {}): CallModelInputFilter {
  let latest: { readonly key: string; readonly turn: ReturnType<typeof beginTurn> } | undefined;
  return async ({ modelData: { input, instructions } }) => {
    const userTexts = input
      .flatMap((item) => chatMessageOf(item) ?? [])
      .flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    if (userTexts.length === 0) return { input, ...(instructions !== undefined && { instructions }) };
    const key = JSON.stringify(userTexts);
    const last = input.at(-1);
    const endsWithUser = last !== undefined && 'role' in last && last.role === 'user';
    if (endsWithUser || latest?.key !== key) latest = { key, turn: beginTurn(memory, userTexts, options) };
    const { turn } = latest;
    turn.catch(() => {
      latest = undefined;
    });
    const withMemory = [instructions, (await turn).text].filter((each) => each).join('\n\n');
    return { input, ...(withMemory !== '' && { instructions: withMemory }) };
  };
}

/**
 * The operations of a memory as tools by name; pass the agent the ones that it may use.
 * @example const tools = Object.values(memoryTools(ana));
 */
export const memoryTools = (memory: ToolMemory): Readonly<Record<MemoryToolName, FunctionTool>> =>
  Object.fromEntries(
    MEMORY_TOOLS.map(({ name, description, parameters, run }) => [
      name,
      tool({
        ...{ name, description, strict: false },
        parameters: parameters as never,
        execute: async (input: unknown) => JSON.stringify(await run(memory, input)),
        // The reason of a failed call, so that the model can correct it.
        errorFunction: (_: unknown, error: unknown) => reasonOf(error),
      }),
    ]),
  ) as unknown as Record<MemoryToolName, FunctionTool>;
