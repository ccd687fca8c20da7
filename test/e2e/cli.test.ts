import { closeSync, existsSync, openSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3-multiple-ciphers';
import { describe, expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';
import { LlmServer, OPEN_AI, send } from '../support/llm-server.ts';
import { zipOf } from '../support/zip.ts';

const COMMANDS = [
  ...[
    'demo',
    'record',
    'import',
    'add',
    'consolidate',
    'sessions',
    'cycle',
    'recall',
    'context',
    'list',
    'show',
    'history',
  ],
  ...['diff', 'stats', 'doctor', 'export', 'correct', 'update', 'reinforce', 'archive', 'forget', 'restore', 'link'],
  ...['unlink', 'rollback', 'supersede', 'turn', 'profile', 'instructions', 'documents'],
];
const STACK = /^ +at .+:\d+/m;

const cli = freshCli();
const { start, souvenir, plain } = cli;

async function remembering(...contents: string[]): Promise<void> {
  const lines = contents.map((content) => JSON.stringify({ content, date: '2024-05-01' }));
  await writeFile(join(cli.folder, 'given.jsonl'), lines.join('\n'));
  expect((await plain('import', 'given.jsonl')).code).toBe(0);
}

test('consolidate reads sessions with the language model that --llm names', async () => {
  const server = new LlmServer();
  await server.start();
  const facts = [{ text: 'Ana hält Bienen.', category: 'fact', from: [1] }];
  server.answers = [send(200, OPEN_AI.completion({ text: JSON.stringify({ facts }), usage: OPEN_AI.usage(9, 9) }))];
  await plain('record', 'Ich halte Bienen.', '--speaker', 'Ana');
  const { stdout, code } = await plain('consolidate', '--llm', `${server.url}/v1`, '--llm-model', 'small', '--json');
  await server.stop();
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ modelCalls: 1, inputTokens: 9 });
  expect(server.requests[0]?.body).toMatchObject({ model: 'small' });
  expect((await plain('list', '--json')).stdout).toContain('Ana hält Bienen.');
});

describe('record', () => {
  test('prints the id of the durable episode', async () => {
    const { stdout, stderr, code } = await plain('record', 'Ana keeps bees', '--speaker', 'Ana', '--turn-id', 't7');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, episode] = (await plain('export')).stdout.split('\n').map((line) => line && JSON.parse(line));
    expect(episode).toMatchObject({ id: stdout.trim(), content: 'Ana keeps bees', metadata: { turnId: 't7' } });
  });

  test.each([[['record', '-']], [['record']]])('%j reads stdin', async (args) => {
    const { stdout, code } = await souvenir([...args, '--json'], { input: 'from a pipe\n' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ content: 'from a pipe' });
  });

  test('stores the value of every option', async () => {
    const options = '--type decision --role assistant --importance 0.6 --at 2024-05-01T10:00Z --session s --project p';
    const { stdout } = await plain('record', 'x', ...options.split(' '), '--user', 'u', '--agent', 'a', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ type: 'decision', role: 'assistant', importance: 0.6, occurredAt: '2024-05-01T10:00:00.000Z' },
      ...{ sessionId: 's', projectId: 'p', userId: 'u', agentId: 'a', tenantId: 'default' },
    });
  });

  test('refuses an empty text and names the field', async () => {
    expect(await plain('record', ' ')).toMatchObject({ code: 2, stderr: expect.stringContaining('content: is empty') });
    expect(await readdir(cli.folder)).toEqual([]);
  });
});

