import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SouvenirError } from '../errors.ts';
import type { ImportEntry } from '../operations/formats/format.ts';

/** The newest commits; older ones are hardly asked about, and a memory of all would be mostly commits. */
const MAX_COMMITS = 2000;
const MAX_BODY_CHARS = 1000;
/** Files that a commit is linked to, and those that its text names: a prompt has little room. */
const [MAX_FILES, MAX_NAMED] = [20, 5];
const MAX_NAME_CHARS = 200;
const [RECORD, FIELD] = ['\u001e', '\u001f'];

/** Commit messages as dated facts about the files that they changed. */
export async function* commitEntries(root: string, signal: AbortSignal): AsyncGenerator<ImportEntry, void> {
  const named = new Set<string>();
  for await (const record of recordsOf(root, signal)) {
    const [hash = '', date = '', author = '', subject = '', body = '', names = ''] = record.split(FIELD);
    if (!/^[0-9a-f]{40,64}$/.test(hash)) continue;
    const files = names.split(/[\0\n]/).filter((name) => name !== '');
    const about = files.slice(0, MAX_FILES).filter((name) => name.length <= MAX_NAME_CHARS);
    for (const name of about.filter((each) => !named.has(each))) {
      named.add(name);
      yield { kind: 'entity', name, type: 'file' };
    }
    const createdAt = new Date(date);
    yield {
      kind: 'memory',
      memory: {
        ...{ sourceId: `git/${hash}`, content: contentOf({ hash, date, author, subject, body, files, about }), about },
        ...{ category: 'commit', rest: { commit: hash, author, files: about } },
        ...(!Number.isNaN(createdAt.getTime()) && { createdAt }),
      },
    };
  }
}

interface Commit {
  readonly hash: string;
  readonly date: string;
  readonly author: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  readonly about: readonly string[];
}

function contentOf({ hash, date, author, subject, body, files, about }: Commit): string {
  const message = [subject.trim(), body.trim().slice(0, MAX_BODY_CHARS).toWellFormed()].filter((part) => part !== '');
  const shown = about.slice(0, MAX_NAMED);
  const more = files.length - shown.length;
  const changed = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    `Commit ${hash.slice(0, 10)} of ${date.slice(0, 10)} by ${author}: ${message.join('\n')}`,
    ...(files.length > 0 ? [`Files: ${changed}`] : []),
  ].join('\n');
}

const LOG = [
  // No signature is checked and no output is paged: both would start other programs.
  ...['--no-pager', '-c', 'log.showSignature=false', '-c', 'core.fsmonitor=false'],
  ...[
    'log',
    '--no-merges',
    `--max-count=${MAX_COMMITS}`,
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--no-renames',
  ],
  ...['--name-only', '-z', '--format=%x1e%H%x1f%aI%x1f%an%x1f%s%x1f%b%x1f'],
];

async function* recordsOf(root: string, signal: AbortSignal): AsyncGenerator<string, void> {
  const git = spawn('git', LOG, {
    ...{ cwd: root, signal, stdio: ['ignore', 'pipe', 'pipe'] as const },
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  });
  const failed = once(git, 'close').then(
    ([code]) => (code === 0 ? undefined : reasonOfExit(errors)),
    (error: NodeJS.ErrnoException) => error,
  );
  let errors = '';
  git.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, 1000);
  });
  let rest = '';
  for await (const chunk of git.stdout.setEncoding('utf8')) {
    const records = (rest + chunk).split(RECORD);
    rest = records.pop() ?? '';
    yield* records;
  }
  const cause = await failed;
  signal.throwIfAborted();
  if (cause !== undefined)
    throw new SouvenirError('notFound', `git log of ${root} failed: ${cause.message}`, {
      cause,
      advice: 'run it in a git repository with at least one commit, where git is installed',
    });
  yield rest;
}

const reasonOfExit = (errors: string): Error => new Error(errors.trim().split('\n')[0] || 'it gave no reason');
