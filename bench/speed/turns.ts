import { createSouvenir } from 'souvenir-memory';
import { souvenirEmbedder } from 'souvenir-memory/embedders';
import { sqliteStore } from 'souvenir-memory/sqlite';
import { type NaturalSession, naturalSessions, sessionsWith } from './natural.ts';
import { progress, reporter } from './report.ts';
import { cpuMs, Samples, Unit } from './timing.ts';

const RECORDED = 80;
const IMPORTED = 1000;
/** Greetings become no memories. */
const MIN_IMPORTED_SHARE = 0.9;
/** A busy machine stops earlier, but not below a few sessions. */
const MAX_MS = 40_000;
const MIN_RECORDED = 24;
const SAMPLED_EVERY_MS = 50;
/** Of another story than the first ones: what is recorded first only warms the models and the code. */
const WARM_SESSION = naturalSessions.length - 1;
const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };

async function warmed(path: string) {
  const store = sqliteStore({ path });
  const souvenir = await createSouvenir({ store });
  const { id, turns } = naturalSessions[WARM_SESSION] as NaturalSession;
  const warm = souvenir.for({ userId: 'warm', sessionId: id });
  await warm.recordAll(turns);
  await warm.sessions.end();
  await warm.recall(turns[0]?.content ?? '');
  await souvenir.settled();
  const unit = new Unit();
  unit.time(5);
  return { souvenir, store, unit };
}

/** A story as an agent lives it: turn by turn, each session consolidated at its end, with all that follows in the background. */
export async function measureTurns(path: string, kernel: string): Promise<void> {
  const { souvenir, unit } = await warmed(path);
  const samples = new Samples();
  const began = performance.now();
  let done = 0;
  for (const { id, turns } of sessionsWith(RECORDED)) {
    if (performance.now() - began > MAX_MS && done >= MIN_RECORDED) break;
    await samples.time(async () => {
      const session = souvenir.for({ sessionId: id });
      for (const turn of turns) session.record(turn);
      await session.sessions.end();
      await souvenir.settled();
    });
    unit.time(2);
    done += turns.length;
    progress('recording and consolidating turns', Math.min(done, RECORDED), RECORDED);
  }
  await souvenir.close();
  const named = `a recorded and consolidated turn${kernel === '' ? '' : `, ${kernel}`}`;
  const [spent, waited] = [samples.cpu, samples.clock].map((all) => all.reduce((sum, each) => sum + each, 0) / done);
  const { cpu, clock } = reporter(unit);
  cpu(`processor ${named}`, spent ?? 0);
  clock(`clock of ${named}`, waited ?? 0);
}

/** A long history brought in at once, until each turn is a memory in the text index and has its vector. Its turns are read later, in the background. */
export async function measureImport(path: string): Promise<void> {
  const { souvenir, store, unit } = await warmed(path);
  const embedderId = souvenirEmbedder().id;
  const { report, cpu, clock } = reporter(unit);
  const turns = sessionsWith(IMPORTED).flatMap((session) => session.turns);
  const [began, before] = [performance.now(), cpuMs()];
  await souvenir.for({ sessionId: 'history' }).recordAll(turns);
  const recorded = performance.now() - began;
  for (;;) {
    const unembedded = await store.countUnembedded(OWNER, embedderId);
    progress('importing: turns with a vector', turns.length - unembedded, turns.length);
    if (unembedded === 0) break;
    await new Promise((resolve) => setTimeout(resolve, SAMPLED_EVERY_MS));
  }
  const [ms, spent] = [performance.now() - began, cpuMs() - before];
  const imported = await store.countMemories(OWNER, { components: ['episodic'] });
  if (imported < turns.length * MIN_IMPORTED_SHARE)
    throw new Error(`the import made memories of ${imported} turns of ${turns.length}`);
  unit.time(10);
  await souvenir.close();
  clock('import until it can be recalled by its words, a turn', recorded / turns.length);
  clock('import until it can be recalled, a turn', ms / turns.length);
  report('turns imported a second', (turns.length * 1000) / ms, 'turns');
  cpu('processor an imported turn until it can be recalled', spent / turns.length);
}
