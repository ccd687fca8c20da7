import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { connectChanges, disconnectChanges, type Part, writeChanges } from './changes.ts';
import { replaceText, textOf } from './edit-file.ts';
import { HOOK_TABLES } from './hook-tables.ts';
import { editsOf, type InstallationOptions, statusOf } from './installation.ts';
import { valueIn, withMember } from './jsonc.ts';
import { type AgentProgram, PROGRAMS, type ProgramName } from './programs.ts';

const BOTH: readonly Part[] = ['mcp', 'hooks'];
const WITH_HOOKS = ['claude-code', 'codex', 'cursor', 'gemini', 'opencode'] as const;
const root = temporaryFolder();
let at = 0;
let folder = '';
beforeEach(async () => {
  at += 1;
  folder = join(root, String(at));
  await mkdir(join(folder, 'project'), { recursive: true });
});

const options = {
  ...{ db: './souvenir.db', tenant: 'default', user: 'default', agent: 'default' },
  ...{ embedder: 'souvenir' as const, llmModel: 'default', settings: {} },
};
const installation = (changed: Partial<InstallationOptions> = {}): InstallationOptions => ({
  environment: {
    ...{ home: join(folder, 'home'), folder: join(folder, 'project') },
    ...{ platform: 'linux', variables: {} },
  },
  ...{ isGlobal: false, options, bin: '/lib/cli/bin.js' },
  ...{ memory: { kind: 'repository', db: join(folder, 'project', '.souvenir', 'memory.db') }, ...changed },
});
const backups = () => join(folder, 'project', '.souvenir', 'connect');
const edits = (name: ProgramName, changed?: Partial<InstallationOptions>) =>
  editsOf(PROGRAMS[name] as AgentProgram, installation(changed));

async function connect(name: ProgramName, parts = BOTH, changed?: Partial<InstallationOptions>): Promise<number> {
  const changes = await connectChanges(edits(name, changed), parts, backups());
  await writeChanges(changes, backups());
  return changes.length;
}

async function disconnect(name: ProgramName, parts = BOTH, changed?: Partial<InstallationOptions>): Promise<number> {
  const changes = await disconnectChanges(edits(name, changed), parts, backups());
  await writeChanges(changes, backups());
  return changes.length;
}

/** Every file below the folder with its text, and every empty folder. */
async function everything(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = entries.map(async (entry): Promise<[string, string]> => {
    const path = join(entry.parentPath, entry.name);
    return [relative(folder, path), entry.isFile() ? await readFile(path, 'utf8') : 'folder'];
  });
  return Object.fromEntries(await Promise.all(all));
}

