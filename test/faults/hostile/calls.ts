import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, type ScopedSouvenir, SouvenirError } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { hostileMegabytes } from '../../support/hostile-texts.ts';
import { readTurns } from '../../support/read-turns.ts';
import { type Watched, watched } from '../watched.ts';

type Call = (user: ScopedSouvenir, text: string, id: string) => unknown;

/** Every public call that takes a text. */
const CALLS: Readonly<Record<string, Call>> = {
  record: (user, content) => user.record({ content }),
  'record with ifWorthIt': (user, content) => user.record({ content }, { ifWorthIt: true }),
  recordAll: (user, content) => user.recordAll([{ content, metadata: { note: content.slice(0, 50_000) } }]),
  flush: (user) => user.flush(),
  consolidate: (user) => user.consolidate(),
  recall: (user, text) => user.recall(text),
  'recall by entity': (user, text) => user.recall('', { entities: [text] } as never),
  turn: async (user, text) => (await user.turn(text)).complete(text),
  context: (user, text) => user.context(text),
  'memories.add': (user, text) => user.memories.add(text),
  'memories.update': (user, content, id) => user.memories.update(id, { content }),
  'memories.correct': (user, content, id) => user.memories.correct(id, { content }),
  'memories.correct by saying': (user, saying) => user.memories.correct({ saying }, { content: 'Ana likes tea.' }),
  'memories.recordSetting': (user, text) => user.memories.recordSetting('editor', { old: text, new: `${text}.` }),
  'memories.get': (user, text) => user.memories.get(text),
  'profile.set': (user, text) => user.profile.set({ name: text, goals: [text] } as never),
  'profile.get': (user) => user.profile.get(),
  'instructions.propose': (user, text) => user.instructions.propose(text),
  'procedures.match': (user, text) => user.procedures.match(text),
  'procedures.report': (user, notes) => user.procedures.report({ taskType: 'deploy', success: true, notes }),
  'procedures.learn': (user, detail) => user.procedures.learn([{ name: 'pull', detail }]),
  'documents.add': (user, content) => user.documents.add({ id: 'd', content }),
  'documents.add as HTML': (user, content) => user.documents.add({ id: 'h', content, mediaType: 'text/html' } as never),
  'documents.search': (user, text) => user.documents.search(text),
  readTurns: (_, text) => readTurns(text, undefined, { tenantId: 't', userId: 'u', agentId: 'a' }),
};

export interface CallReport {
  readonly call: string;
  /** In milliseconds of the processor: the longest of all texts, and the longest that nothing else had its turn. */
  readonly most: number;
  readonly mostFor: string;
  readonly stored: number;
  readonly storedBy: string;
  /** Errors that are none of this package. */
  readonly raw: number;
}

/** Every call with every text; the worst of each call. What compiles at first use has done so before. */
export async function measureCalls(length: number, only: readonly string[], tell: (report: CallReport) => void) {
  for (const [call, run] of Object.entries(CALLS).filter(([name]) => only.length === 0 || only.includes(name))) {
    await measured(call, run, 'I live in Oslo and my dog is called Rex.');
    const matches: (Watched & { readonly name: string; readonly isRaw: boolean })[] = [];
    for (const [name, text] of hostileMegabytes(length)) matches.push({ name, ...(await measured(call, run, text)) });
    const worst = (of: (each: Watched) => number) =>
      matches.reduce((most, each) => (of(each) > of(most) ? each : most));
    const [slowest, holding] = [worst(({ cpuMs }) => cpuMs), worst(({ longestCpuMs }) => longestCpuMs)];
    tell({
      ...{ call, most: Math.round(slowest.cpuMs), mostFor: slowest.name },
      ...{ stored: Math.round(holding.longestCpuMs), storedBy: holding.name },
      raw: matches.filter(({ isRaw }) => isRaw).length,
    });
  }
}

async function measured(call: string, run: Call, text: string): Promise<Watched & { readonly isRaw: boolean }> {
  const store = sqliteStore({ path: ':memory:' });
  const souvenir = await createSouvenir({ store, embedder: hashEmbedder(), reader: null });
  const user = souvenir.for({ userId: 'ana' });
  const { memory } = await user.memories.add('Ana lives in Porto.');
  if (call === 'flush') await user.record({ content: text });
  if (call === 'consolidate') await user.recordAll([{ content: text }]);
  let isRaw = false;
  const seen = await watched(async () => {
    try {
      await run(user, text, memory.id);
    } catch (error) {
      isRaw = !SouvenirError.is(error);
    }
  });
  await souvenir.close();
  return { ...seen, isRaw };
}
