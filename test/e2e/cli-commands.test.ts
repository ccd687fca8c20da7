import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();
const { plain, souvenir } = cli;

const output = async (...args: string[]): Promise<string> => (await plain(...args)).stdout;
async function added(content: string): Promise<string> {
  return JSON.parse(await output('add', content, '--json')).memory.id;
}

describe('short ids', () => {
  test('match the beginning or end of an id in every command', async () => {
    const [porto, tea] = [await added('Ana lives in Porto.'), await added('Ben drinks tea with milk.')];
    expect(await output('show', porto.slice(-8))).toContain(porto);
    expect(await output('show', tea.slice(0, 25))).toContain(tea);
    expect(await output('link', porto.slice(-6), tea.slice(-6))).toMatch(/^Linked /);
    expect(await output('reinforce', porto.slice(-8), tea.slice(-8))).toMatch(/^Now [\s\S]*\nNow /);
    expect(await output('correct', porto.slice(-8), 'Ana lives in Lisbon.')).toContain('Ana lives in Lisbon.');
    expect(await output('forget', tea.slice(-8))).toContain(`Forgot ${tea}`);
    expect(await output('restore', tea.slice(-8))).toContain(`Restored ${tea}`);
    expect(await output('erase', tea.slice(-8), '--yes')).toMatch(/^Erased .*1 memory/);
  });

  test('that match several memories are refused with their ids', async () => {
    const ids = [await added('Ana lives in Porto.'), await added('Ben drinks tea with milk.')];
    const { stderr, code } = await plain('forget', ids[0]?.slice(0, 5) as string);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^souvenir: "\w{5}" matches several memories\n {2}pass more characters of one: .*\n$/);
    for (const id of ids) expect(stderr).toContain(id);
    expect(JSON.parse(await output('list', '--json')).memories).toHaveLength(2);
  });

  test.each(['ZZZZZZZZ', 'Z', '%', '____'])('match none for %s', async (part) => {
    await added('Ana lives in Porto.');
    const { stderr, code } = await plain('forget', part);
    expect(code).toBe(1);
    expect(stderr).toContain(`there is no memory "${part}" in this scope`);
  });

  test('have more than one character', async () => {
    const id = await added('Ana lives in Porto.');
    expect((await plain('forget', id.slice(-3))).code).toBe(1);
  });

  test('do not match memories of another project or user', async () => {
    const id = await added('Ana lives in Porto.');
    expect((await plain('show', id.slice(-8), '--user', 'ben')).stderr).toContain('there is no memory');
    expect((await plain('show', id.slice(-8), '--project', 'site')).stderr).toContain('there is no memory');
    await output('add', 'The site is in Dutch.', '--project', 'site');
    expect(await output('show', id.slice(0, 5), '--project', 'site')).toContain('The site is in Dutch.');
  });
});

describe('commands on agents', () => {
  test('outcomes reports and counts outcomes', async () => {
    await output('outcomes', 'report', 'code_review', '--notes', 'read twice');
    await output('outcomes', 'report', 'code_review', '--failed', '--notes', 'tests were not run');
    await output('consolidate');
    expect(await output('outcomes', 'list', 'codeReview')).toMatch(
      /\ncode_review +50 % +2 +\S+ +tests were not run\n$/,
    );
    expect(await output('outcomes', 'list', 'other')).toBe('There are none.\n');
  });

  test('tools lists tools by success rate', async () => {
    const call = { tool: 'search', parameters: { q: 'bees' }, success: false, error: 'no net' };
    const turn = { role: 'tool', type: 'toolResult', content: 'search failed: no net', metadata: call };
    await writeFile(join(cli.folder, 'turns.jsonl'), JSON.stringify(turn));
    await output('import', 'turns.jsonl');
    expect(await output('tools', '--tool', 'search')).toMatch(
      /\nsearch +0 % +1 +\S+ +\{"q":"bees"\} +last error: no net\n$/,
    );
    expect(await output('tools', '--min-success-rate', '0.5')).toBe('There are none.\n');
  });

  test('procedures learn makes a procedure of a sequence that occurs three times', async () => {
    const learn = () => output('procedures', 'learn', 'pull', 'test', 'push');
    expect(await learn()).toMatch(/^Kept \w{26} [^\n]*\n$/);
    await learn();
    expect(await learn()).toContain('A procedure now: ');
  });

  test('record --if-worth-it records what the policy accepts, or gives the reason', async () => {
    expect(await output('record', 'I moved to Porto in May.', '--role', 'user', '--if-worth-it')).toMatch(
      /^Kept \w{26}: /,
    );
    expect(await output('record', 'ok', '--role', 'user', '--if-worth-it')).toMatch(/^Left out: /);
  });

  test('record-setting stores a setting, and no secret', async () => {
    expect(await output('record-setting', 'editor.theme', 'dark', '--old', 'light')).toMatch(/^Kept \w{26} [^\n]*dark/);
    expect(await output('record-setting', 'api.password', 'hunter2-and-more')).toMatch(/^Left out: /);
  });

  test('persona lists versions of an agent with an identity', async () => {
    await writeFile(join(cli.folder, 'souvenir.config.json'), '{ "identity": "I am Vela." }');
    await added('Ana lives in Porto.');
    expect(await output('persona')).toMatch(/I am Vela\./);
    expect(await output('persona', 'versions')).toBe('There are none.\n');
    expect((await plain('persona', 'rollback', '0')).stderr).toContain('there is no earlier persona 0');
  });

  test('profile summary prints the profile of a prompt', async () => {
    await output('profile', 'set', 'name', 'Ana');
    expect(await output('profile', 'summary')).toMatch(/Ana/);
  });
});

