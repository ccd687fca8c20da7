import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitCodeOf } from './failure.ts';
import { createProgram } from './program.ts';

const program = () => createProgram({ signal: new AbortController().signal, fail: () => {} });

const REFERENCE = readFileSync(new URL('../../docs/reference/cli.md', import.meta.url), 'utf8');

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

test.each(commandsBelow(program()))('%s is in the reference, with each of its options', (name, command) => {
  expect(REFERENCE).toMatch(new RegExp(`^ {4}(.* \\| )?souvenir ${name}( |$)`, 'm'));
  for (const { long } of command.options) expect(REFERENCE).toContain(long);
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
  [['consolidate', '--min-age', '-1'], 'It must be a number from 0 up'],
  [['remember'], "missing required argument 'content'"],
  [['remember', 'x', '--metadata', '[1]'], 'It must be a JSON object'],
  [['remember', 'x', '--metadata', '{'], 'It must be a JSON object'],
  [['list', '--status', 'lost'], 'It must be one of active'],
  [['correct', 'some-id', 'x'], "required option '--reason <text>' not specified"],
  [['update', 'some-id', '--reason', 'x'], 'names nothing to change'],
  [['reinforce', 'some-id', '--reason', 'whim'], 'Allowed choices are explicitConfirmation'],
  [['forget'], "missing required argument 'id', or --all"],
  [['forget', '--all', '--type', 'working'], 'add --yes'],
  [['forget', 'some-id', '--type', 'working'], 'an id names one memory'],
  [['link', 'some-id', 'other-id', '--type', 'blood'], 'blood'],
  [['diff', 'then'], 'It must be a date'],
  [['rollback'], "missing required argument 'to'"],
  [['cycle', '--skip', 'sleep'], 'It must be one of extractPatterns'],
  [['profile', 'stet', 'name', 'Ana'], "unknown command 'stet'; try souvenir profile --help"],
  [['profile', 'set', 'name'], "missing required argument 'value'; try souvenir profile set --help"],
  [['profile', 'set', 'colour', 'red'], 'Allowed choices are name, languages'],
  [['profile', 'clear', 'name', 'colour'], "value 'colour' is invalid for argument 'field'"],
  [['profile', 'history', 'colour'], "value 'colour' is invalid for argument 'field'"],
  [['profile', '--as-of', 'then'], 'It must be a date'],
  [['instructions', 'Be terse, please.'], "unknown command 'Be terse, please.'"],
  [['instructions', 'apply', 'Be terse, please.', '--author', 'nobody'], 'Allowed choices are agent, user'],
  [['instructions', 'apply', 'Be terse, please.', '--after', '-1'], 'It must be a whole number from 0 up'],
  [['instructions', 'rollback', 'back'], 'It must be a whole number from 0 up'],
  [['knowledge', 'ingest'], "missing required argument 'file'"],
  [['knowledge', 'ingest', 'a.md', 'b.md', '--id', 'c'], '--id names one document, not several'],
  [['knowledge', 'remove', 'a.md', '--shared-with', 'nobody'], 'Allowed choices are user, tenant'],
  [['turn', 'x', '--budget', 'none'], 'It must be a whole number from 0 up'],
])('%j is answered with one line of advice', async (args, message) => {
  const failure = await program()
    .parseAsync(args, { from: 'user' })
    .catch((error: unknown) => error);
  expect(exitCodeOf(failure)).toBe(2);
  expect(written).toMatch(/^souvenir: [^\n]+; try souvenir [^\n]*--help\n$/);
  expect(written).toContain(message);
});
