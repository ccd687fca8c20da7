import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openHookMemory } from '../../src/cli/hook-memory.ts';
import { runBackground } from '../../src/hooks/background.ts';
import { explainedInjections } from '../../src/hooks/explain.ts';
import { modelUsageIn } from '../../src/hooks/model-usage.ts';
import { projectAt } from '../../src/hooks/project.ts';
import { runHook } from '../../src/hooks/run-hook.ts';
import { Workplace } from './support.ts';

// Here the hooks and the background run in the process of the test, so that a failure has a stack.
let place: Workplace;
beforeEach(() => {
  place = new Workplace();
  vi.stubEnv('HOME', join(place.folder, 'home'));
  vi.stubEnv('TMPDIR', join(place.folder, 'tmp'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  place.remove();
});

const started: Date[] = [];
const hook = (event: object): Promise<string> =>
  runHook({
    ...{ program: 'claude-code', project: {}, timeMs: 60_000, open: openHookMemory },
    input: Readable.from([Buffer.from(JSON.stringify({ session_id: 's1', cwd: place.repo, ...event }))]),
    startBackground: (since) => started.push(since),
  });
const work = async () => {
  await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'We decided to use tabs in this repository.' });
  await hook({ hook_event_name: 'Stop', last_assistant_message: 'Done now.' });
};
const log = { open: openHookMemory, log: () => {} };

it('the background takes in and consolidates, and the next session is given it with the reason', async () => {
  await work();
  expect(started.length).toBeGreaterThan(0);
  expect(await runBackground(openHookMemory, new Date())).toBe(1);
  expect(place.spooled()).toEqual([]);
  expect(place.log()).toMatch(/events taken in, [1-9]\d* episodes consolidated/);
  const block = await hook({ hook_event_name: 'SessionStart', session_id: 's2', source: 'startup' });
  expect(block).toContain('use tabs');
  const [given] = await explainedInjections(projectAt(place.repo), 5, log);
  expect(JSON.stringify(given)).toContain('use tabs');
  expect(await runBackground(openHookMemory, new Date())).toBe(0);
});

it('the background does nothing while another process has the lock, and after a prompt that came first', async () => {
  await work();
  place.occupyBackground();
  writeFileSync(join(place.machine, 'lock'), '1');
  expect(await runBackground(openHookMemory, new Date())).toBe(0);
  expect(place.spooled()).toHaveLength(2);
});

it('the background asks a language model within its budget and counts what it asks', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    const message = { role: 'assistant', content: '{"facts":[],"names":[],"relations":[]}' };
    response.end(JSON.stringify({ choices: [{ message }], usage: { prompt_tokens: 9, completion_tokens: 3 } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  mkdirSync(place.state, { recursive: true });
  const config = {
    llm: { url: `http://127.0.0.1:${port}/v1`, model: 'any' },
    hooks: { budget: { callsPerDay: 1, tokensPerDay: 10_000 } },
  };
  writeFileSync(join(place.state, 'souvenir.config.json'), JSON.stringify(config));
  await work();
  await runBackground(openHookMemory, new Date());
  server.close();
  expect(modelUsageIn(place.state)).toMatchObject({ calls: 1 });
  expect(readFileSync(join(place.state, 'hooks.log'), 'utf8')).toContain('episodes consolidated');
});
