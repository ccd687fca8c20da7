import { redact, secretsIn } from '../secrets/redact.ts';
import type { HookEvent } from './event.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';

/** A command that an agent ran, and how it ended. */
export interface ShellCommand {
  readonly command: string;
  /** Its purpose, in the words of the agent. */
  readonly purpose?: string;
  /** `undefined` where the program does not say. */
  readonly outcome?: 'succeeded' | 'failed';
  readonly exitCode?: number;
  readonly output: string;
  /** The same for attempts at the same thing: program and subcommand. */
  readonly attempt: string;
  /** It only looks at files or at the state of the repository. */
  readonly isLook: boolean;
}

type ToolUse = Extract<HookEvent, { readonly kind: 'toolUse' }>;

const PATCH = '*** Begin Patch';
const MAX_COMMAND_CHARS = 20_000;

export function shellCommandOf(event: ToolUse): ShellCommand | undefined {
  const input = fieldsOf(event.input);
  const command = commandText(input['command'] ?? input['cmd']);
  if (command === undefined || command.startsWith(PATCH)) return undefined;
  const parts = partsOf(command).filter((part) => !NEUTRAL.has(programOf(part)));
  const purpose = textOf(input['description']) ?? textOf(input['instruction']);
  const { exitCode, output, isInterrupted } = resultOf(event.output);
  if (isInterrupted) return undefined;
  const outcome = outcomeOf(event, exitCode);
  return {
    ...{
      command,
      output: withoutSecretsOf(command, output),
      isLook: parts.every(isLook),
      attempt: attemptOf(parts[0] ?? command),
    },
    ...(purpose !== undefined && { purpose }),
    ...(outcome !== undefined && { outcome }),
    ...(exitCode !== undefined && { exitCode }),
  };
}

/** A shorter value would cut ordinary words. */
const MIN_SECRET_CHARS = 6;

/** An error message may repeat a password of its command where nothing else shows that it is one. */
const withoutSecretsOf = (command: string, output: string): string =>
  secretsIn(command.slice(0, MAX_COMMAND_CHARS)).reduce((clean, { start, end, kind }) => {
    const secret = command.slice(start, end);
    return secret.length < MIN_SECRET_CHARS ? clean : clean.replaceAll(secret, `[redacted: ${kind}]`);
  }, output);

const commandText = (value: unknown): string | undefined =>
  textOf(Array.isArray(value) ? value.filter((word) => typeof word === 'string').join(' ') : value)?.trim();

function outcomeOf(event: ToolUse, exitCode: number | undefined): 'succeeded' | 'failed' | undefined {
  if (event.failed || (exitCode !== undefined && exitCode !== 0)) return 'failed';
  // Claude Code has an event of its own for failures.
  return exitCode === 0 || event.program === 'claude-code' ? 'succeeded' : undefined;
}

interface CommandResult {
  readonly exitCode?: number | undefined;
  readonly output: string;
  readonly isInterrupted?: boolean;
}

const EXIT_LINE = /^(?:Exit [Cc]ode:? |Process exited with code )(\d{1,3})$/m;
/** The lines that programs add to the output itself. */
const FRAME =
  /^(?:Command|Directory|Background PIDs|Process Group PGID|Chunk ID|Wall time|Original token count)[: ].*$|^(?:Error|Signal): \(none\)$|^Exit [Cc]ode:? \d.*$|^Process exited with code \d.*$|^Output:$/gm;

function resultOf(output: unknown): CommandResult {
  if (typeof output === 'string') {
    const code = EXIT_LINE.exec(output)?.[1];
    const isFramed = code !== undefined;
    const text = isFramed ? output.replace(FRAME, '').replace(/^Output: /m, '') : output;
    return { exitCode: code === undefined ? undefined : Number(code), output: text };
  }
  const fields = fieldsOf(output);
  const metadata = fieldsOf(fields['metadata']);
  return {
    exitCode: codeOf(fields) ?? codeOf(metadata),
    output:
      ['stdout', 'output', 'stderr'].flatMap((name) => textOf(fields[name]) ?? []).join('\n') || partsText(output),
    isInterrupted: fields['interrupted'] === true,
  };
}

const codeOf = (fields: Fields): number | undefined =>
  ['exitCode', 'exit_code', 'exit'].map((name) => fields[name]).find((code) => typeof code === 'number');

const partsText = (output: unknown): string =>
  listOf(output)
    .flatMap((part) => textOf(fieldsOf(part)['text']) ?? [])
    .join('\n');

/** Simple: a separator within quotes splits too, which only makes more parts. */
const partsOf = (command: string): string[] =>
  command
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/^(?:(?:[A-Za-z_]\w*=\S*|sudo|time|env|command|exec)\s+)+/, ''))
    .filter((part) => part !== '');

const wordsOf = (part: string): string[] => part.split(/\s+/);
const programOf = (part: string): string => (wordsOf(part)[0] ?? '').replace(/^.*[\\/]/, '');

const NEUTRAL = new Set([
  'cd',
  'echo',
  'printf',
  'export',
  'set',
  'source',
  '.',
  'pwd',
  'true',
  'sleep',
  'pushd',
  'popd',
]);
const LOOKS = new Set([
  ...['ls', 'cat', 'head', 'tail', 'less', 'more', 'grep', 'egrep', 'rg', 'ag', 'find', 'fd', 'wc', 'tree', 'file'],
  ...['stat', 'du', 'df', 'sort', 'uniq', 'cut', 'awk', 'tr', 'jq', 'yq', 'diff', 'cmp', 'which', 'type', 'whoami'],
  ...['date', 'env', 'ps', 'uname', 'id', 'hostname', 'basename', 'dirname', 'realpath', 'xxd', 'nl', 'column', 'bat'],
]);
const GIT_LOOKS = new Set([
  ...['status', 'diff', 'log', 'show', 'branch', 'blame', 'remote', 'rev-parse', 'ls-files', 'describe', 'reflog'],
  ...['grep', 'cat-file', 'shortlog', 'rev-list', 'ls-tree', 'config'],
]);

function isLook(part: string): boolean {
  const program = programOf(part);
  if (program === 'sed') return !/\s-[a-zA-Z]*i/.test(part);
  if (program === 'git') return GIT_LOOKS.has(subcommandOf(part) ?? '');
  return LOOKS.has(program);
}

const subcommandOf = (part: string): string | undefined =>
  wordsOf(part)
    .slice(1)
    .find((word) => !word.startsWith('-'));

function attemptOf(part: string): string {
  const subcommand = subcommandOf(part);
  return [programOf(part), ...(subcommand === undefined ? [] : [subcommand])].join(' ');
}

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** The last lines of an output that say something, as one line. Redacted before any cut: half a secret is not recognized. */
export function lastLines(output: string, maxLines: number, maxChars: number): string {
  const lines = redact(output.slice(-20_000).replace(ANSI, ''))
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  return ending(lines.slice(-maxLines).join(' / '), maxChars);
}

const ending = (text: string, maxChars: number): string =>
  (text.length <= maxChars ? text : `… ${text.slice(-maxChars)}`).toWellFormed();
