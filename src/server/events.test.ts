import { expect, test } from 'vitest';
import { MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { bearer, servedApp } from '../../test/support/served-app.ts';
import { SouvenirError } from '../errors.ts';

type App = Awaited<ReturnType<typeof servedApp>>;

/** Reads blocks of a stream of events, one at a time. */
async function listen({ app }: App, query = '', headers: Record<string, string> = {}) {
  const answer = await app.request(`/v1/events${query}`, { headers });
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        return block;
      }
      const { value, done } = await reader.read();
      if (done) return 'end';
      text += value;
    }
  };
  const event = async () => {
    const [name = '', data = ''] = (await next()).split('\n');
    return { name: name.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
  };
  expect(await next()).toBe(': listening');
  return { answer, next, event, leave: () => reader.cancel() };
}

test('events of the scope in the query are streamed', async () => {
  const served = await servedApp();
  const { event } = await listen(served, '?userId=ana&names=memoryCreated,recalled');
  await served.souvenir.for({ userId: 'bo' }).memories.add('The safe is behind the clock.');
  await served.souvenir.for({ userId: 'ana' }).memories.add('The lamp is by the door.');
  expect(await event()).toMatchObject({
    name: 'memoryCreated',
    data: { memory: { userId: 'ana', createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } },
  });
  await served.souvenir.for({ userId: 'ana' }).recall('lamp');
  expect(await event()).toMatchObject({ name: 'recalled', data: { owner: { userId: 'ana' } } });
});

test('the event of an erasure has its owner and counts, without content', async () => {
  const served = await servedApp();
  const { event } = await listen(served, '?userId=ana&agentId=default&names=erased');
  for (const userId of ['bo', 'ana']) {
    const memory = served.souvenir.for({ userId });
    await memory.recordAll([{ content: 'The lamp is by the door.' }]);
    await memory.memories.add('The safe is behind the clock.');
    await served.souvenir.erase({ userId });
  }
  const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
  expect(await event()).toEqual({ name: 'erased', data: { owner, memories: 1, episodes: 1 } });
});

test('a restricted key receives only events of its scope', async () => {
  const served = await servedApp();
  const { key } = await served.keys.create({ name: 'ana', userId: 'ana' });
  const bound = await listen(served, '?names=episodesFlushed,episodeRecorded', bearer(key));
  const free = await listen(served, '?names=episodesFlushed');
  for (const userId of ['bo', 'ana']) {
    const memory = served.souvenir.for({ userId });
    await memory.record({ content: `${userId} moved to Porto.` });
    await memory.flush();
  }
  expect(await free.event()).toMatchObject({ name: 'episodesFlushed', data: { count: 1 } });
  expect(await bound.event()).toMatchObject({ name: 'episodeRecorded', data: { episode: { userId: 'ana' } } });
  await bound.leave();
  const refused = await served.app.request('/v1/events?userId=bo', { headers: bearer(key) });
  expect(refused.status).toBe(403);
});

test('a key of a project receives only events of that project', async () => {
  const served = await servedApp();
  const { key } = await served.keys.create({ name: 'site', projectId: 'site' });
  const { event } = await listen(served, '?names=memoryCreated,recalled', bearer(key));
  await served.souvenir.for({ projectId: 'other' }).memories.add('The safe is behind the clock.');
  await served.souvenir.for({ projectId: 'site' }).recall('lamp');
  await served.souvenir.for({ projectId: 'site' }).memories.add('The lamp is by the door.');
  expect(await event()).toMatchObject({ name: 'memoryCreated', data: { memory: { projectId: 'site' } } });
});

test('an error event has its code and message', async () => {
  const served = await servedApp();
  const { event } = await listen(served, '?names=listenerFailed');
  served.souvenir.on('memoryCreated', () => {
    throw new SouvenirError('storeFailed', 'it broke', { cause: new Error('a secret') });
  });
  await served.souvenir.for().memories.add('The lamp is by the door.');
  expect(await event()).toEqual({
    name: 'listenerFailed',
    data: { event: 'memoryCreated', error: { code: 'storeFailed', message: 'it broke' } },
  });
});

test('a slow reader gets the number of missed events', async () => {
  const served = await servedApp();
  const { event } = await listen(served, '?names=episodeRecorded');
  const ana = served.souvenir.for({ userId: 'ana' });
  await ana.recordAll(Array.from({ length: 1100 }, (_, at) => ({ content: `I saw bird number ${at}.` })));
  let [reported, received] = [await event(), 0];
  for (; reported.name === 'episodeRecorded'; reported = await event()) received++;
  expect(reported.name).toBe('missed');
  expect(received).toBeGreaterThanOrEqual(1000);
  expect(received + reported.data.count).toBe(1100);
});

test('an idle event stream sends keep-alives and ends at a stop', async () => {
  const stopping = new AbortController();
  const served = await servedApp({ heartbeatMs: 5, stopping: stopping.signal });
  const { next } = await listen(served, '?names=recalled');
  expect(await next()).toBe(': still here');
  stopping.abort();
  let last = await next();
  while (last !== 'end') last = await next();
});

test.each(['revoked', 'expired'])('a key that is %s receives no more events', async (how) => {
  const clock = manualClock();
  const served = await servedApp({ clock });
  const expiresAt = new Date(clock.now().getTime() + MINUTE);
  const { id, key } = await served.keys.create({ name: 'laptop', ...(how === 'expired' && { expiresAt }) });
  const { event, next } = await listen(served, '?names=memoryCreated', bearer(key));
  const { memories } = served.souvenir.for();
  await memories.add('The lamp is by the door.');
  expect((await event()).name).toBe('memoryCreated');
  if (how === 'revoked') await served.keys.revoke(id);
  clock.advance(MINUTE);
  await memories.add('The safe is behind the clock.');
  expect(await next()).toBe('end');
});

test('an unknown event name is refused', async () => {
  const { app } = await servedApp();
  expect((await app.request('/v1/events?names=nothing')).status).toBe(400);
});
