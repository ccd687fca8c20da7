import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ask } from '../../src/cli/commands/init.ts';
import { readConfig } from '../../src/cli/config.ts';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();
const { plain, souvenir } = cli;

const write = (name: string, text: string) => writeFile(join(cli.folder, name), text);
const configured = (config: object) => write('souvenir.config.json', JSON.stringify(config));

/** What holds, by the name of the setting. */
async function settings(args: readonly string[] = [], variables: Record<string, string> = {}) {
  const { stdout } = await souvenir(['config', '--json', ...args], { variables });
  const listed: { settings: { name: string; value: unknown; from: string }[] } = JSON.parse(stdout);
  return Object.fromEntries(listed.settings.map(({ name, value, from }) => [name, [value, from]]));
}

describe('settings', () => {
  test('come from flag, variable, file and default in this order', async () => {
    expect((await settings())['user']).toEqual(['default', 'default']);
    await configured({ scope: { userId: 'file' } });
    expect((await settings())['user']).toEqual(['file', 'file souvenir.config.json']);
    const variables = { SOUVENIR_USER: 'variable' };
    expect((await settings([], variables))['user']).toEqual(['variable', 'variable SOUVENIR_USER']);
    expect((await settings(['--user', 'flag'], variables))['user']).toEqual(['flag', 'flag --user']);
  });

  test('ignore empty variables', async () => {
    expect((await settings([], { SOUVENIR_DB: '', SOUVENIR_USER: '' }))['db']).toEqual(['./souvenir.db', 'default']);
  });

  test('of a variable are checked like those of a flag', async () => {
    const { stderr, code } = await souvenir(['config'], { variables: { SOUVENIR_EMBEDDER: 'oracle' } });
    expect(stderr).toMatch(/^souvenir: [^\n]*'SOUVENIR_EMBEDDER' is invalid[^\n]*\n$/);
    expect(code).toBe(2);
  });

  test('that are secrets are shown only as present', async () => {
    await configured({ llm: { url: 'http://ana:hunter2pass@localhost/v1', keyVariable: 'OUR_KEY' }, identity: 'Vela' });
    const variables = { OUR_KEY: 'sk-not-to-be-seen', SOUVENIR_KEY: 'nor this one' };
    const { stdout } = await souvenir(['config', '--json'], { variables });
    expect(stdout).not.toMatch(/not-to-be-seen|nor this|hunter2/);
    const stored = await settings([], variables);
    expect(stored['OUR_KEY']).toEqual(['••••', 'variable OUR_KEY']);
    expect(stored['identity']).toEqual(['Vela', 'file souvenir.config.json']);
  });

  test('that are functions are shown as functions', async () => {
    await write('souvenir.config.mjs', 'export default { llm: async () => "hi", secrets: (text) => text };');
    expect((await settings())['secrets']).toEqual(['(a function)', 'file souvenir.config.mjs']);
  });
});

