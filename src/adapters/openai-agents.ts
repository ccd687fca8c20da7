import type { AgentInputItem, CallModelInputFilter, FunctionTool, Session } from '@openai/agents';
import { reasonOf } from '../errors.ts';
import type { MemoryToolName } from '../mcp/tool.ts';
import { newId } from '../model/id.ts';
import type { Json } from '../model/primitives.ts';
import { DEFAULT_SESSION } from '../model/scope.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import { addItems, type KeepingMemory, type KeptItem, listItems } from './kept-items.ts';
import { MEMORY_TOOLS, type ToolMemory } from './memory-tools.ts';
import { type MemoryBudgets, type TurnMemory, turnFor } from './open-turns.ts';
import type { PartOf } from './part-of.ts';
import { peer } from './peer.ts';

const { tool } = await peer('@openai/agents', () => import('@openai/agents'));

export type SessionMemory = KeepingMemory & PartOf<ScopedSouvenir, 'recordIfWorthIt' | 'flush'>;

const COMPONENT = 'openai-agents';
/** What a session keeps beside the text of an item. */
interface Kept {
  readonly item: AgentInputItem;
  readonly isCleared?: true;
}

/** What user or assistant say in an item; undefined for any other. */
function saidIn(item: AgentInputItem): { readonly role: 'user' | 'assistant'; readonly content: string } | undefined {
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

  async function held() {
    const memories = await listItems(memory, COMPONENT, sessionId);
    return memories
      .map(({ id, metadata }) => ({ id, metadata, kept: metadata[COMPONENT] as unknown as Kept }))
      .filter(({ kept }) => kept.isCleared === undefined)
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Archived: what is recalled is its turn. */
  async function kept(item: AgentInputItem): Promise<KeptItem> {
    const said = saidIn(item);
    const considered = said && (await memory.recordIfWorthIt(said));
    return {
      ...{ id: newId(new Date()), type: 'episodic', status: 'archived', category: 'item', sessionId },
      content: said?.content ?? item.type ?? 'item',
      metadata: { [COMPONENT]: { item } as unknown as Json },
      ...(considered?.kept && { episodeIds: [considered.episode.id] }),
    };
  }

  return {
    getSessionId: async () => sessionId,
    async getItems(limit) {
      const items = (await held()).map((each) => each.kept.item);
      return limit === undefined ? items : items.slice(Math.max(0, items.length - limit));
    },
    async addItems(items) {
      const adding: KeptItem[] = [];
      for (const item of items) adding.push(await kept(item));
      await memory.flush();
      await addItems(memory, COMPONENT, adding);
    },
    async popItem() {
      const last = (await held()).at(-1);
      if (last !== undefined) await memory.memories.forget(last.id);
      return last?.kept.item;
    },
    async clearSession() {
      for (const { id, metadata, kept } of await held()) {
        const cleared: Kept = { ...kept, isCleared: true };
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
  let latest: { readonly key: string; readonly turn: ReturnType<typeof turnFor> } | undefined;
  return async ({ modelData: { input, instructions } }) => {
    const said = input
      .flatMap((item) => saidIn(item) ?? [])
      .flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    if (said.length === 0) return { input, ...(instructions !== undefined && { instructions }) };
    const key = JSON.stringify(said);
    const last = input.at(-1);
    const isAsked = last !== undefined && 'role' in last && last.role === 'user';
    if (isAsked || latest?.key !== key) latest = { key, turn: turnFor(memory, said, options) };
    const { turn } = latest;
    turn.catch(() => {
      latest = undefined;
    });
    const whole = [instructions, (await turn).text].filter((each) => each).join('\n\n');
    return { input, ...(whole !== '' && { instructions: whole }) };
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
