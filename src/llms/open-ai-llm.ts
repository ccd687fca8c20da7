import { z } from 'zod';
import type { Llm } from '../contracts/llm.ts';
import { bearer } from '../http/connection.ts';
import { parse } from '../model/parse.ts';
import { chatMessages, httpLlm, llmOptions, penaltyOption, type Reply, textParts, tokens } from './http-llm.ts';

const options = z.strictObject({
  ...llmOptions,
  ...penaltyOption,
  /** The address with the version, such as `http://localhost:8000/v1`. */
  baseUrl: llmOptions.baseUrl.default('https://api.openai.com/v1'),
});

type OpenAiLlmOptions = z.input<typeof options>;

const choice = z.object({
  message: z.object({
    // A list if the server sends the model's thoughts with its answer.
    content: z.union([z.string(), textParts]).nullish(),
    refusal: z.string().nullish(),
  }),
  finish_reason: z.string().nullish(),
});

const ENDINGS: Readonly<Record<string, Reply['ending']>> = {
  length: 'cutOff',
  content_filter: 'refused',
  error: 'failed',
};

const reply = z
  .object({
    choices: z.tuple([choice], z.unknown()),
    usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).optional().catch(undefined),
  })
  .transform(({ choices: [{ message, finish_reason }], usage }): Reply => {
    const ending = ENDINGS[finish_reason ?? ''] ?? 'complete';
    return {
      text: message.refusal ?? message.content ?? '',
      ending: message.refusal && ending === 'complete' ? 'refused' : ending,
      usage: usage && { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
    };
  });

/**
 * Any server with the OpenAI chat protocol: OpenAI, vLLM, LM Studio, llama.cpp, Groq, OpenRouter and many others.
 * @example const llm = openAiLlm({ baseUrl: 'http://localhost:8000/v1', model: 'qwen3-8b' });
 */
export function openAiLlm(input: OpenAiLlmOptions): Llm {
  const { temperature, maxTokens, frequencyPenalty, ...rest } = parse(options, input, 'openAiLlm');
  // Newer models of OpenAI refuse `max_tokens`; many other servers accept nothing else.
  const isOpenAi = /(^|\.)openai\.(azure\.)?com$/.test(new URL(rest.baseUrl).hostname);
  return httpLlm(rest, {
    name: 'OpenAI chat',
    path: '/chat/completions',
    headers: bearer(rest.apiKey),
    body: (system, user, schema) => ({
      model: rest.model,
      messages: chatMessages(system, user),
      temperature,
      frequency_penalty: frequencyPenalty,
      [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
      ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
    }),
    reply,
  });
}
