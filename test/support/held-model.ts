import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { openAiLlm } from '../../src/llms/open-ai-llm.ts';
import { type Answer, LlmServer, OPEN_AI, send } from './llm-server.ts';

const TURN = /^\[(\d+)\] (?:[^:\n]{1,60}: )?(.*)$/gm;

/** Says back each turn as a fact. */
function echoed(user: string): object {
  const turns = [...user.matchAll(TURN)].map(([, number, text = '']) => ({ from: [Number(number)], text }));
  return { facts: turns.map((turn) => ({ ...turn, category: 'fact', importance: 0.9 })), pairs: [] };
}

/** A server on this machine with a model that answers nothing before it is let. */
export async function pausedModel() {
  const server = new LlmServer();
  await server.start();
  onTestFinished(() => server.stop());
  const free = Promise.withResolvers<void>();
  let answered = 0;
  const asked: string[] = [];
  const answer: Answer = async (response) => {
    server.answers.push(answer);
    const { messages } = (server.requests.at(-1) as { body: unknown }).body as { messages: { content: string }[] };
    const user = messages[1]?.content ?? '';
    asked.push(user);
    await free.promise;
    answered += 1;
    await send(200, OPEN_AI.completion({ text: JSON.stringify(echoed(user)) }))(response);
  };
  server.answers.push(answer);
  return {
    llm: openAiLlm({ baseUrl: `${server.url}/v1`, model: 'held', retries: 0 }),
    /** What it was asked, also where whoever asked went away. */
    asked,
    answered: () => answered,
    letAnswer: () => free.resolve(),
    /** Resolves when a question says this. */
    async untilAsked(text: string): Promise<void> {
      while (!asked.some((question) => question.includes(text))) await wait(5);
    },
  };
}