describe('import', () => {
  test('records, consolidates and reports a transcript', async () => {
    await writeFile(join(cli.folder, 'chat.txt'), 'Ana: I keep bees in Porto\nAI: How many hives?\n');
    const { stdout, stderr, code } = await plain('import', 'chat.txt');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^Recorded 2 turns in 1 session \(transcript\)\.\nConsolidated: (\d+) new memories, \1 embedded\.\n(?: {2}[a-z]+ +\d+ new\n)*$/,
    );
    expect((await plain('export')).stdout).toContain('"sessionId":"chat"');
  });

  test('records JSONL from stdin without consolidation', async () => {
    const args = ['import', '-', '--no-consolidate', '--json'];
    const { stdout } = await souvenir(args, { input: '{"text":"a"}\n{"text":"b","session":"s"}' });
    expect(JSON.parse(stdout)).toMatchObject({ format: 'jsonl', turns: 2, sessions: 2 });
  });

  test('reports an invalid line and writes nothing', async () => {
    await writeFile(join(cli.folder, 'bad.jsonl'), '{"text":"good"}\n{"text":"also good"}\n{"text":\n');
    const { stdout, stderr, code } = await plain('import', 'bad.jsonl');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^souvenir: line 3: .*\n {2}nothing was imported;/);
    expect(await readdir(cli.folder)).toEqual(['bad.jsonl']);
  });

  test('reports a missing file', async () => {
    expect(await plain('import', 'none.txt')).toMatchObject({ code: 1, stderr: expect.stringContaining('none.txt') });
  });

  test('reads a JSON array and reports the invalid item', async () => {
    await writeFile(join(cli.folder, 'chat.json'), JSON.stringify([{ text: 'I keep bees' }, { text: 'in Porto' }]));
    expect((await plain('import', 'chat.json', '--no-consolidate')).stdout).toMatch(
      /^Recorded 2 turns in 1 session \(json\)/,
    );
    await writeFile(join(cli.folder, 'bad.json'), '[{"text":"a"},\n3]');
    expect(await plain('import', 'bad.json')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('item 2: is not a JSON object') },
    });
  });

  test('imports an archive after a dry run, skips known turns, and prints errors on stderr', async () => {
    const content = await readFile(new URL('../fixtures/imports/claude.json', import.meta.url));
    await writeFile(join(cli.folder, 'data.zip'), zipOf({ name: 'conversations.json', content }));
    expect(await plain('import', 'data.zip', '--dry-run')).toMatchObject({
      ...{ code: 0, stdout: 'Would import 3 turns in 1 session (claude).\n' },
    });
    expect(await readdir(cli.folder)).toEqual(['data.zip']);
    expect((await plain('import', 'data.zip')).stdout).toMatch(/^Recorded 3 turns in 1 session \(claude\)\./);
    expect((await plain('import', 'data.zip', '--no-consolidate')).stdout).toBe(
      'Recorded 0 turns in 1 session (claude; 3 already known).\n',
    );
    await writeFile(join(cli.folder, 'some.jsonl'), '{"text":"a"}\n3\n');
    expect(await plain('import', 'some.jsonl', '--bad', 'skip', '--no-consolidate')).toEqual({
      ...{ code: 0, stdout: 'Recorded 1 turn in 1 session (jsonl; 1 invalid skipped).\n' },
      stderr: 'souvenir: line 2: is not a JSON object\n',
    });
  });

  test('reports a file that is not text', async () => {
    await writeFile(join(cli.folder, 'image.png'), Buffer.from([0x89, 0x50, 0xff, 0xfe]));
    expect(await plain('import', 'image.png')).toMatchObject({ code: 2, stderr: expect.stringContaining('UTF-8') });
  });
});

test.each([['import', 'chat.txt'], ['consolidate']])(
  'a session that %s cannot consolidate makes it exit with 1',
  async (...args) => {
    await writeFile(join(cli.folder, 'chat.txt'), 'Ana: I keep bees in Porto');
    await plain('record', 'Ana keeps bees');
    const database = new Database(join(cli.folder, 'souvenir.db'));
    database.exec("CREATE TRIGGER broken BEFORE INSERT ON memories BEGIN SELECT RAISE(ABORT, 'broken'); END");
    database.close();
    const { stdout, code } = await plain(...args);
    expect({ stdout, code }).toEqual({ stdout: expect.stringContaining('failed on session'), code: 1 });
  },
);