/** They run on, take the id of a key or need a database: cli-serve, cli-worker, cli-mcp, cli-keys and cli-store.test.ts try them. */
const ELSEWHERE = ['serve', 'worker', 'mcp', 'keys revoke', 'db move', 'jobs list', 'jobs redrive', 'hook consolidate'];

/** What each command is given, in an order in which each finds what it needs. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  ...{ init: ['--yes'], record: ['Hello, I am Ana.'], demo: [], doctor: [] },
  ...{
    add: ['Ana has a bee.'],
    'record-setting': ['theme', 'dark'],
    import: ['turns.jsonl'],
    consolidate: [],
    config: [],
  },
  ...{ completion: ['bash'], chat: [], 'sessions list': [], 'sessions end': [], cycle: [], recall: ['bees'] },
  ...{ context: ['bees'], turn: ['bees'], 'profile show': [], 'profile set': ['name', 'Ana'], 'profile summary': [] },
  ...{ 'profile history': ['name'], 'profile clear': ['name'], 'instructions show': [] },
  ...{ 'instructions propose': ['Use metric units.'], 'instructions apply': ['Use metric units.'] },
  ...{ 'instructions diff': [], 'instructions versions': [], 'instructions rollback': ['0'] },
  ...{ 'documents add': ['notes.md'], 'documents list': [], 'documents chunks': ['notes.md'] },
  ...{ 'documents search': ['bees'], 'documents remove': ['notes.md'], 'persona show': [], 'persona versions': [] },
  ...{ 'persona rollback': ['0'], 'procedures match': ['a review'], 'procedures learn': ['pull', 'push'] },
  ...{ list: [], show: ['ID'], history: ['ID'], diff: ['2024-01-01'], 'outcomes report': ['review'] },
  ...{ 'outcomes list': [], tools: [], stats: [], export: [], update: ['ID', '--importance', '1'], reinforce: ['ID'] },
  ...{ link: ['ID', 'OTHER'], unlink: ['ID', 'OTHER'], archive: ['ID'], restore: ['ID'], forget: ['ID'] },
  ...{
    supersede: ['OTHER', 'THIRD'],
    correct: ['THIRD', 'Ana has two bees.'],
    publish: ['FOURTH', '--agent', 'scout'],
  },
  ...{
    connect: ['cursor', '--print', '--mcp-only'],
    disconnect: ['cursor', '--yes'],
    'hook explain': [],
    'hook status': [],
    'keys create': ['phone'],
    'keys list': [],
  },
  ...{
    rollback: ['NOW'],
    'db status': [],
    'db migrate': [],
    'db sql': [],
    copy: ['--to', 'other.db'],
    backup: ['copy.db'],
    'restore-backup': ['copy.db', '--force'],
  },
  ...{ encrypt: ['--key-file', 'a.key'], rekey: ['--key-file', 'a.key', '--new-key-file', 'b.key'] },
  ...{ decrypt: ['--key-file', 'b.key'], erase: ['--yes'] },
};

const commandsBelow = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.flatMap((each) => {
    const own = [...path, each.name()];
    return each.commands.length > 0 ? commandsBelow(each, own) : [own.join(' ')];
  });

test('every command prints JSON with --json', async () => {
  const program = createProgram({ signal: new AbortController().signal, fail: () => {}, untilStopped: async () => {} });
  expect([...Object.keys(RUNS), ...ELSEWHERE].sort()).toEqual(commandsBelow(program).sort());
  const write = (name: string, text: string) => writeFile(join(cli.folder, name), text, { mode: 0o600 });
  await write('turns.jsonl', '{"content":"Hello there."}');
  await write('notes.md', '# Bees\n\nThey fly.');
  await write('a.key', `${'a'.repeat(64)}\n`);
  await write('b.key', `${'b'.repeat(64)}\n`);
  await write('agents.json', JSON.stringify({ identity: 'I am Vela.', agents: [{ id: 'scout', parent: 'lead' }] }));
  const ids = { ID: await added('Ana lives in Porto.'), OTHER: await added('Ben drinks tea.') };
  const THIRD = await added('Cleo sings on Sundays.');
  const scouted = JSON.parse(await output('add', 'Dora paints.', '--agent', 'scout', '--json'));
  const named: Record<string, string> = { ...ids, THIRD, FOURTH: scouted.memory.id, NOW: new Date().toISOString() };
  for (const [path, args] of Object.entries(RUNS)) {
    const given = args.map((arg) => named[arg] ?? arg);
    const config = path === 'init' ? [] : ['--config', 'agents.json'];
    const run = await souvenir([...path.split(' '), ...given, ...config, '--embedder', 'none', '--json'], {
      input: path === 'chat' ? 'Hello\n' : '',
    });
    if (path === 'persona rollback') {
      // There is none to go back to without a language model.
      expect(run).toMatchObject({ code: 2, stdout: '' });
      continue;
    }
    expect({ path, code: run.code, stderr: run.code === 0 ? '' : run.stderr }).toEqual({ path, code: 0, stderr: '' });
    const isLines = path === 'export' || path === 'chat';
    for (const text of isLines ? run.stdout.trim().split('\n') : [run.stdout])
      expect(() => JSON.parse(text), `${path}: ${text.slice(0, 80)}`).not.toThrow();
  }
});

test.each([['--help'], ['completion', 'bash']])('%s loads neither schemas nor the engine', async (...args) => {
  const hook = `import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    process.on('exit', () => process.stderr.write(JSON.stringify(seen)));`;
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
  const { stderr } = await cli.process(args, { nodeOptions });
  const seen: string[] = JSON.parse(stderr);
  expect(seen.some((url) => url.endsWith('/src/cli/program.ts'))).toBe(true);
  expect(seen.filter((url) => /\/zod\/|\/src\/(souvenir|stores|recall|consolidate|components)\//.test(url))).toEqual(
    [],
  );
});

describe('colours', () => {
  test('follow FORCE_COLOR and NO_COLOR', async () => {
    await added('Ana lives in Porto.');
    const { stdout: forced } = await cli.process(['list'], { variables: { FORCE_COLOR: '1', NO_COLOR: '' } });
    expect(forced).toContain('\u001b[1m');
    const { stdout: plainly } = await cli.process(['list'], { variables: { NO_COLOR: '1' } });
    expect(plainly).not.toContain('\u001b');
  });
});

describe('completion', () => {
  /** What bash offers behind these words. */
  async function offered(...words: string[]): Promise<string[]> {
    const { stdout: script } = await souvenir(['completion', 'bash']);
    await writeFile(join(cli.folder, 'completion.sh'), script);
    const line = words.map((word) => `'${word}'`).join(' ');
    const asks = [
      'source completion.sh',
      `COMP_WORDS=(souvenir ${line}) COMP_CWORD=${words.length}`,
      `_souvenir souvenir '${words.at(-1)}' '${words.at(-2) ?? 'souvenir'}'`,
      'printf "%s\\n" "${' + 'COMPREPLY[@]}"',
    ];
    const { stdout } = await promisify(execFile)('bash', ['-c', asks.join('\n')], { cwd: cli.folder });
    return stdout.split('\n').filter((word) => word !== '');
  }

  test('for bash offers commands, options and choices', async () => {
    expect(await offered('pro')).toEqual(['profile', 'procedures']);
    expect(await offered('profile', 's')).toEqual(['show', 'summary', 'set']);
    expect(await offered('profile', 'set', 'na')).toEqual(['name']);
    expect(await offered('recall', 'bees', '--mode', 're')).toEqual(['relevant', 'recent']);
    expect(await offered('recall', '--thr')).toEqual(['--threshold']);
    expect(await offered('--user', 'list', 'recall', '--embedder', 'h')).toEqual(['hash']);
    expect(await offered('list', '--type', 'p')).toEqual([]);
    expect(await offered('record', '--type', 'd')).toEqual(['decision']);
  });

  test.each(['zsh', 'fish'])('for %s lists every command', async (shell) => {
    const { stdout } = await souvenir(['completion', shell]);
    for (const name of ['recall', 'versions', 'rollback']) expect(stdout).toContain(name);
  });
});
