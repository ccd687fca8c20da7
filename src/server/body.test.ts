import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { servedApp } from '../../test/support/served-app.ts';

const CHUNK = 100;

/** A body that counts how many of its chunks were asked for. */
function chunks(count: number) {
  const asked = { chunks: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (asked.chunks === count) return controller.close();
      asked.chunks++;
      controller.enqueue(new Uint8Array(CHUNK).fill(0x20));
    },
  });
  return { asked, body };
}

test.each(['5', 'many', '0x5', '-5', ''])(
  'an unparsed request that announces "%s" bytes is read only up to the limit',
  async (length) => {
    const { app } = await servedApp({ mostBytes: 1000 });
    const { asked, body } = chunks(500);
    const headers = { 'content-type': 'application/json', 'content-length': length };
    const init = { method: 'POST', body, duplex: 'half', headers };
    expect((await app.request('/v1/recall', init as RequestInit)).status).toBe(413);
    expect(asked.chunks).toBeLessThan(20);
  },
);

test('a body with a length is read at once, and a chunked one as a stream', async () => {
  const { app } = await servedApp();
  const reads: string[] = [];
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const whole = vi.spyOn(request, 'arrayBuffer');
      return Promise.resolve(app.fetch(request, env)).finally(() => reads.push(`${whole.mock.calls.length}`));
    },
    overrideGlobalObjects: false,
    createServer,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/recall`;
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const json = JSON.stringify({ query: 'Where is the lamp?' });
  for (const body of [json, new Blob([json]).stream()]) {
    const answer = await fetch(url, { method: 'POST', body, duplex: 'half', headers } as RequestInit);
    expect(answer.status).toBe(200);
  }
  expect(reads).toEqual(['1', '0']);
});
