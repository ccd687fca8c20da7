import { seededRandom } from '../../../bench/random.ts';
import { makeText } from '../../../bench/speed/texts.ts';
import { plainDatabase } from '../../support/postgres.ts';
import { startServer } from '../../support/server-process.ts';
import { brokenIn, missingIn } from './histories.ts';

const AT_ONCE = 32;

export interface UpdatesReport {
  readonly changes: number;
  /** Refused for what another had done meanwhile, and asked again, by code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly memories: number;
  readonly versions: number;
  readonly wrong: readonly string[];
}

type History = Parameters<typeof brokenIn>[0] extends ReadonlyMap<string, infer Value> ? Value : never;

/** Two server processes update, correct and reinforce the same memories at once; then every version must follow from the one before it. */
export async function changeTogether(
  serverUrl: string,
  count: number,
  changes: number,
  seed: number,
): Promise<UpdatesReport> {
  const { url, remove } = await plainDatabase(serverUrl);
  const start = () => startServer(['--store', url, '--embedder', 'none', '--no-background']);
  const servers = [await start(), await start()];
  try {
    const random = seededRandom(seed);
    const ask: Ask = (path, body) => asked(random.pick(servers).url, path, body);
    /** The memory that stands for each of the first ones now, as corrections take their places. */
    const present: string[] = [];
    for (let at = 0; at < count; at++) present.push((await added(ask, `${makeText(14, random.next)} ${at}`)).id);
    const ids = new Set(present);
    const acknowledged = new Set<string>();
    const refused: Record<string, number> = {};
    let next = 0;

    const change = async (number: number) => {
      const tag = `change-${number}`;
      const at = random.between(0, count - 1);
      const kind = random.pick(['update', 'correct', 'reinforce'] as const);
      for (;;) {
        const id = present[at] ?? '';
        const asking = BODIES[kind](id, tag, makeText(10, random.next));
        const { status, body } = await ask<{ id: string; code: string }>(`memories/${kind}`, asking);
        if (status === 200) {
          acknowledged.add(tag);
          if (kind === 'correct') {
            present[at] = body.id;
            ids.add(body.id);
          }
          return;
        }
        if (status !== 400 && status !== 409) throw new Error(`${status}: ${JSON.stringify(body)}`);
        refused[body.code] = (refused[body.code] ?? 0) + 1;
      }
    };
    const lane = async () => {
      for (let number = next++; number < changes; number = next++) await change(number);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));

    const histories = new Map<string, History>();
    for (const id of ids) histories.set(id, (await ask<History>('memories/history', { id })).body);
    return {
      ...{ changes: acknowledged.size, refused, memories: ids.size },
      versions: [...histories.values()].reduce((sum, { length }) => sum + length, 0),
      wrong: [...brokenIn(histories), ...missingIn(histories, acknowledged)],
    };
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await remove();
  }
}

const BODIES = {
  update: (id: string, reason: string, content: string) => ({ id, change: { content, confidence: 0.3, reason } }),
  correct: (id: string, reason: string, content: string) => ({ id, content, reason }),
  reinforce: (id: string, query: string) => ({ ids: [id], reason: 'repeatedAccess', query }),
} as const;

type Ask = <Body>(path: string, body: object) => Promise<{ readonly status: number; readonly body: Body }>;

async function asked<Body>(url: string, path: string, body: object) {
  const answer = await fetch(`${url}/v1/${path}?userId=ana`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function added(ask: Ask, content: string): Promise<{ readonly id: string }> {
  const { status, body } = await ask<{ memory: { readonly id: string } }>('memories/add', { content });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.memory;
}
