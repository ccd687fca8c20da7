import { createSouvenir, defineAgent } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { seededRandom } from '../random.ts';
import { makeText } from './texts.ts';
import { percentile, timed } from './timing.ts';

const TURNS = 200;
const MESSAGE_TOKENS = 12;
const ANSWER_TOKENS = 40;

/** Whole turns of a filled file, with every section in use, and what of their time is not recall. */
export async function measureTurn(path: string) {
  const random = seededRandom(29).next;
  const text = (tokens: number): string => makeText(tokens, random);
  const playbooks = Object.fromEntries(['code_review', 'release'].map((name) => [name, text(100)]));
  const agents = defineAgent({ core: text(400), identity: text(80), playbooks });
  const souvenir = await createSouvenir({ store: sqliteStore({ path }), agents });
  await souvenir.for().instructions.apply('Answer in short sentences, and put the summary first.');
  await souvenir.for().profile.set({ name: 'Ana', goals: ['learn German', 'run a marathon'] });
  await souvenir.for().documents.add({ id: 'notes', content: `# Notes\n\n${text(120)}\n\n## More\n\n${text(120)}` });
  await souvenir.settled();

  let recalling = 0;
  souvenir.on('recalled', ({ result }) => {
    recalling = result.timingsMs['total'] ?? Number.NaN;
  });
  const [turns, beyond]: [number[], number[]] = [[], []];
  for (let at = 0; at < TURNS; at++) {
    const message = `${text(MESSAGE_TOKENS)}, and what of the code review?`;
    const { ms, result } = await timed(() => souvenir.for({ sessionId: 'bench' }).turn(message, { retrieve: true }));
    turns.push(ms);
    beyond.push(ms - recalling);
    await result.complete(text(ANSWER_TOKENS));
  }
  await souvenir.close();
  return {
    turnMsP50: percentile(turns, 0.5),
    turnMsP95: percentile(turns, 0.95),
    turnBeyondRecallMsP50: percentile(beyond, 0.5),
    turnBeyondRecallMsP95: percentile(beyond, 0.95),
  };
}
