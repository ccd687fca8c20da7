import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, memoryStore, type ScopedSouvenir, type Souvenir } from '../../src/index.ts';
import { LlmServer, OPEN_AI, send } from './llm-server.ts';

const bodySchema = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });

export const answer = (text: string) => send(200, OPEN_AI.completion({ text, usage: OPEN_AI.usage(1, 1) }));

/** Ana's memory, fresh for every test, and a server in place of the model that a framework asks. */
export function adaptedMemory() {
  const server = new LlmServer();
  const asked = () => server.requests.map(({ body }) => bodySchema.parse(body).messages);
  const fresh = {
    ...{ server, asked, souvenir: undefined as unknown as Souvenir, ana: undefined as unknown as ScopedSouvenir },
    systemOf: (at: number) => String(asked()[at]?.find(({ role }) => role === 'system')?.content ?? ''),
  };
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  beforeEach(async () => {
    fresh.souvenir = await createSouvenir({ store: memoryStore(), embedder: hashEmbedder() });
    fresh.ana = fresh.souvenir.for({ userId: 'ana', sessionId: 'monday' });
  });
  afterEach(async () => {
    server.reset();
    await fresh.souvenir.close();
  });
  return fresh;
}
