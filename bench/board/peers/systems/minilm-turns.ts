import { cosineStore } from '../cosine-store.ts';
import { serve, spoken } from '../serve.ts';

const store = cosineStore();

serve({
  ...store,
  record: (turns) => store.add(turns.map((turn) => ({ ids: [turn.id], text: spoken(turn) }))),
  async ready() {},
});
