import { createInterface } from 'node:readline';
import type { Llm } from '../contracts/llm.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import type { ConsolidationReport } from '../model/report.ts';
import { operations } from '../operations/operations.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Cli, GlobalOptions } from './cli.ts';
import { tellShortfall } from './commands/record.ts';
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
  const report = await withMemory(cli, options, { absent: 'made', vectors: 'all' }, async (memory) => {
    const conversation = new Conversation(memory, options, llmOf(options));
    try {
      await listen(conversation, cli.signal);
    } finally {
      await memory.memory.flush();
    }
    if (cli.signal.aborted) note('what was said is recorded; `souvenir consolidate` makes memories of it');
    cli.signal.throwIfAborted();
    return conversation.end();
  });
  if (report === undefined) return;
  tellShortfall(cli, report);
  await printLines(options, { report }, consolidationLines(report));
}

/** For people, or as one line of JSON. */
const printLines = ({ json }: ChatOptions, value: unknown, lines: readonly string[]): Promise<void> =>
  print(json ? JSON.stringify(value) : lines.join('\n'));

/** Until the input ends, by Ctrl-D or Ctrl-C, or is told to. Ctrl-C while an answer is awaited ends only the waiting. */
async function listen(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (isTerminal) note(`${conversation.greeting}; ${HELP.join(', ')}, or Ctrl-D to end`);
  let answering: AbortController | undefined;
  let isTold = false;
  const lines = createInterface({ input: process.stdin, ...(isTerminal && { output: process.stdout }), prompt: '> ' });
  lines.on('SIGINT', () =>
    answering === undefined ? lines.close() : answering.abort(new SouvenirError('aborted', 'stopped')),
  );
  const close = () => lines.close();
  signal.addEventListener('abort', close);
  try {
    if (isTerminal) lines.prompt();
    for await (const line of lines) {
      isTold = line.trim() === '/quit';
      if (signal.aborted || isTold) break;
      answering = new AbortController();
      await conversation.take(line.trim(), AbortSignal.any([signal, answering.signal])).catch(tell);
      answering = undefined;
      if (isTerminal) lines.prompt();
    }
  } finally {
    signal.removeEventListener('abort', close);
    lines.close();
    // Else the next line would stand behind the prompt.
    if (isTerminal && !isTold) await print('');
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
      await printLines(this.#options, { message, prompt: turn.text, memories: turn.memories }, [
        ...(turn.memories.length === 0 ? [] : [...recallLines({ items: turn.memories }), '']),
        ...turn.text.split('\n').map(withoutControls),
      ]);
    } else {
      // A model takes two texts: the prompt before the message, and the message.
      const prompt = turn.text.slice(0, Math.max(0, turn.text.lastIndexOf('\n\nMessage:\n')));
      const reply = await this.#llm(prompt, message, { signal });
      await printLines(
        this.#options,
        { message, reply, memories: turn.memories },
        reply.split('\n').map(withoutControls),
      );
      noteDegraded((await turn.complete(reply)).degraded);
    }
    this.#last = turn;
    this.#said += 1;
  }

  async #why(): Promise<void> {
    if (this.#last === undefined) return note('nothing was said yet');
    const { complete: _, ...turn } = this.#last;
    const found = recallLines({ items: turn.memories });
    await printLines(this.#options, { why: turn }, [...found, '', ...auditLines({ ...turn, outcome: undefined })]);
  }

  async #forget(given: string): Promise<void> {
    const forgotten = await this.#memory.memory.memories.forget(await wholeId(given, this.#memory));
    await printLines(this.#options, { forgotten }, [`Forgot ${memoryLine(forgotten)}`]);
  }

  /** Says what it does: it may take a while. */
  async end(): Promise<ConsolidationReport | undefined> {
    if (this.#said === 0) return undefined;
    note('the conversation ends: what was said becomes memories');
    return operations['sessions.end'].handler(this.#memory, {});
  }
}