describe('consolidate', () => {
  test('consolidates all sessions once', async () => {
    await plain('record', 'Ana keeps bees in Porto');
    expect((await plain('consolidate')).stdout).toMatch(/^Consolidated: (\d+) new memor(?:y|ies), \1 embedded\.\n/);
    expect((await plain('consolidate')).stdout).toBe('Consolidated: nothing new.\n');
  });

  test('consolidates only the given session', async () => {
    await plain('record', 'Ana keeps bees in Porto', '--session', 's');
    await plain('record', 'Ana keeps hens in Porto', '--session', 't');
    const { components } = JSON.parse((await plain('consolidate', '--session', 's', '--json')).stdout);
    expect(components[0]).toMatchObject({ component: 'episodic', sessionsProcessed: 1, memoriesCreated: 1 });
  });
});

test('sessions are listed, and an ended one is consolidated', async () => {
  await plain('record', 'Ana keeps bees in Porto', '--session', 's', '--at', '2024-05-01');
  await plain('record', 'Ana keeps hens in Porto', '--session', 't', '--at', '2024-05-02');
  const { components } = JSON.parse((await plain('sessions', 'end', '--session', 's', '--json')).stdout);
  expect(components[0]).toMatchObject({ component: 'episodic', sessionsProcessed: 1, memoriesCreated: 1 });
  expect((await plain('sessions')).stdout.split('\n')).toEqual([
    'began       last        episodes  ended       session',
    expect.stringMatching(/^2024-05-01 {2}2024-05-01 {2}1 +20\d\d-\d\d-\d\d {2}s$/),
    expect.stringMatching(/^2024-05-02 {2}2024-05-02 {2}1 +t$/),
    '',
  ]);
});

