import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSouvenir, type Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { createApp } from './app.ts';

let souvenir: Souvenir;
let app: ReturnType<typeof createApp>;
beforeEach(async () => {
  const store = memoryStore();
  souvenir = await createSouvenir({ store, embedder: null, reader: null });
  app = createApp({ souvenir, store });
});
afterEach(() => souvenir.close());

const post = (path: string, body: unknown) =>
  app.request(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

test('an operation is a POST of its input, for the user that the query names', async () => {
  const added = await post('/v1/memories/add?userId=ana', { content: 'The lamp is by the door.' });
  expect(added.status).toBe(200);
  expect(await added.json()).toMatchObject({ did: 'created', memory: { userId: 'ana' } });
  const seen = await (await post('/v1/memories/list?userId=bo', {})).json();
  expect(seen).toMatchObject({ memories: [] });
});

test.each([
  ['what is no JSON', '{', 400, 'invalidInput'],
  ['a field that is unknown', { query: 'x', limit: 3 }, 400, 'invalidInput'],
])('%s is a problem with its code', async (_, body, status, code) => {
  const answer = await post('/v1/recall', body);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ status, code });
});
