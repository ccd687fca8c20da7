import { z } from 'zod';
import type { JsonSchema, Llm } from '../contracts/llm.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { adviceFor, shortened } from '../http/failures.ts';
import { parse } from '../model/parse.ts';
import { untilAborted } from '../until-aborted.ts';
import { createSchemaFallback, llmOptions, type Reply, textOf, tokens } from './http-llm.ts';

/** A language model of the AI SDK, such as `openai('…')` of `@ai-sdk/openai`, or the name of a model for its gateway. */
export type AiSdkModel = string | { readonly specificationVersion: string; readonly modelId: string };

const model = z.custom<AiSdkModel>(
  (value) => (typeof value === 'object' && value !== null ? 'doGenerate' in value : typeof value === 'string' && value),
  'must be a language model of the AI SDK',
);

const options = z.strictObject({
  /** Limit of the answer, retries included. */
  timeoutMs: llmOptions.timeoutMs,
  retries: llmOptions.retries,
  temperature: llmOptions.temperature,
  maxTokens: llmOptions.maxTokens,
});

export type AiSdkLlmOptions = z.input<typeof options>;

const generateResult = z.object({ text: z.string(), finishReason: z.string(), usage: z.unknown() });

type GenerateResult = z.output<typeof generateResult>;

interface AiSdk {
  readonly jsonSchema: (schema: JsonSchema) => unknown;
  readonly Output: { readonly object: (options: { readonly schema: unknown }) => unknown };
  generateText(request: {
    readonly model: AiSdkModel;
    readonly instructions: string;
    readonly system: string;
    readonly prompt: string;
    readonly maxRetries: number;
    readonly abortSignal: AbortSignal;
    readonly temperature: number | undefined;
    readonly maxOutputTokens: number | undefined;
    readonly output: unknown;
    readonly experimental_output: unknown;
  }): Promise<GenerateResult>;
}

const PACKAGE = 'ai';

const ENDINGS: Readonly<Record<string, Reply['ending']>> = {
  length: 'cutOff',
  'content-filter': 'refused',
  error: 'failed',
};

const tokenUsage = z.object({ inputTokens: tokens, outputTokens: tokens });

/**
 * A language model of the AI SDK, called through the optional package `ai`.
 * @example const llm = aiSdkLlm('openai/gpt-5-mini');
 */
export function aiSdkLlm(modelInput: AiSdkModel, optionsInput: AiSdkLlmOptions = {}): Llm {
  const languageModel = parse(model, modelInput, 'aiSdkLlm.model');
  const { timeoutMs, retries, temperature, maxTokens } = parse(options, optionsInput, 'aiSdkLlm');
  const name = typeof languageModel === 'string' ? languageModel : languageModel.modelId;

  const withSchema = createSchemaFallback((error) => (error instanceof Error ? statusOf(error.cause) : undefined));

  async function generate(
    system: string,
    user: string,
    signal: AbortSignal | undefined,
    schema: JsonSchema | undefined,
  ): Promise<GenerateResult> {
    if (signal?.aborted) throw aborted(name, signal);
    const { generateText, Output, jsonSchema } = await importPackage();
    const output = schema && Output.object({ schema: jsonSchema(schema) });
    const timeout = AbortSignal.timeout(timeoutMs);
    const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const answer = generateText({
        model: languageModel,
        // The names of version 6 or 7, and the names before; every version ignores the others.
        instructions: system,
        system,
        output,
        experimental_output: output,
        prompt: user,
        maxRetries: retries,
        abortSignal,
        temperature,
        maxOutputTokens: maxTokens,
      });
      return await untilAborted(answer, abortSignal);
    } catch (cause) {
      if (signal?.aborted) throw aborted(name, signal);
      // Text that is not JSON of this shape is still an answer: the caller parses it more leniently than the AI SDK.
      const answer = generateResult.safeParse(cause).data;
      if (answer !== undefined) return answer;
      if (timeout.aborted) throw failed(`${name} did not answer within ${timeoutMs} ms`, 'raise timeoutMs', cause);
      throw failed(`${name} gave no answer: ${shortened(reasonOf(cause))}`, adviceOn(cause, name), cause);
    }
  }

  return async (system, user, callOptions = {}) => {
    const { text, finishReason, usage } = await withSchema(callOptions.schema, (schema) =>
      generate(system, user, callOptions.signal, schema),
    );
    const ending = ENDINGS[finishReason] ?? 'complete';
    return textOf({ text, ending, usage: tokenUsage.safeParse(usage).data }, name, callOptions);
  };
}

const aborted = (name: string, signal: AbortSignal): SouvenirError =>
  new SouvenirError('aborted', `the request to ${name} was aborted`, { cause: signal.reason });

const failed = (message: string, advice: string, cause: unknown): SouvenirError =>
  new SouvenirError('llmFailed', message, { advice, cause });

const answeredError = z.object({ statusCode: z.int() });
const retriedError = z.object({ lastError: answeredError }).transform(({ lastError }) => lastError);

/** Providers throw it before a request that a server would answer with this status. */
const unsupportedError = z
  .object({ name: z.literal('AI_UnsupportedFunctionalityError') })
  .transform(() => ({ statusCode: 501 }));

const statusOf = (error: unknown): number | undefined =>
  z.union([answeredError, retriedError, unsupportedError]).safeParse(error).data?.statusCode;

function adviceOn(error: unknown, name: string): string {
  const status = statusOf(error);
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