describe('recall', () => {
  test('finds recorded turns and marks them', async () => {
    await plain('record', 'The ferry to Vis leaves at half past six.', '--user', 'zoe');
    const { stdout } = await plain('recall', 'when does the ferry leave', '--user', 'zoe', '--embedder', 'none');
    expect(stdout).toMatch(/The ferry to Vis .* episodic\/conversation \S+, not yet consolidated/);
  });

  test('prints the best memory first, and explains it', async () => {
    await remembering('The beehives stand behind the old barn', 'The train to Porto leaves at noon');
    const { stdout, stderr, code } = await plain('recall', 'where do the beehives stand', '--explain');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^ 1\. \d\.\d\d {2}The beehives stand behind the old barn {2}episodic\/conversation 2024-05-01, read as \w+(?:, \w+)*, \w{26}\n/,
    );
    expect(stdout).toMatch(/ vector +window .*= score +confidence\n1\. +\d\.\d{3} /);
    expect(stdout).toMatch(/confidence {2}[01]\.\d{3} from strength \d+\.\d{3}, meaning /);
    for (const part of ['candidates', 'cut', 'tokens', 'timings']) expect(stdout).toContain(part);
  });

  test('prints the whole result as JSON', async () => {
    await remembering('The beehives stand behind the old barn');
    const { stdout } = await plain('recall', 'beehives behind the barn', '--json', '--top-k', '1');
    const { items, timingsMs, cut, confidence, evidence } = JSON.parse(stdout);
    expect(items).toHaveLength(1);
    expect(items[0].confidence > 0 && items[0].confidence <= confidence && confidence < 1).toBe(true);
    expect(evidence.strength).toBeGreaterThan(0);
    expect(items[0].breakdown.contributions.vector).toBeGreaterThan(0);
    expect({ timingsMs, cut }).toMatchObject({ timingsMs: { total: expect.any(Number) }, cut: { overTopK: 0 } });
  });

  test('prints a reason without a match', async () => {
    await remembering('The beehives stand behind the old barn');
    const { stdout, code } = await souvenir(['recall', 'tungsten', '--embedder', 'none']);
    expect({ stdout, code }).toEqual({ stdout: 'Nothing: no memory matches the query.\n', code: 0 });
  });

  test('shows archived matches without another match', async () => {
    const { stdout: added } = await plain('add', 'The dentist is in Mill Street.', '--json');
    const { id } = JSON.parse(added).memory;
    await plain('archive', id);
    const { stdout } = await plain('recall', 'Where is the dentist?', '--embedder', 'none');
    expect(stdout).toMatch(/^Nothing: no memory matches the query; 1 archived memory matches\.\n 1\. .*Mill Street/);
    expect(stdout).toContain(id);
  });

  test('finds nothing for another user', async () => {
    await remembering('The beehives stand behind the old barn');
    expect((await plain('recall', 'beehives behind the old barn', '--user', 'eve')).stdout).toMatch(/^Nothing: /);
  });

  test.each(['recall', 'context'])('%s searches only the given project and session', async (command) => {
    await plain('record', 'The beehives stand behind the barn', '--session', 's', '--project', 'p');
    await plain('consolidate');
    const matches = async (...where: string[]) =>
      (await plain(command, 'beehives behind the barn', ...where)).stdout.includes('stand behind');
    expect(await matches()).toBe(true);
    expect(await matches('--session', 's', '--project', 'p')).toBe(true);
    expect(await matches('--session', 't')).toBe(false);
    expect(await matches('--project', 'q')).toBe(false);
  });

  test('lists by mode, period and filters without a query', async () => {
    await plain('record', 'The train to Porto leaves at noon', '--at', '2024-05-01');
    await plain('record', 'The beehives stand behind the barn', '--at', '2024-05-03');
    await plain('consolidate');
    const matches = async (...options: string[]) => {
      const { stdout } = await plain('recall', ...options, '--json');
      return JSON.parse(stdout).items.map(({ content }: { content: string }) => content.split(' ')[1]);
    };
    expect(await matches('--mode', 'recent')).toEqual(['beehives', 'train']);
    expect(await matches('--mode', 'recent', '--include', 'superseded', '--include', 'expired')).toHaveLength(2);
    expect(await matches('--to', '2024-05-02')).toEqual(['train']);
    expect(await matches('--from', '2024-05-02', '--no-touch')).toEqual(['beehives']);
    expect(await matches('--mode', 'recent', '--entity', 'Nobody', '--entity', 'Noone')).toEqual([]);
    expect(await matches('--mode', 'important', '--min-salience', '1')).toEqual([]);
    const kind = '--type episodic --type working --component episodic --category conversation';
    const best = ['--threshold', '0', '--min-score-share', '0.8'];
    expect(await matches('beehives', ...kind.split(' '), '--token-budget', 'none', ...best)).toEqual(['beehives']);
    expect(await matches('--mode', 'recent', '--type', 'procedural')).toEqual([]);
    expect(await matches('beehives train', '--threshold', '0', '--min-score-share', '1')).toHaveLength(1);
    expect((await plain('recall', '--mode', 'important', '--explain')).stdout).toMatch(
      /recency +frequency +importance/,
    );
    expect((await plain('recall', '--mode', 'recent', '--explain')).stdout).not.toContain('= score');
    expect(await plain('recall', '--from', '2024-05-02', '--to', '2024-05-01')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('recall.from: is after `to`'),
    });
  });

  test('reports a missing memory and does not create it', async () => {
    expect(await plain('recall', 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no memory at'),
    });
    expect(await readdir(cli.folder)).toEqual([]);
  });
});

describe('context', () => {
  test('prints a block for a prompt and nothing else', async () => {
    await remembering('The beehives stand behind the old barn');
    const { stdout, stderr } = await plain('context', 'the beehives behind the barn');
    expect(stderr).toBe('');
    expect(stdout).toBe(
      '<souvenir-memories>\n- [episodic/conversation 2024-05-01] The beehives stand behind the old barn\n</souvenir-memories>\n',
    );
  });

  test('prints nothing on stdout without a relevant memory', async () => {
    await remembering('The beehives stand behind the old barn');
    const { stdout, stderr, code } = await souvenir(['context', 'tungsten', '--embedder', 'none']);
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: 'souvenir: no memory matches the query\n',
      code: 0,
    });
  });
});

test('stats counts memories, also those that another embedder has not embedded', async () => {
  await remembering('The beehives stand behind the old barn');
  expect((await plain('stats')).stdout).toMatch(
    /episodes +1 in 1 session\nmemories +\d+ active\nby component +(?:\d+ [a-z]+, )*1 episodic(?:, \d+ [a-z]+)*\n/,
  );
  const { stdout } = await souvenir(['stats', '--embedder', 'none', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ episodes: 1, embedder: null, bytes: expect.any(Number), unembedded: 0 });
});

