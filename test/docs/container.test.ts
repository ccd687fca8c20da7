import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const compose = ['compose.yaml', 'compose-postgres.yaml']
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('');

test('every file that the container copies exists', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
  expect(copied).toContain('src');
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(dockerfile).toContain(`ENTRYPOINT ["node", "${bin.souvenir.replace('./', '')}"]`);
});

test('the container runs a valid command as its own user on the documented port', async () => {
  const args: string[] = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]');
  const program = createProgram({ signal: AbortSignal.abort(), fail: () => {}, untilStopped: async () => {} });
  const variables = [...`${dockerfile}${compose}`.matchAll(/\bSOUVENIR_(?!PASSWORD)\w+/g)].map(([name]) => name);
  expect(variables).toEqual(['SOUVENIR_DB', 'SOUVENIR_STORE']);
  expect(program.options.map(({ envVar }) => envVar)).toEqual(expect.arrayContaining(variables));
  const command = program.commands.find((each) => each.name() === args[0]);
  expect(command?.parseOptions(args.slice(1))).toEqual({ operands: [], unknown: [] });
  expect(command?.opts()).toMatchObject({ host: '0.0.0.0', port: 4600 });
  expect(dockerfile).toMatch(/^USER node$/m);
  expect([...`${dockerfile}${compose}`.matchAll(/\b4\d{3}\b/g)].every(([port]) => port === '4600')).toBe(true);
});
