import { createInterface } from 'node:readline';
import type { Llm } from '../contracts/llm.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { operations } from '../operations/operations.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Cli, GlobalOptions } from './cli.ts';
import { wholeId } from './ids.ts';
import { note, noteDegraded, print } from './in-out.ts';
import { llmOf, type OpenMemory, withMemory } from './memory.ts';
import { auditLines } from './render/context.ts';
import { memoryLine } from './render/memories.ts';
import { recallLines } from './render/recall.ts';
import { consolidationLines } from './render/reports.ts';
import { withoutControls } from './render/text.ts';

type ChatOptions = GlobalOptions & { readonly budget?: number };
type Turn = Awaited<ReturnType<ScopedSouvenir['turn']>>;

const HELP = ['/why', '/forget <id>', '/quit'];

/** A conversation in the terminal, or with the lines of stdin. */
export async function chat(cli: Cli, options: ChatOptions): Promise<void> {
  await withMemory(cli, options, { absent: 'made', vectors: 'all' }, async (memory) => {
    const conversation = new Conversation(memory, options, llmOf(options));
    try {
      await listen(conversation, cli.signal);
    } finally {
      await memory.memory.flush();
    }
    if (cli.signal.aborted) note('what was said is recorded; `souvenir consolidate` makes memories of it');
    cli.signal.throwIfAborted();
    await conversation.end();
  });
}

/** Until the input ends, by Ctrl-D or Ctrl-C, or is told to. Ctrl-C while an answer is awaited ends only the waiting. */
async function listen(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (isTerminal) note(`${conversation.greeting}; ${HELP.join(', ')}, or Ctrl-D to end`);
  let answering: AbortController | undefined;
  const lines = createInterface({ input: process.stdin, ...(isTerminal && { output: process.stdout }), prompt: '> ' });
  lines.on('SIGINT', () =>
    answering === undefined ? lines.close() : answering.abort(new SouvenirError('aborted', 'stopped')),
  );
  const close = () => lines.close();
  signal.addEventListener('abort', close);
  try {
    if (isTerminal) lines.prompt();
    for await (const line of lines) {
      if (signal.aborted || line.trim() === '/quit') break;
      answering = new AbortController();
      await conversation.take(line.trim(), AbortSignal.any([signal, answering.signal])).catch(tell);
      answering = undefined;
      if (isTerminal) lines.prompt();
    }
  } finally {
    signal.removeEventListener('abort', close);
    lines.close();
  }
}

const tell = (error: unknown): void => note(`${reasonOf(error)}; nothing of it was recorded`);

class Conversation {
  readonly #memory: OpenMemory;
  readonly #options: ChatOptions;
  readonly #llm: Llm | undefined;
  #last: Turn | undefined;
  #said = 0;

  constructor(memory: OpenMemory, options: ChatOptions, llm: Llm | undefined) {
    this.#memory = memory;
    this.#options = options;
    this.#llm = llm;
  }

  get greeting(): string {
    return this.#llm === undefined
      ? 'there is no language model (--llm), so you see what one would be told'
      : 'say something';
  }

  async take(line: string, signal: AbortSignal): Promise<void> {
    if (line === '') return;
    if (!line.startsWith('/')) return this.#answer(line, signal);
    const [command, id] = line.split(/\s+/);
    if (command === '/why') return this.#why();
    if (command === '/forget' && id !== undefined) return this.#forget(id);
    note(`there is no ${line.split(' ')[0]} here; there are ${HELP.join(', ')}`);
  }

  async #answer(message: string, signal: AbortSignal): Promise<void> {
    const { memory } = this.#memory;
    const { budget } = this.#options;
    const turn = await memory.turn(message, budget === undefined ? {} : { budget });
    noteDegraded(turn.degraded);
    if (this.#llm === undefined) {
      memory.record({ role: 'user', content: message });
      await memory.flush();
      await this.#print({ message, prompt: turn.text, memories: turn.memories }, [
        ...(turn.memories.length === 0 ? [] : [...recallLines({ items: turn.memories }), '']),
        ...turn.text.split('\n').map(withoutControls),
      ]);
    } else {
      // A model takes two texts: the prompt before the message, and the message.
      const prompt = turn.text.slice(0, Math.max(0, turn.text.lastIndexOf('\n\nMessage:\n')));
      const reply = await this.#llm(prompt, message, { signal });
      await this.#print({ message, reply, memories: turn.memories }, reply.split('\n').map(withoutControls));
      noteDegraded((await turn.complete(reply)).degraded);
    }
    this.#last = turn;
    this.#said += 1;
  }

  async #why(): Promise<void> {
    if (this.#last === undefined) return note('nothing was said yet');
    const { complete: _, ...turn } = this.#last;
    const found = recallLines({ items: turn.memories });
    await this.#print({ why: turn }, [...found, '', ...auditLines({ ...turn, outcome: undefined })]);
  }

  async #forget(given: string): Promise<void> {
    const forgotten = await this.#memory.memory.memories.forget(await wholeId(given, this.#memory));
    await this.#print({ forgotten }, [`Forgot ${memoryLine(forgotten)}`]);
  }

  /** Says what it does: it may take a while. */
  async end(): Promise<void> {
    if (this.#said === 0) return;
    note('the conversation ends: what was said becomes memories');
    const report = await operations['sessions.end'].handler(this.#memory, {});
    noteDegraded(report.degraded);
    await this.#print({ report }, consolidationLines(report));
  }

  /** For people, or as one line of JSON. */
  #print(value: unknown, lines: readonly string[]): Promise<void> {
    return print(this.#options.json ? JSON.stringify(value) : lines.join('\n'));
  }
}