async function given(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const filesOf = (name: ProgramName) => [...new Set(edits(name).map(({ file }) => file))];

/** Settings with comments, other servers and hooks of other tools. */
const COMMENTED: Record<string, string> = {
  '.mcp.json': '{\n\t"mcpServers": { "other": { "command": "x" } } // mine\n}',
  'settings.local.json':
    '{\n    // mine\n    "hooks": {\n        "Stop": [\n            { "hooks": [{ "type": "command", "command": "say done" }] }, // loud\n        ],\n        "Notification": []\n    },\n}\n',
  'hooks.json':
    '{\r\n  "version": 1,\r\n  "hooks": {\r\n    "stop": [{ "command": "./mine.sh" }],\r\n    "Stop": [{ "hooks": [{ "type": "command", "command": "./mine.sh" }] }]\r\n  }\r\n}',
  'mcp.json': '{}',
  'config.toml': '# mine\nmodel = "o5"\n\n[mcp_servers.other]\ncommand = "x" # keep\n',
  'settings.json':
    '{ "theme": "dark", /* night */ "hooks": { "AfterAgent": [{ "hooks": [{ "name": "mine", "type": "command", "command": "./x.sh" }] }] } }\n',
  'opencode.json': '{\n  "$schema": "https://opencode.ai/config.json",\n  // none yet\n  "mcp": {}\n}\n',
};

async function givenCommented(name: ProgramName): Promise<void> {
  for (const file of filesOf(name)) {
    const text = COMMENTED[file.split(/[\\/]/).at(-1) ?? ''];
    if (text !== undefined) await given(file, text);
  }
}

describe.each(WITH_HOOKS)('%s', (name) => {
  test('is connected on an empty machine with a server and hooks for the same memory', async () => {
    await connect(name);
    const status = await statusOf(name, installation().environment);
    expect(status).toMatchObject({ mcp: [expect.any(String)], hooks: [expect.any(String)], unreadable: [] });
    const [server = '', hooks = ''] = await Promise.all(
      [status.mcp[0], status.hooks[0]].map((file) => readFile(file ?? '', 'utf8')),
    );
    expect(server).toContain(join('.souvenir', 'memory.db'));
    expect(hooks).toMatch(new RegExp(`/lib/cli/bin\\.js["',]* ?["']?hook["',]* ?["']?${name}`));
  });

  test('is connected twice without a second change', async () => {
    expect(await connect(name)).toBeGreaterThan(0);
    const once = await everything();
    expect(await connect(name)).toBe(0);
    expect(await everything()).toEqual(once);
  });

  test('leaves no file and no folder behind on a machine that was empty', async () => {
    const before = await everything();
    await connect(name);
    expect(await disconnect(name)).toBeGreaterThan(0);
    expect(await everything()).toEqual(before);
  });

  test('keeps every character and hook of others, and gives the bytes back', async () => {
    await givenCommented(name);
    const before = await everything();
    await connect(name);
    const connected = await everything();
    for (const [path, text] of Object.entries(before)) {
      let next = 0;
      for (const sign of connected[path] ?? '') if (sign === text[next]) next += 1;
      expect(next, path).toBe(text.length);
    }
    expect(await connect(name)).toBe(0);
    await disconnect(name);
    expect(await everything()).toEqual(before);
  });

  test('loses only what connect wrote if a file was edited since', async () => {
    await givenCommented(name);
    const before = await everything();
    await connect(name);
    const json = filesOf(name).filter((file) => file.endsWith('.json'));
    for (const file of json) await writeFile(file, withMember(await readFile(file, 'utf8'), ['edited'], true));
    await disconnect(name);
    for (const file of json) {
      const text = await readFile(file, 'utf8');
      const old = before[relative(folder, file)] ?? '{}';
      expect(valueIn(text, []), file).toEqual({ ...(valueIn(old, []) as object), edited: true });
      expect((text.match(/\/\/ (?:mine|loud|none yet)/g) ?? []).length).toBe(
        (old.match(/\/\/ (?:mine|loud|none yet)/g) ?? []).length,
      );
    }
    expect(await statusOf(name, installation().environment)).toMatchObject({ mcp: [], hooks: [] });
  });

  test('keeps an edit between two connects', async () => {
    await connect(name);
    const file = filesOf(name).find((each) => each.endsWith('.json')) ?? '';
    await writeFile(file, withMember(await readFile(file, 'utf8'), ['edited'], true));
    await connect(name, BOTH, { memory: { kind: 'global' } });
    await disconnect(name, BOTH, { memory: { kind: 'global' } });
    expect(valueIn(await readFile(file, 'utf8'), [])).toMatchObject({ edited: true });
    expect(await statusOf(name, installation().environment)).toMatchObject({ mcp: [], hooks: [] });
  });

  test('is disconnected in parts', async () => {
    await givenCommented(name);
    const before = await everything();
    await connect(name);
    await disconnect(name, ['mcp']);
    expect(await statusOf(name, installation().environment)).toMatchObject({ mcp: [], hooks: [expect.any(String)] });
    await disconnect(name, ['hooks']);
    expect(await everything()).toEqual(before);
  });

  test('is refused with the name of a file that cannot be read, and nothing is written', async () => {
    const file = filesOf(name).findLast((each) => each.endsWith('.json')) ?? '';
    await given(file, '{ "a": 1,\n broken');
    const before = await everything();
    await expect(connect(name)).rejects.toThrow(`${file}: line 2 is not JSON`);
    expect(await everything()).toEqual(before);
  });

  test('is refused if a file is read-only, and nothing is written', async () => {
    const file = filesOf(name).at(-1) ?? '';
    await given(file, file.endsWith('.ts') ? '' : '{}');
    await chmod(file, 0o444);
    const before = await everything();
    await expect(connect(name)).rejects.toThrow(`${file} is read-only`);
    expect(await everything()).toEqual(before);
  });

  test('is connected for all projects in the home folder', async () => {
    await connect(name, BOTH, { isGlobal: true, memory: { kind: 'global' } });
    const { mcp, hooks } = await statusOf(name, installation().environment);
    for (const file of [...mcp, ...hooks]) {
      expect(file.startsWith(join(folder, 'home'))).toBe(true);
      expect(await readFile(file, 'utf8')).toContain('--global');
    }
  });
});

test('hooks of an earlier version are replaced, and the hooks around them keep their places', async () => {
  const [, hooks] = edits('claude-code');
  const group = (command: string) => ({ hooks: [{ type: 'command', command }] });
  const old = {
    Stop: [group('first'), group('/old/bin.js hook claude-code'), group('last')],
    Ended: [group('npx -y souvenir-memory hook claude-code')],
  };
  const text = hooks?.put(JSON.stringify({ hooks: old })) ?? '';
  const commands = (event: string) =>
    (valueIn(text, ['hooks', event]) as { hooks: { command: string }[] }[]).map((each) => each.hooks[0]?.command);
  expect(commands('Stop')).toEqual(['first', 'last', expect.stringContaining('/lib/cli/bin.js hook claude-code')]);
  expect(commands('Ended')).toEqual([]);
});

test('the command of a hook has no version in it, so that it stays trusted', () => {
  const [, hooks] = edits('codex', { bin: '/home/ana/.npm/_npx/1/bin.js' });
  expect(hooks?.put('')).toContain('"command": "npx -y souvenir-memory hook codex"');
});

test('programs wait for no hook longer than its table says, in their own unit', async () => {
  const timeouts = (name: ProgramName) =>
    [...(edits(name)[1]?.put('') ?? '').matchAll(/"timeout": (\d+)/g)].map(([, text]) => Number(text));
  for (const name of ['claude-code', 'codex', 'cursor'] as const)
    expect(timeouts(name)).toEqual(HOOK_TABLES[name].events.map(({ seconds }) => seconds));
  expect(timeouts('gemini')).toEqual(HOOK_TABLES.gemini.events.map(({ seconds }) => seconds * 1000));
});

test('a server that an earlier connect wrote for another memory is replaced, so that the hooks use the same one', async () => {
  for (const name of ['claude-code', 'codex'] as const) {
    await connect(name);
    await connect(name, BOTH, { memory: { kind: 'global' } });
    const server = await readFile(filesOf(name)[0] ?? '', 'utf8');
    expect(server).toContain('"--global"');
    expect(server).not.toContain('--db');
    expect(await disconnect(name)).toBe(2);
  }
  expect(await everything()).toEqual({ project: 'folder' });
});

test('an existing server named souvenir that someone else wrote is kept, and given back after it was replaced', async () => {
  const file = join(folder, 'project', '.mcp.json');
  const mine = '{ "mcpServers": { "souvenir": { "command": "mine" } } }';
  await given(file, mine);
  expect(await connect('claude-code', ['mcp'])).toBe(0);
  expect(await disconnect('claude-code', ['mcp'])).toBe(0);
  await connect('claude-code', ['mcp'], { force: true });
  await writeFile(file, `${await readFile(file, 'utf8')}\n`);
  await disconnect('claude-code', ['mcp']);
  expect(valueIn(await readFile(file, 'utf8'), ['mcpServers', 'souvenir'])).toEqual({ command: 'mine' });
});

test('a plugin of OpenCode that connect did not write is refused and kept', async () => {
  const file = filesOf('opencode').at(-1) ?? '';
  await given(file, 'export const Mine = 1;\n');
  await expect(connect('opencode')).rejects.toThrow(`${file}: it is a plugin that \`connect\` did not write`);
  await connect('opencode', BOTH, { force: true });
  await disconnect('opencode');
  expect(await readFile(file, 'utf8')).toBe('export const Mine = 1;\n');
});

test('the settings file of OpenCode with comments in its name is the one that is changed', async () => {
  await given(join(folder, 'project', 'opencode.jsonc'), '{}');
  await connect('opencode', ['mcp']);
  expect(await textOf(join(folder, 'project', 'opencode.json'))).toBeUndefined();
});

test('a change that fails gives the files before it their text back', async () => {
  const [first = '', second = ''] = filesOf('claude-code');
  await given(first, '{}');
  const changes = await connectChanges(edits('claude-code'), BOTH, backups());
  await given(second, '{"edited":true}');
  const before = await everything();
  await expect(writeChanges(changes, backups())).rejects.toMatchObject({ code: 'overtaken' });
  expect(await everything()).toEqual(before);
});

test('a backup that is damaged or lost does not keep anyone from disconnecting', async () => {
  await givenCommented('claude-code');
  const before = await everything();
  await connect('claude-code');
  for (const name of await readdir(backups())) await writeFile(join(backups(), name), 'damaged');
  await disconnect('claude-code');
  for (const file of filesOf('claude-code')) {
    const old = before[relative(folder, file)] ?? '';
    expect(valueIn(await readFile(file, 'utf8'), [])).toEqual(valueIn(old, []));
  }
});

test('backups can be read by their owner only', async () => {
  await given(filesOf('cursor')[0] ?? '', '{ "secret": 1 }');
  await connect('cursor');
  for (const name of await readdir(backups())) expect((await stat(join(backups(), name))).mode & 0o077).toBe(0);
});

test('without a home folder the settings of a project are changed, and those of the user refused', async () => {
  const environment = { ...installation().environment, home: '' };
  expect(await connect('codex', BOTH, { environment })).toBe(2);
  expect(() => edits('codex', { environment, isGlobal: true })).toThrow(/unknown|no home folder/);
  expect(await statusOf('codex', environment)).toMatchObject({ mcp: [expect.any(String)] });
});

test('a settings file that cannot be read is named in the list of programs', async () => {
  const file = join(folder, 'project', '.mcp.json');
  await given(file, '{ broken');
  expect(await statusOf('claude-code', installation().environment)).toMatchObject({ unreadable: [file], mcp: [] });
});

test('a file that is removed is not removed if it changed during the edit', async () => {
  const file = join(folder, 'x.json');
  await given(file, 'changed');
  await expect(replaceText(file, 'before', undefined)).rejects.toMatchObject({ code: 'overtaken' });
  await replaceText(file, 'changed', undefined);
  expect(await textOf(file)).toBeUndefined();
});

test('connect does not take the hook of another program with a bin.js for its own', async () => {
  const other = { hooks: [{ type: 'command', command: 'node /tools/lint/bin.js hook run' }] };
  const file = join(folder, 'project', '.claude', 'settings.local.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ hooks: { Stop: [other] } }));
  await connect('claude-code');
  expect(valueIn((await textOf(file)) ?? '', ['hooks', 'Stop'])).toContainEqual(other);
});
