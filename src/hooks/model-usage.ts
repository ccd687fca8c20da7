import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Llm } from '../contracts/llm.ts';
import { SouvenirError } from '../errors.ts';
import { fieldsOf } from './fields.ts';
import type { ModelBudget } from './hook-memory.ts';

/** The use of the language model by the background on one day, in UTC. */
export interface ModelUsage {
  readonly day: string;
  readonly calls: number;
  readonly tokens: number;
}

const fileIn = (folder: string): string => join(folder, 'model-usage.json');
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

export function modelUsageIn(folder: string, now = new Date()): ModelUsage {
  const none = { day: dayOf(now), calls: 0, tokens: 0 };
  try {
    const { day, calls, tokens } = fieldsOf(JSON.parse(readFileSync(fileIn(folder), 'utf8')));
    return day === none.day && typeof calls === 'number' && typeof tokens === 'number' ? { day, calls, tokens } : none;
  } catch {
    return none;
  }
}

export const isSpent = ({ calls, tokens }: ModelUsage, { callsPerDay, tokensPerDay }: ModelBudget): boolean =>
  calls >= callsPerDay || tokens >= tokensPerDay;

const CHARS_PER_TOKEN = 4;

/** The model within its budget of a day. Calls are counted before they are sent, so that a crash spends them. */
export function budgetedLlm(llm: Llm, budget: ModelBudget, folder: string, now = () => new Date()): Llm {
  const add = (calls: number, tokens: number) => {
    const before = modelUsageIn(folder, now());
    write(fileIn(folder), { ...before, calls: before.calls + calls, tokens: before.tokens + tokens });
  };
  return async (system, user, options = {}) => {
    if (isSpent(modelUsageIn(folder, now()), budget))
      throw new SouvenirError('llmFailed', 'the budget of today for the language model is spent', {
        advice: 'raise hooks.budget in the configuration, or wait until tomorrow',
      });
    const estimate = Math.ceil((system.length + user.length) / CHARS_PER_TOKEN);
    add(1, estimate);
    let isReported = false;
    const answer = await llm(system, user, {
      ...options,
      onUsage(usage) {
        isReported = true;
        add(0, usage.inputTokens + usage.outputTokens - estimate);
        options.onUsage?.(usage);
      },
    });
    if (!isReported) add(0, Math.ceil(answer.length / CHARS_PER_TOKEN));
    return answer;
  };
}

function write(file: string, usage: ModelUsage): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.part`, JSON.stringify(usage), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
