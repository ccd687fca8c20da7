import { describe, expect, it } from 'vitest';
import { episode, OWNER } from '../../test/conformance/store/samples.ts';
import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Episode } from '../model/episode.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { Events } from '../telemetry/events.ts';
import { EpisodeBuffer } from './buffer.ts';

const OTHER = { ...OWNER, userId: 'other' };

/** A store that refuses every write with an episode that says "bad". */
async function setUp(refusal: unknown = new Error('cannot hold this one')) {
  const store = memoryStore();
  await store.open();
  const state = { attempts: 0, refuses: true };
  const write: Store['write'] = async (owner, changes) => {
    state.attempts++;
    if (state.refuses && changes.episodes?.some(({ content }) => content.startsWith('bad'))) throw refusal;
    return store.write(owner, changes);
  };
  const events = new Events();
  const buffer = new EpisodeBuffer({ ...store, write }, events, { size: 1000, limit: 1000 });
  const stored = async (owner = OWNER) =>
    (await store.listEpisodes(owner, { limit: 1000 })).map(({ content }) => content);
  const add = (contents: readonly string[], fields: Partial<Episode> = {}) => {
    for (const content of contents) buffer.add(episode(content, { content, ...fields }));
  };
  return { buffer, events, state, stored, add };
}

describe('a flush with an episode that the store refuses', () => {
  it('writes the others in their order and rejects; the refused one stays for the next flush', async () => {
    const { buffer, state, stored, add } = await setUp();
    add(['one', 'two', 'bad', 'three', 'four']);
    await expect(buffer.flush()).rejects.toThrow('cannot hold this one');
    expect(await stored()).toEqual(['one', 'two', 'three', 'four']);
    state.refuses = false;
    await buffer.flush();
    expect(await stored()).toEqual(['one', 'two', 'three', 'four', 'bad']);
  });

  it('is retried without limit if the store may be at fault', async () => {
    const { buffer, state, stored, add } = await setUp(new SouvenirError('storeFailed', 'disk I/O error'));
    add(['bad']);
    for (let flush = 0; flush < 5; flush++) await expect(buffer.flush()).rejects.toThrow('disk I/O error');
    state.refuses = false;
    await buffer.flush();
    expect(await stored()).toEqual(['bad']);
  });

  it('drops the episode after three attempts if it is at fault, and reports it', async () => {
    const { buffer, events, stored, add } = await setUp(new SouvenirError('invalidInput', 'cannot hold this one'));
    const aside: unknown[] = [];
    events.on('episodeSetAside', ({ episode, error }) => aside.push([episode.content, String(error)]));
    add(['one', 'bad', 'two']);
    for (let flush = 0; flush < 3; flush++) {
      expect(aside).toEqual([]);
      await expect(buffer.flush()).rejects.toThrow('cannot hold this one');
    }
    await buffer.flush();
    expect(aside).toEqual([['bad', 'SouvenirError: cannot hold this one']]);
    expect(await stored()).toEqual(['one', 'two']);
  });

  it('does not fail for another owner', async () => {
    const { buffer, stored, add } = await setUp();
    add(['bad']);
    add(['fine'], OTHER);
    await buffer.flush(OTHER);
    expect(await stored(OTHER)).toEqual(['fine']);
    await expect(buffer.flush(OWNER)).rejects.toThrow('cannot hold this one');
    await expect(buffer.flush()).rejects.toThrow('cannot hold this one');
  });

  it('finds several refused episodes among many', async () => {
    const { buffer, stored, add } = await setUp();
    add(Array.from({ length: 500 }, (_, index) => (index % 200 === 100 ? `bad ${index}` : `turn ${index}`)));
    await expect(buffer.flush()).rejects.toThrow('cannot hold this one');
    expect(await stored()).toHaveLength(498);
  });

  it('stops early if the store refuses everything', async () => {
    const { buffer, state, stored, add } = await setUp();
    add(Array.from({ length: 900 }, (_, index) => `bad ${index}`));
    await expect(buffer.flush()).rejects.toThrow('cannot hold this one');
    expect(await stored()).toEqual([]);
    expect(state.attempts).toBeLessThan(100);
  });

  it.each(['storeLocked', 'storeFull', 'storeUnwritable'] as const)('tries once if it is %s', async (code) => {
    const { buffer, state, stored, add } = await setUp(new SouvenirError(code, 'not now'));
    add(['one', 'bad', 'two']);
    await expect(buffer.flush()).rejects.toMatchObject({ code });
    expect(state.attempts).toBe(1);
    expect(await stored()).toEqual([]);
  });
});
