import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, Option } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { audienceSchema } from '../context/documents/ingest-document.ts';
import { applyInstructionsSchema } from '../context/instructions/custom-instructions.ts';
import { defaultProfileSchema } from '../context/profile/schema.ts';
import { HOOK_PROGRAMS } from '../hooks/event.ts';
import { episodeTypeSchema, roleSchema } from '../model/episode.ts';
import { linkTypeSchema } from '../model/graph.ts';
import { memoryStatusSchema, memoryTypeSchema } from '../model/memory.ts';
import { inactiveStatusSchema, recallModeSchema } from '../model/recall.ts';
import { listOptionsSchema, reinforcementReasonSchema } from '../model/revision.ts';
import { importFormatSchema } from '../operations/formats/formats.ts';
import { importOptions } from '../operations/import-from.ts';
import { operations } from '../operations/operations.ts';
import { cycleTaskSchema } from '../operations/upkeep.ts';
import { embedderNameSchema } from './config-schema.ts';
import { PROGRAMS } from './connect/programs.ts';
import { commandLineAdvice, exitCodeOf } from './failure.ts';
import { CHOICES } from './options.ts';
import { createProgram } from './program.ts';

const program = () =>
  createProgram({ signal: new AbortController().signal, fail: () => {}, untilStopped: async () => {} });

const namesFor = (...args: string[]) =>
  createProgram(
    { signal: new AbortController().signal, fail: () => {}, untilStopped: async () => {} },
    args,
  ).commands.map((command) => command.name());

test.each(['recall', 'context', 'turn', 'record', 'add'])(
  'the command %s is created without the other commands',
  (name) => {
    expect(namesFor(name, 'list')).toEqual([name]);
    expect(namesFor('--json', '--db', 'list', `--user=stats`, name, '--help')).toEqual([name]);
  },
);

test.each([[['list']], [['recal']], [['--help', 'recall']], [['--unknown', 'recall']], [['--user', 'recall']], [[]]])(
  'all commands are created for the arguments %j',
  (args) => expect(namesFor(...args)).toEqual(program().commands.map((command) => command.name())),
);

const REFERENCE = new URL('../../docs/reference/cli.md', import.meta.url);

