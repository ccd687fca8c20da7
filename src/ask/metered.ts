import type { Llm, TokenUsage } from '../contracts/llm.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { untilAborted } from '../until-aborted.ts';

interface Meter {
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
}

/** Counts calls and tokens of a model, as it reports them, else by the tokenizer; of failed calls, only reported ones. The signal stops it. */
export function metered(llm: Llm, tokenizer: Tokenizer, signal: AbortSignal | undefined, meter: Meter): Llm {
  return async (system, user, options = {}) => {
    signal?.throwIfAborted();
    meter.modelCalls += 1;
    let reported: TokenUsage | undefined;
    try {
      const asked = llm(system, user, {
        ...(signal !== undefined && { signal }),
        ...options,
        onUsage: (usage) => {
          reported = usage;
          options.onUsage?.(usage);
        },
      });
      const answer = await untilAborted(asked, signal);
      reported ??= {
        inputTokens: tokenizer.count(system) + tokenizer.count(user),
        outputTokens: tokenizer.count(String(answer)),
      };
      return answer;
    } finally {
      meter.inputTokens += reported?.inputTokens ?? 0;
      meter.outputTokens += reported?.outputTokens ?? 0;
    }
  };
}
