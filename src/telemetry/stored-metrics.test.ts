import { expect, it } from 'vitest';
import { systemClock } from '../contracts/clock.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { type EventName, Events, type Listener } from './events.ts';
import { StoredMetrics } from './stored-metrics.ts';

class CountedEvents extends Events {
  listening = 0;

  override on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const stop = super.on(name, listener);
    this.listening++;
    return () => {
      this.listening--;
      stop();
    };
  }
}

it('stored metrics add no listeners when they save', async () => {
  const store = memoryStore();
  await store.open();
  const events = new CountedEvents();
  const metrics = new StoredMetrics(store, events, systemClock);
  const { listening } = events;
  for (let at = 0; at < 3; at++) {
    events.emit('episodesFlushed', { count: 2 });
    await metrics.save();
  }
  expect(events.listening).toBe(listening);
  expect((await metrics.activity())?.episodes.flushed).toBe(6);
});