let written: string;
beforeEach(() => {
  written = '';
  const write = (text: string | Uint8Array) => {
    written += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
});
afterEach(() => vi.restoreAllMocks());

/** Every command by its name behind those it stands below. */
const commandsBelow = (command: Command, path = ''): [string, Command][] =>
  command.commands.flatMap((each) => [
    [`${path}${each.name()}`, each],
    ...commandsBelow(each, `${path}${each.name()} `),
  ]);

test.each(commandsBelow(program()))('%s has a summary and an example', (name, command) => {
  command.outputHelp();
  expect(written).toMatch(new RegExp(`^Usage: souvenir ${name} .*\n\n[A-Z].*\\.\n`));
  expect(written).toMatch(new RegExp(`Example:\n {2}\\$ souvenir ${name}`));
});

/** The lines that the reference takes from the program: all commands, and the options of each. */
function generated(what: string): string[] {
  if (what === 'commands') return ['| command | |', '|---|---|', ...program().commands.flatMap(commandRows)];
  const name = what.replace('options: ', '');
  const command = name === 'souvenir' ? program() : commandsBelow(program()).find(([path]) => path === name)?.[1];
  return [`| option of \`${name}\` | |`, '|---|---|', ...(command?.options ?? []).filter(isReported).map(optionRow)];
}

const commandRows = (command: Command, at: number, all: readonly Command[]): string[] => [
  ...(all[at - 1]?.helpGroup() === command.helpGroup() ? [] : [`| **${command.helpGroup().slice(0, -1)}** | |`]),
  `| \`${command.name()}\` | ${command.description()} |`,
];

const isReported = ({ long }: Option): boolean => long !== '--version';

function optionRow({ flags, description, argChoices, defaultValue, envVar }: Option): string {
  const choices = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  const usual = ['string', 'number'].includes(typeof defaultValue) ? `; \`${defaultValue}\` unless given` : '';
  const variable = envVar === undefined ? '' : `; or \`${envVar}\``;
  return `| \`${flags.replace('|', '\\|')}\` | ${description}${choices}${usual}${variable} |`;
}

test('the reference has every command with its options; `vitest run src/cli/program.test.ts --update` mends it', async () => {
  const reference = readFileSync(REFERENCE, 'utf8');
  const blocks = /^<!-- (commands|options: .+) -->\n(?:.*\n)*?<!-- end -->$/gm;
  await expect(
    reference.replace(blocks, (_, what: string) => `<!-- ${what} -->\n${generated(what).join('\n')}\n<!-- end -->`),
  ).toMatchFileSnapshot(fileURLToPath(REFERENCE));
  const reported = [...reference.matchAll(blocks)].map(([, what]) => what);
  for (const [name, { options }] of commandsBelow(program())) {
    expect(reference).toMatch(new RegExp(`^ {4}(.* \\| )?souvenir ${name}( |$)`, 'm'));
    if (options.length > 0 && name !== 'context') expect(reported).toContain(`options: ${name}`);
  }
});

/** What the command line says more of, because it does more than the operation. */
const SAYING_MORE = ['import', 'export', 'erase', 'forget', 'profile', 'show', 'profile set', 'documents add'];

test.each(Object.values(operations).filter(({ command }) => command !== undefined))(
  'the operation $name has its command',
  ({ command: path = '', summary }) => {
    const named = commandsBelow(program()).find(([each]) => each === path)?.[1];
    expect(named, path).toBeDefined();
    const isDefault = named?.commands.some((each) => each.description() === summary);
    if (!SAYING_MORE.includes(path)) expect(isDefault ? summary : named?.description()).toBe(summary);
  },
);

test('the choices are those of the schemas', () => {
  expect(CHOICES).toEqual({
    embedder: embedderNameSchema.options,
    importSource: [...HOOK_PROGRAMS, 'git'],
    memoryType: memoryTypeSchema.options,
    memoryStatus: memoryStatusSchema.options,
    inactiveStatus: inactiveStatusSchema.options,
    episodeType: episodeTypeSchema.options,
    role: roleSchema.options,
    recallMode: recallModeSchema.options,
    sort: listOptionsSchema.shape.sort.unwrap().options,
    linkType: linkTypeSchema.options,
    reinforcementReason: reinforcementReasonSchema.options,
    cycleTask: cycleTaskSchema.options,
    importFormat: importFormatSchema.options,
    bad: importOptions.bad.unwrap().options,
    profileField: Object.keys(defaultProfileSchema.shape),
    author: applyInstructionsSchema.shape.author.unwrap().options,
    audience: audienceSchema.options,
    program: Object.keys(PROGRAMS),
  });
});

test.each([
  [['recall', 'x', '--mode', 'loud'], 'loud'],
  [['recall', 'x', '--include', 'forgotten'], 'It must be one of expired'],
  [['import'], "missing required argument 'file'"],
  [['recall', 'x', '--thresold', '1'], 'Did you mean --threshold?'],
  [['record', 'x', '--type', 'gossip'], 'gossip'],
  [['record', 'x', '--at', 'soon'], 'It must be a date'],
  [['record', 'two', 'texts'], 'too many arguments'],
  [['stats', '--embedder', 'oracle'], 'oracle'],
  [['record', 'x', '--importance', '2'], 'It must be a number from 0 to 1'],
  [['recall', 'x', '--top-k', '0.5'], 'It must be a whole number from 1 to 1000'],
  [['recall', 'x', '--token-budget', '-1'], 'It must be a whole number from 0 up, or none'],
  [['recall', 'x', '--component', ''], 'It must not be empty'],
  [['recall', 'x', '--user', ' '], 'It must not be empty'],
  [['cycle', '--max-age', '0'], 'It must be a number above 0'],
  [['add'], "missing required argument 'content'"],
  [['add', 'x', '--metadata', '[1]'], 'It must be a JSON object'],
  [['add', 'x', '--metadata', '{'], 'It must be a JSON object'],
  [['list', '--status', 'lost'], 'It must be one of active'],
  [['correct', 'some-id', 'x', '--reason', ' '], 'It must not be empty'],
  [['record-setting', 'theme'], 'either a value or --removed'],
  [['record-setting', 'theme', 'dark', '--removed'], 'either a value or --removed'],
  [['outcomes', 'code_review'], "unknown command 'code_review'"],
  [['outcomes', 'report'], "missing required argument 'type'"],
  [['persona', 'rollback', 'back'], 'It must be a whole number from 0 up'],
  [['tools', '--max-success-rate', '50'], 'It must be a number from 0 to 1'],
  [['publish'], "missing required argument 'id'"],
  [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish'],
  [['init'], 'pass --yes'],
  [['update', 'some-id', '--reason', 'x'], 'nothing to change is given'],
  [['reinforce', 'some-id', '--reason', 'whim'], 'Allowed choices are explicitConfirmation'],
  [['forget'], "missing required argument 'id', or --all"],
  [['forget', '--all', '--type', 'working'], 'pass --yes'],
  [['forget', 'some-id', '--type', 'working'], 'an id cannot be combined'],
  [['link', 'some-id', 'other-id', '--type', 'blood'], 'blood'],
  [['diff', 'then'], 'It must be a date'],
  [['rollback'], "missing required argument 'to'"],
  [['cycle', '--skip', 'sleep'], 'It must be one of extractPatterns'],
  [['profile', 'stet', 'name', 'Ana'], "unknown command 'stet'; try souvenir profile --help"],
  [['profile', 'set', 'name'], "missing required argument 'value'; try souvenir profile set --help"],
  [['profile', 'set', 'colour', 'red'], 'Allowed choices are name, health'],
  [['profile', 'clear', 'name', 'colour'], "value 'colour' is invalid for argument 'field'"],
  [['profile', 'history', 'colour'], "value 'colour' is invalid for argument 'field'"],
  [['profile', '--as-of', 'then'], 'It must be a date'],
  [['instructions', 'Be terse, please.'], "unknown command 'Be terse, please.'"],
  [['instructions', 'apply', 'Be terse, please.', '--author', 'nobody'], 'Allowed choices are agent, user'],
  [['instructions', 'apply', 'Be terse, please.', '--after', '-1'], 'It must be a whole number from 0 up'],
  [['instructions', 'rollback', 'back'], 'It must be a whole number from 0 up'],
  [['documents', 'add'], "missing required argument 'file'"],
  [['documents', 'add', 'a.md', 'b.md', '--id', 'c'], '--id takes one document, not several'],
  [['documents', 'remove', 'a.md', '--shared-with', 'nobody'], 'Allowed choices are user, tenant'],
  [['connect', 'emacs'], 'Allowed choices are claude-code'],
  [['turn', 'x', '--budget', 'none'], 'It must be a whole number from 0 up'],
])('%j is answered with one line of advice', async (args, message) => {
  const failure = await program()
    .parseAsync(args, { from: 'user' })
    .catch((error: unknown) => error);
  expect(exitCodeOf(failure)).toBe(2);
  expect(written).toMatch(/^souvenir: [^\n]+; try souvenir [^\n]*--help\n$/);
  expect(written).toContain(message);
});

test.each([
  ['list() tells which there are', '`souvenir list` tells which there are'],
  ['restore it with restore(by) first', 'restore it with `souvenir restore` first'],
  [
    'name a later moment, or forget what is there with forgetAll()',
    'name a later moment, or forget what is there with `souvenir forget --all`',
  ],
  ['swap them', 'swap them'],
  ['known: a; pass it to createSouvenir with defineAgent', undefined],
  ['await flush() to see why', undefined],
  [undefined, undefined],
])('the advice %j names no library call', (advice, reported) => expect(commandLineAdvice(advice)).toBe(reported));
