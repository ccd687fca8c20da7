import { z } from 'zod';
import type { Llm } from '../contracts/llm.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { adviceFor, shortened } from '../http/failures.ts';
import { parse } from '../model/parse.ts';
import { untilAborted } from '../until-aborted.ts';
import { llmOptions, type Reply, textOf, tokens } from './http-llm.ts';

/** Any language model of the AI SDK, such as `openai('…')` of `@ai-sdk/openai`, or the name of one for its gateway. */
export type AiSdkModel = string | { readonly specificationVersion: string; readonly modelId: string };

const model = z.custom<AiSdkModel>(
  (value) => (typeof value === 'object' && value !== null ? 'doGenerate' in value : typeof value === 'string' && value),
  'must be a language model of the AI SDK',
);

const options = z.strictObject({
  /** For the answer, retries included. */
  timeoutMs: llmOptions.timeoutMs,
  retries: llmOptions.retries,
  temperature: llmOptions.temperature,
  maxTokens: llmOptions.maxTokens,
});

export type AiSdkLlmOptions = z.input<typeof options>;

interface Result {
  readonly text: string;
  readonly finishReason: string;
  readonly usage: unknown;
}

interface AiSdk {
  generateText(request: {
    readonly model: AiSdkModel;
    readonly instructions: string;
    readonly system: string;
    readonly prompt: string;
    readonly maxRetries: number;
    readonly abortSignal: AbortSignal;
    readonly temperature: number | undefined;
    readonly maxOutputTokens: number | undefined;
  }): Promise<Result>;
}

const PACKAGE = 'ai';

const ENDINGS: Readonly<Record<string, Reply['ending']>> = {
  length: 'cutOff',
  'content-filter': 'refused',
  error: 'failed',
};

const tokenUsage = z.object({ inputTokens: tokens, outputTokens: tokens });

/**
 * A language model of the AI SDK, asked by its optional package `ai`.
 * @example const llm = aiSdkLlm('openai/gpt-5-mini');
 */
export function aiSdkLlm(modelInput: AiSdkModel, optionsInput: AiSdkLlmOptions = {}): Llm {
  const languageModel = parse(model, modelInput, 'aiSdkLlm.model');
  const { timeoutMs, retries, temperature, maxTokens } = parse(options, optionsInput, 'aiSdkLlm');
  const name = typeof languageModel === 'string' ? languageModel : languageModel.modelId;

  async function generate(system: string, user: string, signal: AbortSignal | undefined): Promise<Result> {
    if (signal?.aborted) throw aborted(name, signal);
    const { generateText } = await importPackage();
    const timeout = AbortSignal.timeout(timeoutMs);
    const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const answer = generateText({
        model: languageModel,
        // Its name since version 7, and the one before; no version minds the other.
        instructions: system,
        system,
        prompt: user,
        maxRetries: retries,
        abortSignal,
        temperature,
        maxOutputTokens: maxTokens,
      });
      return await untilAborted(answer, abortSignal);
    } catch (cause) {
      if (signal?.aborted) throw aborted(name, signal);
      if (timeout.aborted) throw failed(`${name} did not answer within ${timeoutMs} ms`, 'raise timeoutMs', cause);
      throw failed(`${name} gave no answer: ${shortened(reasonOf(cause))}`, adviceOn(cause, name), cause);
    }
  }

  return async (system, user, callOptions = {}) => {
    const { text, finishReason, usage } = await generate(system, user, callOptions.signal);
    const ending = ENDINGS[finishReason] ?? 'complete';
    return textOf({ text, ending, usage: tokenUsage.safeParse(usage).data }, name, callOptions);
  };
}

const aborted = (name: string, signal: AbortSignal): SouvenirError =>
  new SouvenirError('aborted', `the request to ${name} was aborted`, { cause: signal.reason });

const failed = (message: string, advice: string, cause: unknown): SouvenirError =>
  new SouvenirError('llmFailed', message, { advice, cause });

const answered = z.object({ statusCode: z.int() });
const repeated = z.object({ lastError: answered }).transform(({ lastError }) => lastError);

function adviceOn(error: unknown, name: string): string {
  const status = z.union([answered, repeated]).safeParse(error).data?.statusCode;
  if (status === undefined) return 'look at the cause: it is the error of the AI SDK';
  return adviceFor(status, name, 'ask for less at a time');
}

async function importPackage(): Promise<AiSdk> {
  try {
    return (await import(PACKAGE)) as AiSdk;
  } catch (cause) {
    const advice = `npm install ${PACKAGE}`;
    throw new SouvenirError('missingPackage', `aiSdkLlm needs the package ${PACKAGE}`, { advice, cause });
  }
}
