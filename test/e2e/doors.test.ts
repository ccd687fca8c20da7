import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, defineAgent, SouvenirError } from '../../src/index.ts';
import { type OperationName, operations } from '../../src/operations/operations.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { freshCli } from '../support/cli.ts';
import { comparable } from '../support/comparable.ts';
import { AGENTS, doors, inLibrary, type Scene } from '../support/doors.ts';
import { manualClock } from '../support/manual-clock.ts';
import { REFUSED, ROWS } from '../support/operation-rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = freshCli();
const folder = temporaryFolder();
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function sceneIn(path: string, isLive = false): Promise<Scene> {
  const store = sqliteStore({ path });
  const clock = manualClock();
  clock.set('2026-03-01T09:00:00Z');
  const agents = AGENTS.map((agent) => defineAgent(agent));
  const own = isLive ? {} : { clock, reader: null };
  const souvenir = await createSouvenir({ store, agents, embedder: hashEmbedder(), ...own });
  opened.push(souvenir);
  return { souvenir, store, path };
}

/** What is refused is refused everywhere for the same reason. */
const refusal = (error: unknown) => {
  if (!SouvenirError.is(error)) throw error;
  return { refused: error.code, because: error.message };
};

/** Goes through all rows by one way and tells what came of each. */
async function answersOf(
  scene: Scene,
  perform: (name: OperationName, input: object, given: readonly string[]) => Promise<unknown>,
) {
  const reported = {} as Record<OperationName, unknown>;
  const answers: [OperationName, unknown][] = [];
  for (const [name, input, given] of ROWS) {
    const answer = await perform(name, input(reported), given?.(reported) ?? []).catch(refusal);
    reported[name] = JSON.parse(JSON.stringify(answer ?? null));
    answers.push([name, reported[name]]);
    // Vectors are made in the background, and what is found depends on them.
    await scene.souvenir.settled();
  }
  return answers;
}

/** What every process did is counted in it, and calls that only one of the ways makes; a file grows as it likes. */
const withoutActivity = (name: OperationName, answer: unknown): unknown =>
  name === 'stats' ? { ...(answer as object), activity: undefined, bytes: undefined } : answer;

/** Memories that were made at other moments are alike but for those, for what fades, and for scores and the order by them. */
const timeless = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value) => {
      if (name === 'score' || name === 'breakdown') return undefined;
      // In steps that no round number lies between.
      if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * 997) / 997;
      if (typeof value !== 'string') return value;
      const lines = value.replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'DATE').split('\n');
      return lines.sort().join('\n');
    }),
  );

describe('every operation', () => {
  test('has a row, with arguments where it names a command', () => {
    const rows = new Set(
      ROWS.filter(([name, , given]) => given || !('command' in operations[name])).map(([name]) => name),
    );
    expect(Object.keys(operations).filter((name) => !rows.has(name as OperationName))).toEqual([]);
  });

  test.each(Object.entries(doors(cli)))('gives through %s the answers that the library gives', async (named, door) => {
    const library = await sceneIn(join(folder, `library-${named}.db`), door.isLive);
    const expected = await answersOf(library, (name, input) => inLibrary(library, name, input));
    expect(expected.filter(([, answer]) => Object(answer).refused).map(([name]) => name)).toEqual(REFUSED);
    const scene = await sceneIn(join(folder, `${named}.db`), door.isLive);
    const entered = await door.open(scene);
    opened.push(entered);
    const answers = await answersOf(scene, (name, input, given) =>
      door.performs(operations[name]) ? entered.perform(name, input, given) : inLibrary(scene, name, input),
    );
    const seen = (name: OperationName, answer: unknown) =>
      comparable(withoutActivity(name, door.isLive ? timeless(answer) : answer));
    for (const [at, [name, answer]] of answers.entries()) {
      if (!door.performs(operations[name])) continue;
      const view = door.views?.[name];
      const [whole, ours] = [expected[at]?.[1], seen(name, answer)];
      if (view === undefined) expect(ours, name).toEqual(seen(name, whole));
      else expect(ours, name).toMatchObject(seen(name, view(whole)) as object);
    }
  });
});
