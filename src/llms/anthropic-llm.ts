import { z } from 'zod';
import type { Llm } from '../contracts/llm.ts';
import { parse } from '../model/parse.ts';
import { httpLlm, llmOptions, type Reply, textParts, tokens } from './http-llm.ts';

const options = z.strictObject({
  ...llmOptions,
  /** Without the version. */
  baseUrl: llmOptions.baseUrl.default('https://api.anthropic.com'),
  apiKey: llmOptions.apiKey.unwrap(),
  /** The protocol asks for one; every model of Anthropic's allows this many. */
  maxTokens: llmOptions.maxTokens.unwrap().default(4096),
});

type AnthropicLlmOptions = z.input<typeof options>;

const ENDINGS: Readonly<Record<string, Reply['ending']>> = {
  max_tokens: 'cutOff',
  model_context_window_exceeded: 'cutOff',
  refusal: 'refused',
};

const reply = z
  .object({
    content: textParts,
    stop_reason: z.string().nullish(),
    usage: z.object({ input_tokens: tokens, output_tokens: tokens }).optional().catch(undefined),
  })
  .transform(
    ({ content, stop_reason, usage }): Reply => ({
      text: content,
      ending: ENDINGS[stop_reason ?? ''] ?? 'complete',
      usage: usage && { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
    }),
  );

/** Anthropic's messages protocol. */
export function anthropicLlm(input: AnthropicLlmOptions): Llm {
  const { temperature, maxTokens, ...rest } = parse(options, input, 'anthropicLlm');
  return httpLlm(rest, {
    name: 'Anthropic messages',
    path: '/v1/messages',
    headers: { 'x-api-key': rest.apiKey, 'anthropic-version': '2023-06-01' },
    body: (system, user) => ({
      model: rest.model,
      max_tokens: maxTokens,
      temperature,
      system,
      messages: [{ role: 'user', content: user }],
    }),
    reply,
  });
}
