import { type Random, seededRandom } from '../../../bench/random.ts';
import { createSouvenir, memoryStore } from '../../../src/index.ts';
import { type OpenApi, openApi } from '../../../src/server/open-api.ts';
import { serve } from '../../../src/server/serve.ts';
import { allOperations, pathOf } from '../../../src/server/served.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { type Bodies, valueFor } from './bodies.ts';

export interface RequestsReport {
  readonly requests: number;
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
}

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly body?: string;
  readonly headers: Record<string, string>;
}

/** Requests that one memory takes before it is left for a new one, over the other store. */
const PER_MEMORY = 150;
const QUERIES = [
  ...['', '?userId=ana', '?userId=ana&projectId=site', '?userId=ana&sessionId=monday', '?tenantId=t&userId=u'],
  ...['?userId=', '?userId=*', '?userId=ana&userId=bo', '?agentId=shared:.keys', '?__proto__=x', '?userId=%ff', '?%'],
];
const DEEP = `{"content":"x","metadata":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
const BROKEN = [
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1}}',
  '{"content":"\\ud800"}',
  '['.repeat(50_000),
  DEEP,
  '\u0000',
  'a=b&c=d',
];
const ODD_HEADERS: readonly Record<string, string>[] = [
  ...[{ 'content-type': 'text/plain' }, { 'content-type': 'application/json; charset=latin1' }, { accept: '*/*' }],
  ...[{ accept: 'text/event-stream' }, { 'idempotency-key': 'k'.repeat(300) }, { 'idempotency-key': 'same' }],
  ...[{ authorization: 'Bearer sv_nobody' }, { authorization: 'Basic YTpi' }, { origin: 'https://evil.example' }],
  ...[{ 'x-request-id': 'a b' }, { 'sec-fetch-site': 'cross-site' }],
];

/** A request of the schema that something may be wrong with, the same for the same number. */
function requestOf(random: Random, { components, paths }: OpenApi, bodies: Bodies): Asked {
  const { name } = random.pick(allOperations);
  const path = pathOf(name) + (random.chance(0.8) ? '?userId=ana' : random.pick(QUERIES));
  const headers = { 'content-type': 'application/json', ...(random.chance(0.15) ? random.pick(ODD_HEADERS) : {}) };
  if (random.chance(0.05)) return { path, headers, method: 'POST', body: random.pick(BROKEN) };
  if (random.chance(0.05)) {
    const known = [...Object.keys(paths), '/v1', '/v1/memories', '/v1/..%2f..%2fetc/passwd', `/${'a/'.repeat(500)}`];
    // A stream of events has no end.
    const other = random.pick(known.filter((each) => each !== '/v1/events'));
    return { headers, path: other, method: random.pick(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) };
  }
  const schema = components.schemas[inputOf(paths, name)] ?? {};
  return { path, headers, method: 'POST', body: JSON.stringify(valueFor(schema, random, bodies)) };
}

function inputOf(paths: OpenApi['paths'], name: string): string {
  const body = paths[pathOf(name)]?.['post']?.['requestBody'] as Record<'content', Record<string, { schema: object }>>;
  const { $ref = '' } = (body.content['application/json']?.schema ?? {}) as { $ref?: string };
  return $ref.split('/').at(-1) as string;
}

async function openServed(isOdd: boolean) {
  const store = isOdd ? sqliteStore({ path: ':memory:' }) : memoryStore();
  const souvenir = await createSouvenir({ store, embedder: null, reader: null });
  const ana = souvenir.for({ userId: 'ana' });
  const ids: string[] = [];
  for (const content of ['The lamp is by the door.', 'Ana lives in Porto.', 'Ana prefers short answers.'])
    ids.push((await ana.memories.add(content)).memory.id);
  const serving = await serve({ souvenir, store }, { mostBytes: 1_000_000 });
  const close = async () => {
    await serving.close();
    await souvenir.close();
  };
  return { ids, url: serving.url, close };
}

/** Sends so many requests to a server, one after another: each answer is of a status that its description declares, and none is a failure of ours. */
export async function fuzzRequests(requests: number, seed: number, first = 0): Promise<RequestsReport> {
  const described = openApi();
  const { post } = described.paths['/v1/record'] as Record<string, { responses: object }>;
  const declared = new Set(Object.keys((post as { responses: object }).responses));
  const statuses: Record<string, number> = {};
  const wrong: string[] = [];
  let served: Awaited<ReturnType<typeof openServed>> | undefined;
  for (let number = first; number < first + requests; number++) {
    if (served === undefined || number % PER_MEMORY === 0) {
      await served?.close();
      served = await openServed(Math.floor(number / PER_MEMORY) % 2 === 1);
    }
    const bodies = { schemas: described.components.schemas, ids: served.ids };
    const { path, ...init } = requestOf(seededRandom(seed + number), described, bodies);
    const answer = await fetch(served.url + path, init);
    const text = await answer.text();
    const status = String(answer.status);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const place = `request ${number}: ${init.method} ${path.slice(0, 100)} ${init.body?.slice(0, 300) ?? ''}`;
    if (answer.status >= 500 || !declared.has(status)) wrong.push(`${place}: ${status} ${text.slice(0, 300)}`);
    if (/\n\s+at |"status":500|node_modules/.test(text))
      wrong.push(`${place}: tells of a failure: ${text.slice(0, 300)}`);
  }
  await served?.close();
  return { requests, statuses, wrong };
}
