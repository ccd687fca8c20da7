import { z } from 'zod';
import type { Llm } from '../contracts/llm.ts';
import { bearer } from '../http/connection.ts';
import { parse } from '../model/parse.ts';
import { chatMessages, httpLlm, llmOptions, penaltyOption, type Reply, tokens } from './http-llm.ts';

const options = z.strictObject({
  ...llmOptions,
  ...penaltyOption,
  baseUrl: llmOptions.baseUrl.default('http://localhost:11434'),
  /** Length of the context; Ollama silently drops the beginning of a longer text. */
  contextTokens: z.int().min(1).optional(),
});

type OllamaLlmOptions = z.input<typeof options>;

const reply = z
  .object({
    message: z.object({ content: z.string() }),
    done_reason: z.string().nullish(),
    prompt_eval_count: tokens.optional().catch(undefined),
    eval_count: tokens.optional().catch(undefined),
  })
  .transform(
    ({ message, done_reason, prompt_eval_count, eval_count }): Reply => ({
      text: message.content,
      ending: done_reason === 'length' ? 'cutOff' : 'complete',
      usage:
        prompt_eval_count === undefined || eval_count === undefined
          ? undefined
          : { inputTokens: prompt_eval_count, outputTokens: eval_count },
    }),
  );

/**
 * Ollama's own protocol, which can set the length of the context; its OpenAI protocol cannot.
 * @example const llm = ollamaLlm({ model: 'llama3.2', contextTokens: 16_000 });
 */
export function ollamaLlm(input: OllamaLlmOptions): Llm {
  const { temperature, maxTokens, frequencyPenalty, contextTokens, ...rest } = parse(options, input, 'ollamaLlm');
  return httpLlm(rest, {
    name: 'Ollama chat',
    path: '/api/chat',
    headers: bearer(rest.apiKey),
    body: (system, user, schema) => ({
      model: rest.model,
      messages: chatMessages(system, user),
      stream: false,
      format: schema,
      options: { temperature, frequency_penalty: frequencyPenalty, num_predict: maxTokens, num_ctx: contextTokens },
    }),
    reply,
  });
}
