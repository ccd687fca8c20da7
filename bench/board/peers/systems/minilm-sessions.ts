import { cosineStore } from '../cosine-store.ts';
import type { PeerTurn } from '../protocol.ts';
import { serve, spoken } from '../serve.ts';

const store = cosineStore();
let waiting: PeerTurn[] = [];

serve({
  ...store,
  async record(turns) {
    waiting.push(...turns);
  },
  async ready() {
    const sessions = [...Map.groupBy(waiting, ({ session }) => session).values()];
    waiting = [];
    await store.add(sessions.map((turns) => ({ ids: turns.map(({ id }) => id), text: turns.map(spoken).join('\n') })));
  },
});
