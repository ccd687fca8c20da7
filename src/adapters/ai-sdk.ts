import type { LanguageModelMiddleware, Tool, wrapLanguageModel as WrapLanguageModel } from 'ai';
import type { MemoryToolName } from '../mcp/tool.ts';
import { loadPeer } from './load-peer.ts';
import { MEMORY_TOOLS, type ToolMemory } from './memory-tools.ts';
import { type MemoryBudgets, openTurns, type TurnMemory } from './open-turns.ts';

const { jsonSchema, tool, wrapLanguageModel } = await loadPeer('ai', () => import('ai'));

type Model = Parameters<typeof WrapLanguageModel>[0]['model'];
type WrapStream = NonNullable<LanguageModelMiddleware['wrapStream']>;
type Prompt = Parameters<WrapStream>[0]['params']['prompt'];
type StreamPart = Awaited<ReturnType<WrapStream>>['stream'] extends ReadableStream<infer Part> ? Part : never;

interface Part {
  readonly type: string;
  readonly text?: unknown;
  readonly providerExecuted?: boolean | undefined;
}

interface Step {
  readonly prompt: Prompt;
  /** Ends the model's output; the turn continues if tools must run. */
  end(content: readonly Part[]): Promise<void>;
  breakOff(): Promise<void>;
}

export interface WithMemoryOptions extends MemoryBudgets {
  readonly memory: TurnMemory;
  /** Called when memory cannot be read or written; the model then answers without it. Unless given, the call fails. */
  readonly onError?: (error: unknown) => void;
}

/**
 * The same model with a memory: the context for the last user message joins the system prompt, and message and reply are recorded.
 * After an interrupted reply the message is recorded alone; a failed call records nothing, as it is retried.
 * @example
 * const { createGateway } = await import('ai');
 * const model = withMemory(createGateway()('openai/gpt-5-mini'), { memory: ana });
 */
export function withMemory(
  model: Model,
  { memory, onError, ...options }: WithMemoryOptions,
): ReturnType<typeof WrapLanguageModel> {
  const turnOf = openTurns(memory, options);
  const bestEffort = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (onError === undefined) throw error;
      onError(error);
      return undefined;
    }
  };

  async function beginStep(prompt: Prompt): Promise<Step> {
    const userTexts = prompt.flatMap((message) => (message.role === 'user' ? [textIn(message.content)] : []));
    const lastUserText = userTexts.at(-1)?.trim();
    const turn = lastUserText ? await bestEffort(() => turnOf(userTexts)) : undefined;
    const before = repliesIn(prompt);
    return {
      prompt: turn === undefined ? prompt : withSystem(prompt, turn.text),
      async end(content) {
        if (content.some(isClientToolCall)) return;
        await bestEffort(async () =>
          turn?.close([...before, textIn(content)].filter((text) => text !== '').join('\n\n')),
        );
      },
      async breakOff() {
        await bestEffort(async () => turn?.close());
      },
    };
  }

  const middleware: LanguageModelMiddleware = {
    specificationVersion: 'v4',
    async wrapGenerate({ params, model: inner }) {
      const step = await beginStep(params.prompt);
      try {
        const result = await inner.doGenerate({ ...params, prompt: step.prompt });
        await step.end(result.content);
        return result;
      } catch (error) {
        if (params.abortSignal?.aborted) await step.breakOff();
        throw error;
      }
    },
    async wrapStream({ params, model: inner }) {
      const step = await beginStep(params.prompt);
      try {
        const result = await inner.doStream({ ...params, prompt: step.prompt });
        return { ...result, stream: result.stream.pipeThrough(recorder(step)) };
      } catch (error) {
        if (params.abortSignal?.aborted) await step.breakOff();
        throw error;
      }
    },
  };
  return wrapLanguageModel({ model, middleware });
}

const textIn = (content: readonly Part[]): string =>
  content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n');

const isClientToolCall = ({ type, providerExecuted }: Part): boolean =>
  type === 'tool-call' && providerExecuted !== true;

/** The model's replies to the last message in earlier steps. */
const repliesIn = (prompt: Prompt): string[] =>
  prompt
    .slice(prompt.findLastIndex(({ role }) => role === 'user') + 1)
    .flatMap((message) => (message.role === 'assistant' ? [textIn(message.content)] : []));

/** Appends to the instructions, since some servers take one system message only. A message with options, such as caching, stays unchanged. */
function withSystem(prompt: Prompt, text: string): Prompt {
  if (text === '') return prompt;
  const first = prompt.findIndex(({ role }) => role !== 'system');
  const last = prompt[first - 1];
  if (last?.role !== 'system' || last.providerOptions !== undefined)
    return [...prompt.slice(0, first), { role: 'system', content: text }, ...prompt.slice(first)];
  return [
    ...prompt.slice(0, first - 1),
    { role: 'system', content: `${last.content}\n\n${text}` },
    ...prompt.slice(first),
  ];
}

function recorder({ end, breakOff }: Step): TransformStream<StreamPart, StreamPart> {
  const texts = new Map<string, string>();
  const calls: Part[] = [];
  let isFinished = false;
  const settle = () =>
    isFinished ? end([...calls, ...[...texts.values()].map((text) => ({ type: 'text', text }))]) : breakOff();
  return new TransformStream<StreamPart, StreamPart>({
    transform(part, controller) {
      if (part.type === 'text-delta') texts.set(part.id, (texts.get(part.id) ?? '') + part.delta);
      if (part.type === 'tool-call') calls.push(part);
      if (part.type === 'finish') isFinished = part.finishReason.unified !== 'error';
      controller.enqueue(part);
    },
    flush: settle,
    cancel: settle,
  });
}

/**
 * The operations of a memory as tools by name; pass the model the ones that it may use.
 * @example const { memory_recall, memory_add } = memoryTools(ana);
 */
export const memoryTools = (memory: ToolMemory): Readonly<Record<MemoryToolName, Tool>> =>
  Object.fromEntries(
    MEMORY_TOOLS.map(({ name, description, parameters, run }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(parameters as Parameters<typeof jsonSchema>[0]),
        execute: (input: unknown) => run(memory, input),
      }),
    ]),
  ) as Record<MemoryToolName, Tool>;
