import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const SECRET = { variables: { SOUVENIR_KEY: 'ab'.repeat(32) } };

/** Starts a server and waits until it says where it answers. */
const started = (...args: string[]) => startedWith({}, ...args);
async function startedWith(run: Parameters<typeof cli.start>[1], ...args: string[]) {
  const child = cli.start(['serve', '--embedder', 'hash', ...args], run);
  children.push(child);
  const stderr = text(child.stderr);
  const lines: string[] = [];
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    url ??= /at (http:\/\/\S+?)[.,] /.exec(`${line} `)?.[1];
    if (line.includes('npx souvenir')) break;
  }
  if (url === undefined) throw new Error(`${lines.join('\n')}${await stderr}`);
  const stop = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    return { ended: await ended, stderr: await stderr };
  };
  return { url, lines, stop };
}

const post = async (url: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

test('serve serves a memory, stores writes and stops cleanly', async () => {
  const { url, stop } = await started('--port', '0', '--metrics-by-tenant', '1');
  expect(await post(`${url}/v1/record?userId=ana`, { content: 'The lamp is by the door.' })).toMatchObject({
    status: 200,
  });
  expect(await post(`${url}/v1/stats`, {})).toMatchObject({ body: { schedule: { isRunning: false } } });
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('souvenir_tenant_episodes_recorded_total{tenant="default"} 1');
  const { ended, stderr } = await stop('SIGTERM');
  expect(ended).toEqual([0, null]);
  expect(stderr).toContain('stopping');
  const { stdout } = await cli.plain('recall', 'where is the lamp?', '--user', 'ana');
  expect(stdout).toContain('The lamp is by the door.');
});

test('serve shows what hooks noted beside the memory that it serves', async () => {
  const note = { at: '2026-01-01T09:00:00Z', program: 'codex', sessionId: 'codex:one', event: 'prompt' };
  const line = JSON.stringify({ ...note, items: [], silence: 'nothing was sure enough', tokens: 0 });
  for (const [db, folder] of [
    ['souvenir/memory.db', 'souvenir'],
    ['team.db', 'team.db.hooks'],
  ] as const) {
    mkdirSync(join(cli.folder, folder));
    writeFileSync(join(cli.folder, folder, 'injections.jsonl'), line);
    const { url, stop } = await started('--port', '0', '--db', db);
    expect(await post(`${url}/v1/sessions/injections`, {})).toMatchObject({
      body: [{ silence: 'nothing was sure enough' }],
    });
    await stop('SIGTERM');
  }
});

test('serve prints an internal failure on one line of stderr', async () => {
  const { url, stop } = await started('--port', '0');
  rmSync(join(cli.folder, 'souvenir.db'));
  expect(await post(`${url}/v1/record`, { content: 'The lamp is by the door.' })).toMatchObject({ status: 503 });
  const { stderr } = await stop('SIGTERM');
  expect(stderr).toMatch(/^souvenir: failed: .*souvenir\.db.*$/m);
});

/** An encrypted memory of many pages. */
async function encryptedFile(): Promise<{ readonly file: string; readonly pages: number }> {
  const turns = Array.from({ length: 60 }, (_, at) => `I keep ${at} bees in hive ${at}.`);
  await cli.souvenir(['record', '--embedder', 'hash'], { ...SECRET, input: turns.join('\n') });
  for (const turn of turns.slice(0, 5)) await cli.souvenir(['add', turn, '--embedder', 'hash'], SECRET);
  const file = join(cli.folder, 'souvenir.db');
  return { file, pages: statSync(file).size / PAGE };
}
const PAGE = 4096;

function damage(file: string, page: number): void {
  const bytes = readFileSync(file);
  bytes[page * PAGE + 2000] = (bytes[page * PAGE + 2000] ?? 0) ^ 4;
  writeFileSync(file, bytes);
}

test('serve refuses an encrypted file with any damaged page by name', async () => {
  const { file, pages } = await encryptedFile();
  const whole = readFileSync(file);
  for (const page of [0, 1, Math.floor(pages / 2), pages - 1]) {
    writeFileSync(file, whole);
    damage(file, page);
    const served = await cli.souvenir(['serve', '--port', '0', '--embedder', 'hash'], SECRET);
    expect(served).toMatchObject({ code: 1, stdout: '' });
    expect(served.stderr).toMatch(page === 0 ? /cannot be read with this key/ : /is damaged.*\n.*backup/);
  }
});

test('serve continues if an encrypted file is damaged while it runs, and refuses affected requests', async () => {
  const { file, pages } = await encryptedFile();
  const { url, stop } = await startedWith(SECRET, '--port', '0');
  for (let page = 1; page < pages; page++) damage(file, page);
  expect((await post(`${url}/v1/stats`, {})).status).toBeGreaterThanOrEqual(500);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const { ended, stderr } = await stop('SIGTERM');
  expect(ended).toEqual([0, null]);
  expect(stderr).toMatch(/^souvenir: failed: .*souvenir\.db is damaged/m);
});

test('npm start creates a demo memory, and the commands that it prints work', async () => {
  const first = await started('--demo', '--port', '0', '--no-background');
  const [, address = '', body = '{}'] = /curl '(\S+)' .* -d '(.+)'/.exec(first.lines.join('\n')) ?? [];
  const { body: matches } = await post(address, JSON.parse(body));
  expect(matches).toHaveProperty('items.0.content', 'Ana lives in Porto.');
  expect(first.lines[0]).toBe(`Open ${first.url}/lab/?userId=ana`);
  expect((await fetch(`${first.url}/lab/`)).status).toBe(200);
  expect(first.lines.slice(-2)).toEqual([
    expect.stringContaining(`${first.url}/reference`),
    expect.stringMatching(/npx souvenir connect cursor --db \S+ --user ana --mcp-only .*\/mcp\?userId=ana$/),
  ]);
  expect(await post(`${first.url}/v1/stats`, {})).not.toHaveProperty('body.schedule');
  expect((await first.stop('SIGINT')).ended).toEqual([0, null]);
  expect(existsSync(join(cli.folder, '.souvenir', 'demo.db'))).toBe(true);
  expect(existsSync(join(cli.folder, 'souvenir.db'))).toBe(false);
  const second = await started('--demo', '--port', '0');
  expect((await second.stop('SIGINT')).stderr).not.toContain('making');
});

test('serve --require-key prints how to create and use a key', async () => {
  const args = ['--port', '0', '--no-background', '--db', 'team.db'];
  const local = await started('--require-key', '--json', ...args);
  expect(local.lines[0]).toMatch(/^Souvenir serves/);
  expect(local.lines.join('\n')).toContain("-H 'authorization: Bearer KEY'");
  expect((await local.stop('SIGINT')).stderr).toContain('souvenir keys create NAME --db team.db');
  await cli.plain('keys', 'create', 'phone', '--db', 'team.db');
  const open = await started('--host', '0.0.0.0', ...args);
  expect(open.lines[0]).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/lab\/$/);
  expect(open.lines.join('\n')).toMatch(/curl 'http:\/\/127\.0\.0\.1:\d+\/\S+' -H 'authorization: Bearer KEY'/);
  expect((await open.stop('SIGINT')).stderr).not.toContain('no API key');
});

test('serve reports a port in use and takes another unless it was given', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const { code, stderr } = await cli.process(['serve', '--embedder', 'hash', '--port', String(port)]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`cannot listen on 127.0.0.1:${port}`)]);
  expect(existsSync(join(cli.folder, 'souvenir.db'))).toBe(false);
  taken.close();
  const first = await started();
  const second = await started();
  expect(second.url).not.toBe(first.url);
  await first.stop('SIGINT');
  expect((await second.stop('SIGINT')).stderr).toContain('is taken');
});

test.each([
  [['--port', '70000'], /port from 0 to 65535/],
  [['--metrics-by-tenant', '0'], /from 1 to 1000/],
  [['--quiet-hours', '9'], /two hours of the day/],
  [['--quiet-hours', '2-24'], /two hours of the day/],
])('serve refuses %j', async (args, message) => {
  const { code, stderr } = await cli.souvenir(['serve', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});
