import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSouvenir, memoryStore, type Souvenir } from '../../src/index.ts';
import { serveMemory } from '../support/serve-memory.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'guide', 'client.md'), 'utf8');
const ADDRESS = 'http://127.0.0.1:4600';

const blocksOf = (language: string): string[] =>
  [...page.matchAll(/^```(?<language>[\w ]+)\n(?<code>.*?)^```$/gms)]
    .filter(({ groups }) => groups?.['language'] === language)
    .map(({ groups }) => groups?.['code'] ?? '');

let souvenir: Souvenir;
let server: Awaited<ReturnType<typeof serveMemory>>;
beforeAll(async () => {
  const store = memoryStore();
  souvenir = await createSouvenir({ store });
  server = await serveMemory({ souvenir, store });
});
afterAll(async () => {
  await server.close();
  await souvenir.close();
});

/** What a program prints when it talks to the server of this test. */
async function printed(command: string, args: (code: string) => string[], code: string): Promise<string> {
  expect(code).toContain(ADDRESS);
  return (await run(command, args(code.replaceAll(ADDRESS, server.url)), { cwd: root })).stdout;
}

const matches = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

describe('the guide to the client', () => {
  const folder = join(root, '.cache', 'docs-client');
  mkdirSync(folder, { recursive: true });
  const programs = blocksOf('ts served');
  const inFile = (at: number) => (code: string) => {
    const file = join(folder, `${at}.ts`);
    writeFileSync(file, `${code}\nexport {};\n`);
    return [file];
  };

  test.each([
    ['records and recalls', 0, /^Ana: I am allergic to peanuts\.\n$/],
    ['is the same for both kinds of memory', 1, /^I was shown \d+ memories\.\n$/],
    ['hears what happens', 2, /^memoryCreated Ana has a cat\.\n$/],
  ])('in TypeScript %s', async (_, at, output) => {
    expect(await printed(process.execPath, inFile(at), programs[at] ?? '')).toMatch(output);
  });

  test.skipIf(!matches('curl'))('with curl', async () => {
    const [code = ''] = blocksOf('sh');
    const reported = await printed('sh', (script) => ['-ec', script], code);
    expect(reported).toContain('"did":"created"');
    expect(reported.split('"items":')[1]).toContain('Ben is allergic to peanuts.');
  });

  test.skipIf(!matches('python3'))('in Python', async () => {
    const [code = ''] = blocksOf('python');
    const reported = await printed('python3', (script) => ['-c', script], code);
    expect(reported).toBe('Carla is allergic to peanuts.\n404 notFound\n');
  });
});
