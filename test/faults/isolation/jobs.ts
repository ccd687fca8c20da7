import { mock } from 'node:test';
import { type Random, seededRandom } from '../../../bench/random.ts';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, defineAgent, type Scope, type Store } from '../../../src/index.ts';
import type { OperationName } from '../../../src/operations/operations.ts';
import { createApp } from '../../../src/server/app.ts';
import { Keys } from '../../../src/server/keys.ts';
import { pathOf } from '../../../src/server/served.ts';
import { MINUTE, manualClock } from '../../support/manual-clock.ts';
import { bearer } from '../../support/served-app.ts';
import { ATTEMPTS, UNKNOWN } from './attempts.ts';

export interface JobsReport {
  readonly calls: number;
  /** Consolidations and cycles that the schedule did meanwhile. */
  readonly jobs: number;
  readonly leaks: readonly string[];
}

const TENANTS = ['a', 'b', 'c'];
const USERS = ['ana', 'ben'];
/** Of a user, and one who asks for all of them. */
const PROJECTS = ['site', 'shop', undefined];
const CALLS_OF_A_ROUND = 60;
const MAX_ROUND_MS = 30 * MINUTE;

/** These undo what the others are to look for, or take much longer than they add. */
const LEFT_OUT = new Set(['erase', 'memories.forgetAll', 'memories.rollback', 'experiment', 'evaluate', 'cycle']);
const ASKED = (Object.keys(ATTEMPTS) as OperationName[]).filter((name) => !LEFT_OUT.has(name));

/** What everybody says, so that whoever reads across a wall finds something like their own. */
const STATEMENTS: readonly ((word: string) => string)[] = [
  (word) => `My dog is called ${word} and I live in Oslo.`,
  (word) => `My dog is called ${word}.`,
  (word) => `I moved, I live in ${word} now.`,
  (word) => `Please always call me ${word}.`,
  (word) => `I am allergic to ${word}.`,
  (word) => `We decided to use ${word} for the archive.`,
];

/** What is asked when the jobs are done. */
const AFTER: readonly (readonly [OperationName, object])[] = [
  ['memories.list', { limit: 500 }],
  ['turn', { message: 'What do you know about me and my dog?', retrieve: true }],
  ['procedures.tools', {}],
];

interface Speaker {
  readonly scope: Pick<Scope, 'tenantId' | 'userId' | 'projectId' | 'sessionId'>;
  readonly word: string;
  readonly key: string;
}

/** Several tenants, users and projects of the same names talk and ask at once, each by a key of its own, while a schedule consolidates and runs the cycle: nobody is told a word of another. */
export async function attackJobs(calls: number, seed: number, makeStore: () => Store): Promise<JobsReport> {
  const report = { calls: 0, jobs: 0, leaks: [] as string[] };
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    for (let round = 0; report.calls < calls; round++) await playRound(seededRandom(seed + round), makeStore, report);
  } finally {
    mock.timers.reset();
  }
  return report;
}

async function playRound(
  random: Random,
  makeStore: () => Store,
  report: { calls: number; jobs: number; leaks: string[] },
) {
  const clock = manualClock();
  clock.set('2026-03-01T09:00:00Z');
  const agents = [defineAgent({ id: 'ada', recall: { threshold: 0, minScoreShare: 0 } })];
  const store = makeStore();
  const souvenir = await createSouvenir({ store, agents, clock, embedder: hashEmbedder(), reader: null, schedule: {} });
  souvenir.on('consolidationCompleted', () => report.jobs++);
  souvenir.on('cycleCompleted', () => report.jobs++);
  const app = createApp({ souvenir, store }, { clock, requireKey: true });
  const keys = new Keys(store, clock);
  const speakers: Speaker[] = [];
  for (const tenantId of TENANTS)
    for (const userId of USERS)
      for (const projectId of PROJECTS) {
        const bound = { tenantId, userId, ...(projectId !== undefined && { projectId }) };
        const word = `zq${tenantId}${userId}${projectId ?? 'all'}vw`;
        const { key } = await keys.create({ name: word, ...bound });
        speakers.push({ scope: { ...bound, sessionId: random.pick(['one', 'two']) }, word, key });
      }
  const ask = async ({ scope: { sessionId }, key }: Speaker, name: OperationName, input: object) => {
    const headers = { ...bearer(key), 'content-type': 'application/json' };
    const path = `${pathOf(name)}?sessionId=${sessionId}`;
    const answer = await app.request(path, { method: 'POST', body: JSON.stringify(input), headers });
    const text = await answer.text();
    return answer.status < 500 ? text : `${answer.status}: ${text}`;
  };
  const all = Array.from({ length: CALLS_OF_A_ROUND }, async () => {
    const speaker = random.pick(speakers);
    const memory = souvenir.for(speaker.scope);
    await memory.record({ content: random.pick(STATEMENTS)(speaker.word) });
    const name = random.pick(ASKED);
    const foreign = random.pick(speakers);
    const input = random.pick(ATTEMPTS[name]({ ...UNKNOWN, session: 'one', word: foreign.word }));
    if (random.chance(0.3)) await new Promise((resolve) => setImmediate(resolve));
    if (random.chance(0.2)) passTime(clock, random.between(MINUTE, MAX_ROUND_MS));
    const answer = await ask(speaker, name, input);
    const asked = JSON.stringify(input);
    report.calls++;
    if (/^5\d\d: /.test(answer)) report.leaks.push(`${name} by ${speaker.word}, ${asked}: ${answer.slice(0, 300)}`);
    for (const { word } of hiddenFrom(speaker, speakers))
      if (answer.includes(word) && !asked.includes(word))
        report.leaks.push(`${name} by ${speaker.word}, ${asked}: tells ${word}: ${answer.slice(0, 300)}`);
  });
  await Promise.all(all);
  passTime(clock, 2 * 24 * 60 * MINUTE);
  await souvenir.settled();
  for (const speaker of speakers) {
    for (const [name, input] of AFTER) {
      report.calls++;
      const reported = await ask(speaker, name, input);
      for (const { word } of hiddenFrom(speaker, speakers))
        if (reported.includes(word)) report.leaks.push(`after the jobs ${name} tells ${speaker.word} of ${word}`);
    }
  }
  await souvenir.close();
}

function passTime(clock: ReturnType<typeof manualClock>, ms: number): void {
  clock.advance(ms);
  mock.timers.tick(MINUTE);
}

/** What others hold; to whoever asks for a user, all of that user's is told. */
const hiddenFrom = ({ scope }: Speaker, speakers: readonly Speaker[]): Speaker[] =>
  speakers.filter(
    ({ scope: { tenantId, userId, projectId } }) =>
      tenantId !== scope.tenantId ||
      userId !== scope.userId ||
      (scope.projectId !== undefined && projectId !== scope.projectId),
  );
