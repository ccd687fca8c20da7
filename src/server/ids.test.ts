import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { serveMemory } from '../../test/support/serve-memory.ts';
import { servedApp } from '../../test/support/served-app.ts';

const LAMP = { content: 'The lamp is by the door.' };

test.each(['%FF', 'a%C3', '%ED%A0%80', '%', '%zz', 'a%00b'])(
  'The scope name %j in the query is refused',
  async (name) => {
    const { post, app, souvenir } = await servedApp();
    const answers = [
      await post(`/v1/memories/add?userId=${name}`, LAMP),
      await post(`/mcp?userId=${name}`, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      await app.request(`/v1/events?userId=${name}`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'invalidInput' });
    }
    expect((await souvenir.stats()).owners).toBe(0);
  },
);

test('A scope name of raw bytes in the query is refused', async () => {
  const { souvenir, store } = await servedApp();
  const serving = await serveMemory({ souvenir, store });
  const { hostname, port } = new URL(serving.url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify(LAMP);
  socket.write(Buffer.from(`POST /v1/memories/add?userId=`));
  socket.write(Buffer.from('é'));
  socket.write(
    ` HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect((await souvenir.stats()).owners).toBe(0);
  await serving.close();
});

test.each([
  ['/v1/record', { ...LAMP, metadata: { turnId: '\ud800' } }],
  ['/v1/record', { ...LAMP, speaker: 'Ana\udc00' }],
  ['/v1/record', { ...LAMP, sourceId: '\ud800' }],
  ['/v1/memories/add', { ...LAMP, category: '\ud800' }],
  ['/v1/memories/add', { ...LAMP, documentId: 'a\ud800' }],
  ['/v1/memories/add', { ...LAMP, turnId: 'a\ud800' }],
  ['/v1/documents/add', { ...LAMP, id: 'a\ud800', title: 'Lamps' }],
  ['/v1/memories/get', { id: '\ud800' }],
  ['/v1/consolidate', { sessionId: '\ud800' }],
])('An id with half a character in the body of %s is refused', async (path, body) => {
  const { post } = await servedApp();
  const answer = await post(path, JSON.stringify(body));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ title: expect.stringContaining('is not well-formed text') });
});
