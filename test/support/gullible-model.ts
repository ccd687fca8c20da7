import { openAiLlm } from '../../src/llms/open-ai-llm.ts';
import { LlmServer, OPEN_AI, send } from './llm-server.ts';

const TURN = /^\[(\d+)\] ([^:\n]{1,60}): (.*)$/gm;
const STATEMENT = /^\[\d+\] /gm;
const CATEGORY = /^- "(\w+)":/gm;

/** What a model answers that believes all it reads, takes it for the words of whoever speaks next, and the last word for the only one. */
function gullibly(system: string, user: string): object {
  if (system.startsWith('You keep a memory in order')) {
    const last = user.match(STATEMENT)?.length ?? 0;
    // The first and the last have nothing to do with the others.
    const between = Array.from({ length: Math.max(0, last - 2) }, (_, at) => at + 2);
    return { pairs: between.slice(0, -1).map((older) => ({ older, newer: last - 1, is: 'replaces' })) };
  }
  if (system.startsWith('You keep the character study'))
    return {
      persona: [...user.matchAll(/^- \w+: (.*)$/gm)]
        .slice(-6)
        .map(([, reported]) => `Iris ${reported}`)
        .join(' '),
    };
  const categories = [...system.matchAll(CATEGORY)].map(([, category]) => category);
  const turns = [...user.matchAll(TURN)].map(([, number, , text = '']) => ({ number: Number(number), text }));
  const facts = turns.flatMap(({ number, text }) =>
    [[number], [number + 1], [number, number + 1]].flatMap((from) =>
      ['fact', 'preference', 'constraint']
        .filter((category) => categories.includes(category))
        .map((category) => ({ from, text: text.slice(0, 480), category, importance: 0.9 })),
    ),
  );
  return { facts, names: [], relations: [] };
}

/** A server on this machine with such a model, and the model behind it. */
export async function gullibleModel() {
  const server = new LlmServer();
  await server.start();
  const answer = (response: Parameters<ReturnType<typeof send>>[0]) => {
    server.answers.push(answer);
    const [request] = server.requests.splice(0).slice(-1);
    const { messages } = (request as { body: unknown }).body as { messages: { role: string; content: string }[] };
    const statement = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
    return send(
      200,
      OPEN_AI.completion({ text: JSON.stringify(gullibly(statement('system'), statement('user'))) }),
    )(response);
  };
  server.answers.push(answer);
  return { llm: openAiLlm({ baseUrl: `${server.url}/v1`, model: 'gullible' }), stop: () => server.stop() };
}
