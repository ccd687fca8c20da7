import { createInterface } from 'node:readline';
import { reasonOf, SouvenirError } from '../errors.ts';
import type { ConsolidationReport } from '../model/report.ts';
import { operations } from '../operations/operations.ts';
import type { Chat } from '../turn/chat.ts';
import type { Cli, GlobalOptions } from './cli.ts';
import { reportShortfall } from './commands/record.ts';
import { isTerminal } from './connect/confirm.ts';
import { completeId } from './ids.ts';
import { note, noteDegraded, print } from './in-out.ts';
import { llmOf, type OpenMemory, withMemory } from './memory.ts';
import { auditLines } from './render/context.ts';
import { forgotLines } from './render/memories.ts';
import { recallLines } from './render/recall.ts';
import { consolidationLines } from './render/reports.ts';
import { withoutControls } from './render/text.ts';

type ChatOptions = GlobalOptions & { readonly budget?: number };

const HELP = ['/why', '/forget <id>', '/quit'];

export async function chat(cli: Cli, options: ChatOptions): Promise<void> {
  const report = await withMemory(cli, options, { absent: 'made', vectors: 'all' }, async (memory) => {
    const conversation = new Conversation(memory, options);
    try {
      await listen(conversation, cli.signal);
    } finally {
      await memory.memory.flush();
    }
    if (cli.signal.aborted) note('the conversation is recorded; `souvenir consolidate` turns it into memories');
    cli.signal.throwIfAborted();
    return conversation.end();
  });
  if (report === undefined) return;
  reportShortfall(cli, report);
  await printLines(options, { report }, consolidationLines(report));
}

const printLines = ({ json }: ChatOptions, value: unknown, lines: readonly string[]): Promise<void> =>
  print(json ? JSON.stringify(value) : lines.join('\n'));

/** Reads until the input ends (Ctrl-D, Ctrl-C) or a command quits. Ctrl-C during an answer only cancels that answer. */
async function listen(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const isInteractive = isTerminal();
  if (isInteractive) note(`${conversation.greeting}; ${HELP.join(', ')}, or Ctrl-D to end`);
  let answering: AbortController | undefined;
  let isQuitting = false;
  const lines = createInterface({
    input: process.stdin,
    ...(isInteractive && { output: process.stdout }),
    prompt: '> ',
  });
  lines.on('SIGINT', () =>
    answering === undefined ? lines.close() : answering.abort(new SouvenirError('aborted', 'stopped')),
  );
  const close = () => lines.close();
  signal.addEventListener('abort', close);
  try {
    if (isInteractive) lines.prompt();
    for await (const line of lines) {
      isQuitting = line.trim() === '/quit';
      if (signal.aborted || isQuitting) break;
      answering = new AbortController();
      await conversation.take(line.trim(), AbortSignal.any([signal, answering.signal])).catch(noteFailure);
      answering = undefined;
      if (isInteractive) lines.prompt();
    }
  } finally {
    signal.removeEventListener('abort', close);
    lines.close();
    if (isInteractive && !isQuitting) await print('');
  }
}

const noteFailure = (error: unknown): void => note(`${reasonOf(error)}; the message was not recorded`);

class Conversation {
  readonly #memory: OpenMemory;
  readonly #options: ChatOptions;
  #last: Chat | undefined;
  #answerCount = 0;

  constructor(memory: OpenMemory, options: ChatOptions) {
    this.#memory = memory;
    this.#options = options;
  }

  get greeting(): string {
    return llmOf(this.#options) === undefined
      ? 'no language model is set (--llm), so the prompt is shown instead of a reply'
      : 'say something';
  }

  async take(line: string, signal: AbortSignal): Promise<void> {
    if (line === '') return;
    if (!line.startsWith('/')) return this.#answer(line, signal);
    const [command, id] = line.split(/\s+/);
    if (command === '/why') return this.#why();
    if (command === '/forget' && id !== undefined) return this.#forget(id);
    note(`there is no ${line.split(' ')[0]} here; use one of ${HELP.join(', ')}`);
  }

  async #answer(message: string, signal: AbortSignal): Promise<void> {
    const { memory } = this.#memory;
    const { budget } = this.#options;
    const answer = await memory.chat(message, { signal, ...(budget !== undefined && { budget }) });
    const { reply, prompt, memories, degraded } = answer;
    noteDegraded(degraded);
    if (reply === undefined) {
      await memory.record({ role: 'user', content: message });
      await memory.flush();
      await printLines(this.#options, { message, prompt, memories }, [
        ...(memories.length === 0 ? [] : [...recallLines({ items: memories }), '']),
        ...prompt.split('\n').map(withoutControls),
      ]);
    } else await printLines(this.#options, { message, reply, memories }, reply.split('\n').map(withoutControls));
    this.#last = answer;
    this.#answerCount += 1;
  }

  async #why(): Promise<void> {
    if (this.#last === undefined) return note('no message was sent yet');
    const memoryLines = recallLines({ items: this.#last.memories });
    await printLines(this.#options, { why: this.#last }, [...memoryLines, '', ...auditLines(this.#last)]);
  }

  async #forget(given: string): Promise<void> {
    const forgotten = await this.#memory.memory.memories.forget(await completeId(given, this.#memory));
    await printLines(this.#options, { forgotten }, forgotLines(forgotten));
  }

  async end(): Promise<ConsolidationReport | undefined> {
    if (this.#answerCount === 0) return undefined;
    note('the conversation ends and becomes memories');
    return operations['sessions.end'].handler(this.#memory, {});
  }
}
