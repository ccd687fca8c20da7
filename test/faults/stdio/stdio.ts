import { join } from 'node:path';
import { createSouvenir } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { ATTACKS } from './attacks.ts';
import { Peer } from './peer.ts';

export interface StdioReport {
  readonly attacks: number;
  readonly answers: number;
  readonly wrong: readonly string[];
}

/** Attacks `souvenir mcp` over its pipes, each attack so often: it goes on to answer, or ends as it should, and what it acknowledged is kept once. */
export async function attackStdio(rounds: number, folder: string, names = Object.keys(ATTACKS)): Promise<StdioReport> {
  const report = { attacks: 0, answers: 0, wrong: [] as string[] };
  for (let round = 0; round < rounds; round++) {
    // Attacks that a server outlives come one after another to the same one.
    const path = join(folder, `stdio-${round}.db`);
    const retained: string[] = [];
    let peer = await greeted(path);
    for (const name of names) {
      const attack = ATTACKS[name];
      if (attack === undefined) throw new Error(`there is no attack ${name}`);
      const word = `zq${round}x${report.attacks++}vw`;
      const note = (wrong: string) => report.wrong.push(`${name}: ${wrong}`);
      if (await peer.save(`Ana keeps ${word} before.`)) retained.push(`Ana keeps ${word} before.`);
      else note('nothing can be saved before it');
      await attack.send(peer);
      if (attack.ends !== true) {
        if (await peer.save(`Ana keeps ${word} after.`)) retained.push(`Ana keeps ${word} after.`);
        else note('nothing can be saved after it');
        continue;
      }
      report.wrong.push(...(await endOf(peer)).map((each) => `${name}: ${each}`));
      report.answers += peer.answers.length;
      peer = await greeted(path);
    }
    peer.child.stdin.end();
    report.wrong.push(...(await endOf(peer)));
    report.answers += peer.answers.length;
    report.wrong.push(...(await lostIn(path, retained)));
  }
  return report;
}

async function greeted(path: string): Promise<Peer> {
  const peer = new Peer(path);
  await peer.greet();
  return peer;
}

async function endOf(peer: Peer): Promise<string[]> {
  const { code, signal, stderr } = await peer.ended;
  const wrong = peer.noise.map((line) => `said what is no message: ${line.slice(0, 200)}`);
  if (code !== 0) wrong.push(`ended with ${code ?? signal}`);
  if (/\n\s+at |Unhandled|MaxListeners/.test(stderr)) wrong.push(`said ${stderr.slice(0, 400)}`);
  const failures = peer.answers.filter(({ error }) => error?.code === -32_603);
  return [...wrong, ...failures.map(({ error }) => `failed inside: ${error?.message}`)];
}

async function lostIn(path: string, retained: readonly string[]): Promise<string[]> {
  const souvenir = await createSouvenir({ store: sqliteStore({ path }), embedder: null, reader: null });
  const { memories } = souvenir.for({ userId: 'ana' });
  const stored: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await memories.list({ limit: 500, ...(cursor !== undefined && { cursor }) });
    stored.push(...page.memories.map(({ content }) => content));
    cursor = page.next;
    if (cursor === undefined) break;
  }
  await souvenir.close();
  return retained.flatMap((text) => {
    const times = stored.filter((each) => each === text).length;
    return times === 1 ? [] : [`${times} times there, not once: ${text}`];
  });
}