describe('the configuration file', () => {
  test.each([
    ['souvenir.config.ts', 'const user: string = "Ana";\nexport default { scope: { userId: user } };'],
    ['souvenir.config.mjs', 'export default { scope: { userId: "Ana" } };'],
    ['souvenir.config.json', '{ "scope": { "userId": "Ana" } }'],
  ])('can be %s', async (name, text) => {
    await write(name, text);
    const { stdout } = await cli.process(['config', '--json']);
    expect(JSON.parse(stdout).settings).toContainEqual({ name: 'user', value: 'Ana', from: `file ${name}` });
  });

  test.each([
    ['{ "dv": "x" }', 'Unrecognized key: "dv"; known: core, '],
    ['{ "llm": { "url": "http://localhost/v1", "modle": "x" } }', 'llm: Unrecognized key: "modle"'],
    ['{ "agents": [{ "id": "a", "parnet": "b" }] }', 'agents.0: Unrecognized key: "parnet"'],
    ['{ "serve": { "schedule": { "quietHours": { "from": 25, "to": 6 } } } }', 'serve.schedule.quietHours.from: '],
    ['{ "scope": { "userId": "*" } }', 'scope.userId: '],
    ['{ "embedder": "oracle" }', 'embedder: '],
    ['{ "components": { "tool": "off" } }', 'components'],
    ['{ "components": { "tols": false } }', 'there is no component "tols"'],
    ['{ "core": { "file": "missing.md" } }', 'missing.md cannot be read'],
    ['[1]', 'expected object'],
    ['{', 'cannot read'],
  ])('%s is refused in one line', async (text, why) => {
    await write('souvenir.config.json', text);
    const { stdout, stderr, code } = await souvenir(['record', 'Hello there.']);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toMatch(/^souvenir: [^\n]+\n( {2}[^\n]+\n)?$/);
    expect(stderr).toContain(why);
  });

  test('is refused if there are two, or if the named one is missing', async () => {
    await configured({});
    await write('souvenir.config.mjs', 'export default {};');
    expect((await plain('config')).stderr).toContain('there are two configuration files');
    expect((await plain('config', '--config', 'none.json')).stderr).toContain('cannot read');
    expect((await plain('config', '--config', 'souvenir.config.json')).code).toBe(0);
  });

  test('is read only from the working folder', async () => {
    await write('souvenir.config.mjs', 'throw new Error("it ran");');
    await mkdir(join(cli.folder, 'below'));
    expect(await readConfig(undefined, join(cli.folder, 'below'))).toEqual({ config: {} });
    await expect(readConfig(undefined, cli.folder)).rejects.toThrow('it ran');
  });

  test('is shown by doctor, and its paths are relative to its folder', async () => {
    await configured({ db: 'team.db', embedder: 'hash' });
    const { stdout } = await souvenir(['doctor', '--json']);
    const checks: { name: string; detail: string }[] = JSON.parse(stdout);
    const detail = (check: string) => checks.find(({ name }) => name === check)?.detail ?? '';
    expect(detail('config')).toMatch(/\/souvenir\.config\.json$/);
    expect(detail('file')).toMatch(/\/team\.db does not exist yet$/);
  });

  test('gives every command the agent: core prompt, identity, playbooks, components', async () => {
    await write('core.md', 'You are a patient tutor.');
    await configured({
      ...{ core: { file: 'core.md' }, identity: 'I am Vela.', playbooks: { code_review: 'Read the diff twice.' } },
      ...{ components: { tool: false }, embedder: 'none' },
    });
    expect((await souvenir(['turn', 'Hello'])).stdout).toMatch(/^You are a patient tutor\.[\s\S]*I am Vela\./);
    const { stdout } = await souvenir(['procedures', 'match', 'please do a code review']);
    expect(stdout).toContain('Read the diff twice.');
    await souvenir(['record', 'I live in Porto.', '--role', 'user']);
    expect((await souvenir(['persona'])).stdout).toContain('I am Vela.');
    const { stderr } = await souvenir(['recall', 'Porto', '--component', 'tool']);
    expect(stderr).toContain('there is no component "tool"');
  });

  test('can contain components and an embedder if it is code', async () => {
    await write(
      'souvenir.config.mjs',
      `const promises = { name: 'promises', consolidate: async ({ episodes }) => ({ memories: episodes.map(({ id, content }) =>
         ({ content, category: 'promise', importance: 0.8, episodeIds: [id] })) }) };
       const embedder = { id: 'lengths', embed: async (texts) => texts.map(({ length }) => Float32Array.of(length > 9 ? 1 : 0, length > 9 ? 0 : 1)) };
       export default { components: [promises], embedder };`,
    );
    await souvenir(['record', 'The contract comes on Monday.']);
    const { stdout } = await souvenir(['consolidate', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ components: [{ component: 'promises' }], memoriesEmbedded: 1 });
    expect(JSON.parse((await souvenir(['stats', '--json'])).stdout).embedder).toBe('lengths');
  });

  test('gives agents parents, so that they can publish', async () => {
    await configured({ embedder: 'none', agents: [{ id: 'lead' }, { id: 'scout', parent: 'lead' }] });
    const { stdout } = await souvenir(['add', 'The payments API uses OAuth.', '--agent', 'scout', '--json']);
    const { id } = JSON.parse(stdout).memory as { id: string };
    const published = await souvenir(['publish', id.slice(-8), '--agent', 'scout']);
    expect(published.stdout).toMatch(/^Published as \w{26} {2}The payments API uses OAuth\.\n$/);
    expect((await souvenir(['list', '--agent', 'lead'])).stdout).toContain('The payments API uses OAuth.');
  });
});

describe('init', () => {
  const file = () => readFile(join(cli.folder, 'souvenir.config.json'), 'utf8');

  test('writes the answers and never overwrites a file', async () => {
    const { stdout } = await souvenir(['init', '--yes', '--user', 'ana', '--llm', 'http://localhost:1/v1']);
    expect(stdout).toMatch(/^Wrote souvenir\.config\.json\.\n/);
    const written = await file();
    expect(JSON.parse(written)).toMatchObject({ scope: { userId: 'ana' }, llm: { url: 'http://localhost:1/v1' } });
    expect((await settings())['user']).toEqual(['ana', 'file souvenir.config.json']);
    const again = await souvenir(['init', '--yes', '--user', 'ben']);
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/already exists\n/);
    expect(await file()).toBe(written);
  });

  test('gives advice without a terminal', async () => {
    const { stderr, code } = await souvenir(['init']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^souvenir: there is no terminal to ask on; pass --yes [^\n]*\n$/);
  });

  test('asks again until an answer is valid', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    let reported = '';
    output.on('data', (text) => {
      reported += text;
    });
    const answers = ['', 'ana', 'oracle', 'hash', 'nowhere', 'http://localhost:1/v1', ''];
    output.on('data', () => {
      const next = answers.shift();
      if (next !== undefined) input.write(`${next}\n`);
    });
    const terminal = createInterface({ input, output });
    const usual = { location: './souvenir.db', user: 'default', embedder: 'souvenir', llm: '', llmModel: 'default' };
    expect(await ask(terminal, usual, new AbortController().signal)).toEqual({
      ...{
        location: './souvenir.db',
        user: 'ana',
        embedder: 'hash',
        llm: 'http://localhost:1/v1',
        llmModel: 'default',
      },
    });
    terminal.close();
    expect(reported).toContain('It must be one of souvenir, hash, none.');
    expect(reported).toContain('It must be a URL.');
  });
});
