import type { Turn, TurnOptions } from '../turn/turn.ts';

export interface TurnMemory {
  turn(message: string, options?: TurnOptions): Promise<Pick<Turn, 'messages' | 'complete' | 'isErased'>>;
}

/** The model's own context window limits the prompt, so that no long message is refused. */
export type MemoryBudgets = Omit<TurnOptions, 'budget'>;

/** A message that waits for its reply. */
export interface OpenTurn {
  /** The fenced context; empty without any, or after the user's erasure. */
  readonly text: string;
  /** Records the message with its reply, or alone. */
  close(reply?: string): Promise<void>;
}

/** Begins a turn with the last message of a conversation. */
export async function beginTurn(
  memory: TurnMemory,
  userTexts: readonly string[],
  { budgets, ...options }: MemoryBudgets,
): Promise<{ readonly text: string; complete(reply: string): Promise<unknown> }> {
  // A prompt with earlier messages contains the session's latest turns already; otherwise recall provides them.
  const sections = userTexts.length > 1 ? budgets : { ...budgets, recent: 0 };
  const turn = await memory.turn(userTexts.at(-1) as string, {
    ...{ ...options, budget: Number.MAX_SAFE_INTEGER },
    ...(sections !== undefined && { budgets: sections }),
  });
  const [first] = turn.messages;
  return {
    get text() {
      return first?.role === 'system' && !turn.isErased?.() ? first.content : '';
    },
    complete: (reply) => turn.complete(reply),
  };
}

/** The open turns of conversations. A conversation is identified by its user's messages, so that tool steps and retries share a turn. */
export function openTurns(memory: TurnMemory, options: MemoryBudgets) {
  const open = new Map<string, { readonly userTexts: readonly string[]; readonly turn: Promise<OpenTurn> }>();

  async function begin(userTexts: readonly string[], key: string): Promise<OpenTurn> {
    const turn = await beginTurn(memory, userTexts, options);
    return {
      get text() {
        return turn.text;
      },
      async close(reply = '') {
        if (open.delete(key)) await turn.complete(reply);
      },
    };
  }

  return async (userTexts: readonly string[]): Promise<OpenTurn> => {
    const key = JSON.stringify(userTexts);
    // A loop without a reply ends when its user goes on.
    for (const { userTexts: before, turn } of [...open.values()])
      if (before.length < userTexts.length && before.every((text, at) => text === userTexts[at]))
        await (await turn).close();
    const turn = open.get(key)?.turn ?? begin(userTexts, key);
    open.set(key, { userTexts, turn });
    turn.catch(() => open.delete(key));
    return turn;
  };
}
