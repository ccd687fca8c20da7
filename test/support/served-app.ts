import { onTestFinished } from 'vitest';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import { createApp } from '../../src/server/app.ts';
import { Keys } from '../../src/server/keys.ts';
import type { AppOptions } from '../../src/server/options.ts';

/** An app over a memory of its own, and the ways to ask it. */
export async function servedApp(options: AppOptions = {}, store = memoryStore()) {
  const souvenir = await createSouvenir({ store, embedder: null, reader: null });
  onTestFinished(() => souvenir.close());
  const app = createApp({ souvenir, store }, options);
  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  return { souvenir, store, app, post, keys: new Keys(store, options.clock) };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
