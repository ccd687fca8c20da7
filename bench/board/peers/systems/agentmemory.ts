import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { installed, serve, spoken } from '../serve.ts';

const CLI = installed('@agentmemory/agentmemory/dist/cli.mjs');
/** The port is the program's own. */
const ADDRESS = 'http://127.0.0.1:3111/agentmemory';
const START_MS = 120_000;
let server: ChildProcess | undefined;
const turnOf = new Map<string, string>();

const isLive = (): Promise<boolean> =>
  fetch(`${ADDRESS}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Its command downloads its engine when it is first started. */
async function start(folder: string): Promise<void> {
  if (await isLive()) throw new Error('another server has its port 3111');
  const started = spawn(process.execPath, [CLI], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  server = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  for (const until = Date.now() + START_MS; !(await isLive()); await delay(250))
    if (started.exitCode !== null || Date.now() > until) {
      const lines = output.split('\n').map((line) => line.replace(/^[^\w]+/, ''));
      const reason = lines.find((line) => /^curl:|could not|failed/i.test(line)) ?? `code ${started.exitCode}`;
      throw new Error(`its server and engine did not start: ${reason}`);
    }
}

async function post<Given>(path: string, body: unknown): Promise<Given> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${ADDRESS}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Given;
}

serve({
  open: start,
  async record(turns) {
    for (const turn of turns) {
      const { memory } = await post<{ memory: { id: string } }>('remember', { content: spoken(turn) });
      turnOf.set(memory.id, turn.id);
    }
  },
  async ready() {},
  async recall(query, k) {
    const { results } = await post<{ results: { obsId: string; score: number }[] }>('smart-search', {
      query,
      limit: k,
    });
    return results.map(({ obsId, score }) => ({ ids: [turnOf.get(obsId) ?? ''], score }));
  },
  async close() {
    server?.kill();
  },
  processes: () => (server?.pid === undefined ? [] : [server.pid]),
});
