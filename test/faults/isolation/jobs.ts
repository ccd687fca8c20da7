import { mock } from 'node:test';
import { type Random, seededRandom } from '../../../bench/random.ts';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, defineAgent, type ScopeInput, type Store } from '../../../src/index.ts';
import type { OperationName } from '../../../src/operations/operations.ts';
import { MINUTE, manualClock } from '../../support/manual-clock.ts';
import { ATTEMPTS, outcomeOf, SHARED, UNKNOWN } from './attempts.ts';

export interface JobsReport {
  readonly calls: number;
  /** Consolidations and cycles that the schedule did meanwhile. */
  readonly jobs: number;
  readonly leaks: readonly string[];
}

const TENANTS = ['a', 'b', 'c'];
const USERS = ['ana', 'ben'];
const PROJECTS = ['site', 'shop'];
const CALLS_OF_A_ROUND = 60;
const LONGEST_ROUND_MS = 30 * MINUTE;

/** These undo what the others are to look for, or take much longer than they add. */
const LEFT_OUT = new Set(['erase', 'memories.forgetAll', 'memories.rollback', 'experiment', 'evaluate', 'cycle']);
const ASKED = (Object.keys(ATTEMPTS) as OperationName[]).filter((name) => !LEFT_OUT.has(name));

/** What everybody says, so that whoever reads across a wall finds something like their own. */
const SAID: readonly ((word: string) => string)[] = [
  (word) => `My dog is called ${word} and I live in Oslo.`,
  (word) => `My dog is called ${word}.`,
  (word) => `I moved, I live in ${word} now.`,
  (word) => `Please always call me ${word}.`,
  (word) => `I am allergic to ${word}.`,
  (word) => `We decided to use ${word} for the archive.`,
];

interface Speaker {
  readonly scope: Required<Pick<ScopeInput, 'tenantId' | 'userId' | 'projectId'>> & ScopeInput;
  readonly word: string;
}

/** Several tenants, users and projects of the same names talk and ask at once, while a schedule consolidates and runs the cycle: nobody is told a word of another. */
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
  const agents = [defineAgent({ id: 'ada', recall: { threshold: 0, leastShare: 0 } })];
  const store = makeStore();
  const souvenir = await createSouvenir({ store, agents, clock, embedder: hashEmbedder(), reader: null, schedule: {} });
  souvenir.on('consolidationCompleted', () => report.jobs++);
  souvenir.on('cycleCompleted', () => report.jobs++);
  const speakers: Speaker[] = TENANTS.flatMap((tenantId) =>
    USERS.flatMap((userId) =>
      PROJECTS.map((projectId) => ({
        scope: { tenantId, userId, projectId, agentId: 'ada', sessionId: random.pick(['one', 'two']) },
        word: `zq${tenantId}${userId}${projectId}vw`,
      })),
    ),
  );
  const all = Array.from({ length: CALLS_OF_A_ROUND }, async () => {
    const speaker = random.pick(speakers);
    const memory = souvenir.for(speaker.scope);
    memory.record({ content: random.pick(SAID)(speaker.word) });
    const name = random.pick(ASKED);
    const foreign = random.pick(speakers);
    const input = random.pick(ATTEMPTS[name]({ ...UNKNOWN, session: 'one', word: foreign.word }));
    if (random.chance(0.3)) await new Promise((resolve) => setImmediate(resolve));
    if (random.chance(0.2)) passTime(clock, random.between(MINUTE, LONGEST_ROUND_MS));
    const answer = await outcomeOf(name, { souvenir, memory, store }, input);
    const asked = JSON.stringify(input);
    report.calls++;
    for (const { word } of hiddenFrom(speaker, speakers, name))
      if (answer.includes(word) && !asked.includes(word))
        report.leaks.push(`${name} by ${speaker.word}, ${asked}: tells ${word}: ${answer.slice(0, 300)}`);
  });
  await Promise.all(all);
  passTime(clock, 2 * 24 * 60 * MINUTE);
  await souvenir.settled();
  for (const speaker of speakers) {
    report.calls++;
    const told = JSON.stringify(await souvenir.for(speaker.scope).memories.list({ limit: 500 }));
    for (const { word } of hiddenFrom(speaker, speakers, 'memories.list'))
      if (told.includes(word)) report.leaks.push(`after the jobs ${speaker.word} holds ${word}`);
  }
  await souvenir.close();
}

function passTime(clock: ReturnType<typeof manualClock>, ms: number): void {
  clock.advance(ms);
  mock.timers.tick(MINUTE);
}

const hiddenFrom = ({ scope }: Speaker, speakers: readonly Speaker[], name: string): Speaker[] => {
  const isUsers = SHARED['project']?.some((prefix) => name.startsWith(prefix)) ?? false;
  return speakers.filter(
    ({ scope: { tenantId, userId, projectId } }) =>
      tenantId !== scope.tenantId || userId !== scope.userId || (projectId !== scope.projectId && !isUsers),
  );
};
