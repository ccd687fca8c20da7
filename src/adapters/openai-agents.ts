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
import type { PartOf } from './part-of.ts';
import { addItems, type ItemMemory, listItems, type StoredItem } from './stored-items.ts';

const { tool } = await loadPeer('@openai/agents', () => import('@openai/agents'));

export type SessionMemory = ItemMemory & PartOf<ScopedSouvenir, 'recordIfWorthIt' | 'flush'>;

const COMPONENT = 'openai-agents';
/** What a session keeps beside the text of an item. */
interface ItemData {
  readonly item: AgentInputItem;
  readonly isCleared?: true;
}

/** What user or assistant say in an item; undefined for any other. */
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
 * A session of the Agents SDK: its items are kept word for word in the memory of the handle's session, and what user and agent say is recorded,
 * to be learnt from. An item that is popped is forgotten with its turn; clearing a session empties it and leaves what was learnt.
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

  /** Archived: what is recalled is its turn. */
  async function toStoredItem(item: AgentInputItem): Promise<StoredItem> {
    const message = chatMessageOf(item);
    const considered = message && (await memory.recordIfWorthIt(message));
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
 * Puts what is known for the last user message at the end of the agent's instructions. A function of instructions is not told the message; a filter
 * of the model's input is. The steps of a tool loop get the same text; a message that is said again is asked again.
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
 * The calls of a memory as tools, by name; hand over those that the agent should have.
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
        // What was wrong with a call, so that the model can mend it.
        errorFunction: (_: unknown, error: unknown) => reasonOf(error),
      }),
    ]),
  ) as unknown as Record<MemoryToolName, FunctionTool>;
