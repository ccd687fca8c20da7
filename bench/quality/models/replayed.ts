import { createHash } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { z } from 'zod';
import type { Llm, LlmOptions } from '../../../src/contracts/llm.ts';
import { readJsonl } from '../read/read-jsonl.ts';

const answerSchema = z.object({
  key: z.string(),
  answer: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).optional(),
});

/** A model whose answers are kept in a file, so that a run is repeated without it; without one it fails where an answer is missing. */
export function replayed(path: string, model?: Llm): Llm {
  const retained = new Map((existsSync(path) ? readJsonl(path, answerSchema) : []).map((each) => [each.key, each]));
  return async (system, user, options = {}) => {
    const key = createHash('sha256').update([system, user].join('\0')).digest('hex').slice(0, 32);
    const matches = retained.get(key) ?? (await asked(key, system, user, options));
    if (matches.usage !== undefined) options.onUsage?.(matches.usage);
    return matches.answer;
  };

  async function asked(key: string, system: string, user: string, options: LlmOptions) {
    if (model === undefined) throw new Error(`${path} has no answer to ${user.slice(0, 200)}`);
    const taken: { usage?: z.infer<typeof answerSchema>['usage'] } = {};
    const answer = await model(system, user, { ...options, onUsage: (usage) => Object.assign(taken, { usage }) });
    const matches = { key, answer, ...taken };
    retained.set(key, matches);
    appendFileSync(path, `${JSON.stringify(matches)}\n`);
    return matches;
  }
}