test('reading commands leave the vectors of another embedder to consolidate', async () => {
  await plain('record', 'The beehives stand behind the old barn');
  await souvenir(['consolidate', '--embedder', 'none']);
  await plain('recall', 'beehives');
  await plain('context', 'beehives');
  await plain('stats');
  expect((await plain('stats')).stdout).toMatch(/to embed +[1-9]\d*\n/);
  await plain('consolidate');
  expect((await plain('stats')).stdout).toMatch(/to embed +0\n/);
});

describe('doctor', () => {
  test('passes before and after the file exists', async () => {
    expect(await plain('doctor')).toMatchObject({ code: 0, stdout: expect.stringContaining('does not exist yet') });
    await remembering('The beehives stand behind the old barn');
    const { stdout, code } = await plain('doctor', '--json');
    expect(code).toBe(0);
    const checks: { name: string; ok: boolean }[] = JSON.parse(stdout);
    expect(checks.map(({ name, ok }) => `${name} ${ok}`)).toEqual(
      ['node', 'config', 'kernel', 'embedder', 'sqlite', 'disk', 'file', 'access'].map((name) => `${name} true`),
    );
  });

  test('names the kernel, and the reason for not using the native one', async () => {
    const { stdout } = await cli.souvenir(['doctor', '--embedder', 'none'], { variables: { SOUVENIR_KERNEL: 'wasm' } });
    expect(stdout).toMatch(
      /✓ kernel +wasm, \d+ GMAC\/s a core, as the native kernel is refused by SOUVENIR_KERNEL=wasm\n/,
    );
  });

  test('fails for a file that is not a database, with advice', async () => {
    await writeFile(join(cli.folder, 'notes.txt'), 'not a database at all, only some words '.repeat(50));
    const { stdout, stderr, code } = await plain('doctor', '--db', 'notes.txt');
    expect({ stderr, code }).toEqual({ stderr: '', code: 1 });
    expect(stdout).toMatch(/✓ disk .*\n✗ file .*notes\.txt is not a Souvenir database.*\n +\S+/);
  });
});

describe('export', () => {
  test('prints one JSON object with its kind per line', async () => {
    await remembering('The beehives stand behind the old barn');
    const { stdout } = await plain('export');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual(expect.arrayContaining(['episode', 'memory']));
    const args = ['import', '-', '--format', 'export', '--db', 'copy.db', '--embedder', 'hash', '--json'];
    expect(JSON.parse((await souvenir(args, { input: stdout })).stdout)).toMatchObject({ turns: 1 });
  });

  const large = () => remembering(...Array.from({ length: 2000 }, (_, at) => `turn ${at} ${'x'.repeat(1000)}`));

  test('ends quietly when its reader closes the pipe', async () => {
    await large();
    const child = start(['export']);
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.stdout.once('data', () => child.stdout.destroy());
    expect({ stderr: await text(child.stderr), code: await ended }).toEqual({ stderr: '', code: 0 });
    expect(await readdir(cli.folder)).not.toContain('souvenir.db-wal');
  });

  test.skipIf(!existsSync('/dev/full'))('reports a failed write on one line', async () => {
    await large();
    const full = openSync('/dev/full', 'w');
    try {
      for (const args of [['export'], ['stats'], ['--help']]) {
        const child = start(args, { stdout: full });
        const ended = new Promise((resolve) => child.on('close', resolve));
        expect({ stderr: await text(child.stderr), code: await ended }).toEqual({
          stderr: expect.stringMatching(/^souvenir: cannot write the result: ENOSPC[^\n]*\n$/),
          code: 1,
        });
        expect(await readdir(cli.folder)).not.toContain('souvenir.db-wal');
      }
    } finally {
      closeSync(full);
    }
  });

  test('closes the memory and exits with 130 on an interrupt', async () => {
    await large();
    const child = start(['export']);
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.stdout.once('data', () => {
      child.kill('SIGINT');
      child.stdout.resume();
    });
    expect({ stderr: await text(child.stderr), code: await ended }).toEqual({
      stderr: 'souvenir: interrupted\n',
      code: 130,
    });
    expect(await readdir(cli.folder)).not.toContain('souvenir.db-wal');
  });
});

