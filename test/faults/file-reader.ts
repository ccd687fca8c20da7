// Run as a process of its own, by a user who may not write: says as JSON what a memory over a file can do, and how the rest is refused.
//   node file-reader.ts PATH BACKUP
import { createSouvenir, SouvenirError } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';

const NOBODY = 65_534;
const [path = '', backup = ''] = process.argv.slice(2);

// What is loaded at first use may lie where nobody else may look.
const warm = sqliteStore({ path: ':memory:' });
await warm.open();
await warm.close();
if (process.getuid?.() === 0) {
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

const store = sqliteStore({ path });
const souvenir = await createSouvenir({ store, embedder: null });
const ana = souvenir.for({ userId: 'ana' });
const failures: string[] = [];
for (const event of ['accessesFailed', 'metricsFailed', 'flushFailed', 'embeddingFailed'] as const)
  souvenir.on(event, () => failures.push(event));
const refusal = async (work: () => unknown) => {
  try {
    await work();
    return 'accepted';
  } catch (error) {
    return SouvenirError.is(error) ? error.code : `raw: ${error}`;
  }
};
/** Says why, in place of finding nothing. */
const searched = async () =>
  store.files?.holding(['any']).then(String, ({ code, message }) => `${code}: ${message.replace(path, '')}`);
const turn = await ana.turn('Where does Ana live?');
console.log(
  JSON.stringify({
    recalled: (await ana.recall('Where does Ana live?')).items.map(({ content }) => content),
    listed: (await ana.memories.list()).memories.length,
    prompt: turn.text.includes('Porto'),
    context: (await ana.context('Where does Ana live?')).text.includes('Porto'),
    stats: (await souvenir.stats()).memories.active,
    record: await refusal(() => ana.record({ content: 'I moved to Braga.' })),
    add: await refusal(() => ana.memories.add('Ana likes tea.')),
    consolidate: await refusal(() => ana.consolidate()),
    backup: (await souvenir.backup(backup)).memories,
    verify: await searched(),
    complete: (await turn.complete('In Porto, and she loves it there.')).degraded.map(({ part }) => part),
    close: await refusal(() => souvenir.close()),
    failures,
  }),
);
