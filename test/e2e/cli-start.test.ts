import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** As users run it, after a build. */
const BIN = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));
const LISTS_MODULES = `data:text/javascript,
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
  process.on('exit', () => console.error('loaded ' + JSON.stringify(urls)));`;

/** Functions that are made of text while the program runs. */
const COUNTS_CODE = `data:text/javascript,
  let count = 0;
  globalThis.Function = new Proxy(Function, { construct(...given) { count++; return Reflect.construct(...given); } });
  process.on('exit', () => console.error('compiled ' + count));`;

let folder: string;
let db: string;

interface Run {
  readonly nodeOptions?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

function souvenir(args: readonly string[], { nodeOptions = [], variables = {} }: Run = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:FORCE_COLOR|NODE_.*|SOUVENIR_.*)$/.test(name));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...nodeOptions, BIN, '--db', db, '--embedder', 'none', ...args],
    { cwd: folder, encoding: 'utf8', env: { ...Object.fromEntries(own), NO_COLOR: '1', ...variables } },
  );
  return { status, stdout, stderr };
}

/** The files that a command loads. */
function modulesOf(args: readonly string[]): string[] {
  const { status, stderr } = souvenir(args, { nodeOptions: ['--import', LISTS_MODULES] });
  expect(status).toBe(0);
  const listed: string[] = JSON.parse(/^loaded (.*)$/m.exec(stderr)?.[1] ?? '[]');
  return listed.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'souvenir-start-'));
  db = join(folder, 'memory.db');
  souvenir(['add', 'The lamp is by the door.']);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([[['recall', 'Where is the lamp?']], [['record', 'The lamp is green.']], [['context', 'the lamp']]])(
  '%j loads few files, and none of server, MCP, Lab, PostgreSQL or adapters',
  (args) => {
    const files = modulesOf(args);
    expect(files.length).toBeLessThan(40);
    expect(files.filter((file) => /node_modules\/(?:@?hono|@modelcontextprotocol|pg)/.test(file))).toEqual([]);
    const bundled = files.filter((file) => file.endsWith('.mjs')).map((file) => basename(file));
    expect(bundled).toContain('memory.mjs');
    for (const absent of ['run-server', 'mcp-server', 'postgres-store', 'rebuild', 'evaluate'].map(
      (name) => `${name}.mjs`,
    )) {
      expect(readdirSync(join(BIN, '..', 'bundle'))).toContain(absent);
      expect(bundled).not.toContain(absent);
    }
  },
);

test.each(['recall', 'context'])('%s loads no operations but those of recall', (name) => {
  expect(readdirSync(join(BIN, '..', 'bundle'))).toContain('operations.mjs');
  expect(modulesOf([name, 'the lamp']).map((file) => basename(file))).not.toContain('operations.mjs');
});

test('a command that ends at once compiles no schema, and the bundle imports no module of Node', () => {
  const { status, stderr } = souvenir(['recall', 'the lamp', '--no-touch'], { nodeOptions: ['--import', COUNTS_CODE] });
  expect({ status, compiled: /^compiled (\d+)$/m.exec(stderr)?.[1] }).toEqual({ status: 0, compiled: '0' });
  for (const name of ['main', 'memory'])
    expect(readFileSync(join(BIN, '..', 'bundle', `${name}.mjs`), 'utf8')).not.toMatch(/^import [^"\n]* from "node:/m);
});

test('a command works without a folder for its compiled code', () => {
  const usual = souvenir(['recall', 'Where is the lamp?', '--no-touch']);
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o500);
  const nowhere = join(folder, 'file');
  writeFileSync(nowhere, '');
  for (const place of [locked, nowhere])
    expect(
      souvenir(['recall', 'Where is the lamp?', '--no-touch'], { variables: { TMPDIR: place, HOME: place } }),
    ).toEqual(usual);
  expect(usual.stdout).toContain('The lamp is by the door.');
});

test("a command stores its compiled code in the user's home if the temporary folder is not writable", () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(folder, 'no-folder'), '');
  souvenir(['--version'], { variables: { TMPDIR: join(folder, 'no-folder'), HOME: home } });
  expect(existsSync(join(home, '.cache', 'souvenir'))).toBe(true);
});

test('a configuration file that is code shares the modules of the command line', () => {
  const errors = fileURLToPath(new URL('../../dist/errors.js', import.meta.url));
  const config = join(folder, 'own.mjs');
  writeFileSync(config, `import ${JSON.stringify(errors)};\nexport default { scope: { userId: 'default' } };\n`);
  const files = modulesOf(['--config', config, 'recall', 'Where is the lamp?']);
  expect(files).toContain(errors);
  expect(files.filter((file) => file.includes('bundle'))).toEqual([]);
});

test.each([
  [['recall'], 2, /missing required argument 'query'/],
  [['recal', 'lamp'], 2, /unknown command 'recal'/],
  [['show', 'NOSUCHID'], 1, /NOSUCHID/],
])('%j fails with exit code %i', (args, code, message) => {
  const { status, stderr } = souvenir(args);
  expect(status).toBe(code);
  expect(stderr).toMatch(message);
});