test('demo answers, is silent on unknown topics, and fits in a screen and a half', async () => {
  const { stdout, stderr, code } = await souvenir(['demo']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const answers = stdout.split('\n? ').slice(1);
  expect(answers[0]).toMatch(/^Why did the bus app crash\?\n 1\. .*Ana: My bus timetable app in Dart crashed/);
  expect(answers[1]).toContain('Porto');
  expect(answers[2]).toContain('keep your answers short');
  expect(answers[3]).toMatch(/^What is the boiling point of tungsten\?\n +silence: no memory/);
  expect(stdout).toContain('<souvenir-memories>');
  expect(stdout.split('\n').length).toBeLessThanOrEqual(50);
  expect((await souvenir(['demo'])).stdout).toBe(stdout);
  expect(await readdir(cli.folder)).toEqual([]);
});

describe('help', () => {
  test('a command has a summary and an example', async () => {
    const { stdout, code } = await souvenir(['stats', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: souvenir stats .*\n\n[A-Z].*\.\n/);
    expect(stdout).toMatch(/Example:\n {2}\$ souvenir stats/);
  });

  test('every command is listed', async () => {
    const { stdout } = await souvenir(['--help']);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });
});

describe('invalid command lines', () => {
  test.each([
    [['bogus'], "unknown command 'bogus'"],
    [['recall'], "missing required argument 'query'"],
    [['record', 'x', '--importance', 'very'], 'It must be a number'],
    [['record', 'x', '--db', ''], 'It must be the path of a file'],
    [['doctor', '--db', ''], 'It must be the path of a file'],
  ])('%j is answered with one line of advice', async (args, message) => {
    const { stdout, stderr, code } = await souvenir(args);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toMatch(/^souvenir: [^\n]+; try souvenir [^\n]*--help\n$/);
    expect(stderr).toContain(message);
    expect(existsSync(join(cli.folder, 'souvenir.db'))).toBe(false);
  });

  test('report a path that cannot be written', async () => {
    await writeFile(join(cli.folder, 'file'), '');
    const { stderr, code } = await plain('record', 'x', '--db', 'file/memory.db');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^souvenir: .*file\/memory\.db.*\n {2}\S/);
    expect(stderr).not.toMatch(STACK);
  });

  test('report a file that is not a database, with the stack on --debug', async () => {
    await writeFile(join(cli.folder, 'notes.txt'), 'not a database at all, only some words '.repeat(50));
    const quiet = await plain('record', 'x', '--db', 'notes.txt');
    expect(quiet).toMatchObject({ code: 1, stderr: expect.stringContaining('not a Souvenir database') });
    expect(quiet.stderr).not.toMatch(STACK);
    const loud = await plain('record', 'x', '--db', 'notes.txt', '--debug');
    expect(loud.code).toBe(1);
    expect(loud.stderr).toMatch(STACK);
  });

  test('report a Node that is too old before loading anything', async () => {
    const versions = 'Object.defineProperty(process, "versions", { value: { node: "20.19.0" } })';
    const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(versions)}`];
    const { stderr, code } = await cli.process(['demo'], { nodeOptions });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^souvenir: Souvenir needs Node [^\n]+20\.19\.0; [^\n]+\n$/);
  });
});

test.each([['recall', 'x'], ['context', 'x'], ['list'], ['forget', '--all', '--yes']])(
  '%s refuses an unknown component and lists the known ones',
  async (...args) => {
    await remembering('The beehives stand behind the old barn');
    expect(await plain(...args, '--component', 'episodc')).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^souvenir: --component: there is no component "episodc"\n {2}there are .*episodic, /,
      ),
      code: 2,
    });
  },
);

test('SOUVENIR_DB names the file by default', async () => {
  const variables = { SOUVENIR_DB: join(cli.folder, 'elsewhere.db') };
  await souvenir(['record', 'x'], { variables });
  expect(await readdir(cli.folder)).toEqual(['elsewhere.db']);
  await souvenir(['record', 'x', '--db', 'named.db'], { variables });
  expect(await readdir(cli.folder)).toEqual(['elsewhere.db', 'named.db']);
});
