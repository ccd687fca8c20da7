import { type MemoryBudgets, type TurnMemory, turnFor } from './open-turns.ts';

/** What of Mastra's messages is read; the package itself is not needed for it. */
interface Message {
  readonly role: string;
  readonly content: { readonly parts: readonly { readonly type: string; readonly text?: unknown }[] };
}
interface SystemMessage {
  role: 'system';
  content: string;
}
/** Of one request, from its input to its result. */
type State = Record<string, unknown>;

export interface MemoryProcessor {
  readonly id: 'souvenir';
  processInput<Each extends Message, System>(given: {
    messages: Each[];
    systemMessages: System[];
    state: State;
  }): Promise<{ messages: Each[]; systemMessages: (System | SystemMessage)[] }>;
  processOutputResult<Each extends Message>(given: {
    messages: Each[];
    state: State;
    result: { readonly text: string };
  }): Promise<Each[]>;
}

/**
 * A processor of Mastra, for `inputProcessors` and `outputProcessors` both: what is known for the last user message is a system message after the
 * instructions, and message and reply are recorded at the end. A request that fails or is stopped leaves nothing.
 * @example const processor = memoryProcessor(ana);
 */
export function memoryProcessor(memory: TurnMemory, options: MemoryBudgets = {}): MemoryProcessor {
  return {
    id: 'souvenir',
    async processInput({ messages, systemMessages, state }) {
      const said = messages.flatMap((message) => (message.role === 'user' ? [textOf(message)] : []));
      if (!said.at(-1)?.trim()) return { messages, systemMessages };
      const turn = await turnFor(memory, said, options);
      state[COMPLETE] = turn.complete;
      const told = turn.text === '' ? [] : [{ role: 'system' as const, content: turn.text }];
      return { messages, systemMessages: [...systemMessages, ...told] };
    },
    async processOutputResult({ messages, state, result }) {
      const complete = state[COMPLETE] as ((reply: string) => Promise<unknown>) | undefined;
      delete state[COMPLETE];
      await complete?.(result.text);
      return messages;
    },
  };
}

const COMPLETE = 'souvenir.complete';

const textOf = ({ content: { parts } }: Message): string =>
  parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n');
