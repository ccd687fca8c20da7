import { beginTurn, type MemoryBudgets, type TurnMemory } from './open-turns.ts';

/** The fields of Mastra's messages that are read, so that the package itself is not needed. */
interface MastraMessage {
  readonly role: string;
  readonly content: { readonly parts: readonly { readonly type: string; readonly text?: unknown }[] };
}
interface SystemMessage {
  role: 'system';
  content: string;
}
type State = Record<string, unknown>;

export interface MemoryProcessor {
  readonly id: 'souvenir';
  processInput<Each extends MastraMessage, System>(given: {
    messages: Each[];
    systemMessages: System[];
    state: State;
  }): Promise<{ messages: Each[]; systemMessages: (System | SystemMessage)[] }>;
  processOutputResult<Each extends MastraMessage>(given: {
    messages: Each[];
    state: State;
    result: { readonly text: string };
  }): Promise<Each[]>;
}

/**
 * A Mastra processor, for `inputProcessors` and `outputProcessors` both: the context for the last user message is a system message after
 * the instructions, and message and reply are recorded at the end. A failed or stopped request records nothing.
 * @example const processor = memoryProcessor(ana);
 */
export function memoryProcessor(memory: TurnMemory, options: MemoryBudgets = {}): MemoryProcessor {
  return {
    id: 'souvenir',
    async processInput({ messages, systemMessages, state }) {
      const userTexts = messages.flatMap((message) => (message.role === 'user' ? [textOf(message)] : []));
      if (!userTexts.at(-1)?.trim()) return { messages, systemMessages };
      const turn = await beginTurn(memory, userTexts, options);
      state[COMPLETE] = turn.complete;
      const memoryMessages = turn.text === '' ? [] : [{ role: 'system' as const, content: turn.text }];
      return { messages, systemMessages: [...systemMessages, ...memoryMessages] };
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

const textOf = ({ content: { parts } }: MastraMessage): string =>
  parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n');
