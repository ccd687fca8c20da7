import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../../bench/random.ts';
import { readFolder, writeFolder } from '../../../src/cli/markdown-folder.ts';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, memoryStore, SouvenirError } from '../../../src/index.ts';
import { apply, editsIn } from '../../../src/operations/markdown/edits.ts';
import { markdownOf, PAGES } from '../../../src/operations/markdown/pages.ts';
import { SPOILS } from './spoils.ts';

export interface FoldersReport {
  readonly folders: number;
  readonly refused: number;
  readonly wrong: readonly string[];
}

const CANARY = 'zqoutsidevw';
const FOREIGN = 'zqforeignvw';
const KEY = 'aB3dE5fG7hI9jK1lM3nO5pQ7';

/** Imports so many folders that somebody spoilt, each once more than before: one is taken whole or refused whole, and nothing outside of it comes in or is changed. */
export async function importSpoilt(folders: number, seed: number, workplace: string): Promise<FoldersReport> {
  const names = Object.keys(SPOILS);
  const report = { folders, refused: 0, wrong: [] as string[] };
  for (let number = 0; number < folders; number++) {
    const random = seededRandom(seed + number);
    // Each alone first, then two or three at once.
    const first = names[number % names.length] as string;
    const chosen = number < names.length ? [first] : [first, ...names.filter(() => random.chance(1.5 / names.length))];
    const place = join(workplace, `${number}`);
    const matches = await importOne(chosen, place, random).catch((error) => ({
      isRefused: false,
      wrong: [`raw: ${error.stack}`],
    }));
    if (matches.isRefused) report.refused++;
    report.wrong.push(...matches.wrong.map((each) => `folder ${number}, ${chosen.join(' and ')}: ${each}`));
    rmSync(place, { recursive: true, force: true });
  }
  return report;
}

async function importOne(spoils: readonly string[], place: string, random: ReturnType<typeof seededRandom>) {
  const [folder, outside] = [join(place, 'notes'), join(place, 'outside.md')];
  mkdirSync(place, { recursive: true });
  writeFileSync(outside, `- ${CANARY}\n`);
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: hashEmbedder(), reader: null });
  const [ana, ben] = [souvenir.for({ userId: 'ana' }), souvenir.for({ userId: 'ben' })];
  const foreign = (await ben.memories.add(`Ben hides it under ${FOREIGN}.`)).memory.id;
  for (const content of ['Ana keeps bees.', 'Ana sings alto.', 'Ana lives in Porto.'])
    await ana.memories.add(content, { type: 'semantic' });
  await ana.profile.set({ name: 'Ana', level: ['expert'] });
  await ana.instructions.apply('Answer in two sentences.');
  const storedBy = async (ownerOf: typeof ana) =>
    JSON.stringify([
      (await ownerOf.memories.list({ limit: 1000 })).memories.map(({ id, content }) => [id, content]),
      await ownerOf.profile.get(),
      await ownerOf.instructions.current(),
    ]);
  await writeFolder(folder, await markdownOf(ana), async () => {});
  const [before, bens] = [await storedBy(ana), await storedBy(ben)];
  for (const name of spoils) SPOILS[name]?.({ folder, outside, foreignId: foreign, random });

  const wrong: string[] = [];
  let isRefused: boolean = false;
  try {
    await apply(await editsIn(await readFolder(folder, PAGES), ana), ana);
  } catch (error) {
    isRefused = true;
    if (!SouvenirError.is(error)) throw error;
    if ((await storedBy(ana)) !== before)
      wrong.push(`is refused (${error.message.slice(0, 200)}), and half of it is done`);
    if ([CANARY, FOREIGN].some((word) => error.message.includes(word))) wrong.push('the refusal tells what is outside');
  }
  const after = await storedBy(ana);
  for (const word of [CANARY, FOREIGN, KEY, 'Ignore all previous'])
    if (after.includes(word)) wrong.push(`${word} came in`);
  if ((await storedBy(ben)) !== bens) wrong.push('another user’s memory is changed');
  if (readdirSync(place).sort().join() !== 'notes,outside.md') wrong.push('something was written outside');
  await souvenir.close();
  return { isRefused, wrong };
}
