import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

const [MEMORY, FOLDER] = ['memory.db', 'souvenir'];

export interface ProjectLocation {
  /** The top of the working tree; without git the folder itself. */
  readonly root: string;
  /** The folder of the memory file and of what is kept beside it. */
  readonly folder: string;
  readonly db: string;
  /** Only in the memory of all projects. */
  readonly projectId?: string;
  readonly branch?: string;
  /** The working directory, relative to the root. */
  readonly cwd: string;
}

export interface ProjectOptions {
  /** One memory for all projects, in the home folder. */
  readonly global?: boolean;
  readonly home?: string | undefined;
  /** Another memory file. */
  readonly db?: string | undefined;
}

/**
 * The memory of the repository that a folder belongs to. It lies in the git directory, so that nothing is committed, all worktrees share it and it moves
 * with the repository. Git itself is not started.
 */
export function projectAt(cwd: string, options: ProjectOptions = {}): ProjectLocation {
  const at = resolve(cwd);
  const home = options.home ?? homeFolder();
  const repository = repositoryAt(at);
  const root = repository?.root ?? ownFolder(at, home);
  const place = {
    ...{ root, cwd: relative(root, at).split(sep).join('/') || '.' },
    ...(repository?.branch !== undefined && { branch: repository.branch }),
  };
  if (options.db !== undefined) {
    const db = resolve(root, options.db);
    return { ...place, folder: folderNamedAfter(db), db };
  }
  if (options.global && home !== undefined) {
    const folder = join(home, `.${FOLDER}`);
    return { ...place, folder, db: join(folder, MEMORY), projectId: projectIdOf(root) };
  }
  const folder = repository === undefined ? join(root, `.${FOLDER}`) : join(repository.common, FOLDER);
  return { ...place, folder, db: join(folder, MEMORY) };
}

/** The git directory that all worktrees of a repository share, and the roots of those besides this one; nothing without git. */
export function worktreesOf({ root }: Pick<ProjectLocation, 'root'>): {
  readonly gitDirectory?: string;
  readonly worktrees?: readonly string[];
} {
  const gitDirectory = repositoryAt(root)?.common;
  if (gitDirectory === undefined) return {};
  const linked = namesIn(join(gitDirectory, 'worktrees')).flatMap((name) => {
    const entry = textAt(join(gitDirectory, 'worktrees', name, 'gitdir'));
    return entry === undefined ? [] : [dirname(resolve(join(gitDirectory, 'worktrees', name), entry))];
  });
  const main = basename(gitDirectory) === '.git' ? [dirname(gitDirectory)] : [];
  return {
    gitDirectory,
    worktrees: [...main, ...linked].filter((each) => isFolder(each) && realpathSync(each) !== realpathSync(root)),
  };
}

const folderNamedAfter = (db: string): string => `${db}.hooks`;

const isNamedAsOurs = (db: string): boolean =>
  basename(db) === MEMORY && [FOLDER, `.${FOLDER}`].includes(basename(dirname(resolve(db))));

/** Whether hooks record into this file. */
export const isHookMemory = (db: string): boolean => isNamedAsOurs(db) || existsSync(folderNamedAfter(db));

/** Where hooks that record into this file keep what they note. */
export const hookFolderOf = (db: string): string =>
  isNamedAsOurs(db) && !existsSync(folderNamedAfter(db)) ? dirname(resolve(db)) : folderNamedAfter(db);

/**
 * The settings of hooks: the file beside a memory in a git directory, else that of the user. Any other folder may have come with source code, also the one
 * that is named after a file of `--db`: its settings could send the memory and a key to anyone, so that they are not read.
 */
export function settingsFileOf(folder: string): string | undefined {
  const home = homeFolder();
  // Git never fills its own directory from what others committed.
  const isInGit = basename(folder) === FOLDER && existsSync(join(dirname(folder), 'HEAD'));
  return [...(isInGit ? [folder] : []), ...(home === undefined ? [] : [join(home, `.${FOLDER}`)])]
    .map((each) => join(each, 'souvenir.config.json'))
    .find((each) => existsSync(each));
}

/** As the environment names it, which a program may change for what it starts. */
export function homeFolder(): string | undefined {
  const { HOME, USERPROFILE } = process.env;
  try {
    return HOME || USERPROFILE || homedir() || undefined;
  } catch {
    return undefined;
  }
}

/** The name of the root folder, with a hash of its path for another folder of that name. */
const projectIdOf = (root: string): string =>
  `${basename(root).slice(0, 100).trim().toWellFormed() || 'root'}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;

interface Repository {
  readonly root: string;
  /** The git directory that all worktrees share. */
  readonly common: string;
  readonly branch?: string;
}

function repositoryAt(start: string): Repository | undefined {
  for (const folder of upFrom(start)) {
    const git = gitDirectoryIn(folder);
    if (git === undefined) continue;
    const common = textAt(join(git, 'commondir'));
    const branch = branchOf(git);
    return {
      ...{ root: folder, common: common === undefined ? git : resolve(git, common) },
      ...(branch !== undefined && { branch }),
    };
  }
  return undefined;
}

/** `.git` is a folder, or in worktrees and submodules a file that names it. Anything without `HEAD` is no git directory. */
function gitDirectoryIn(folder: string): string | undefined {
  const entry = join(folder, '.git');
  const named = /^gitdir: (.+)$/m.exec(textAt(entry) ?? '')?.[1]?.trim();
  const git = named === undefined ? entry : resolve(folder, named);
  return textAt(join(git, 'HEAD')) === undefined ? undefined : git;
}

function branchOf(git: string): string | undefined {
  const head = textAt(join(git, 'HEAD')) ?? '';
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  // Repositories with a reftable have a HEAD that names nothing.
  if (branch !== undefined) return branch === '.invalid' ? undefined : branch;
  return /^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, 12) : undefined;
}

/** Without git: the nearest folder that has a memory already, so that a change of the working directory keeps it. */
function ownFolder(start: string, home: string | undefined): string {
  for (const folder of upFrom(start)) {
    if (folder === home) break;
    if (isFolder(join(folder, '.souvenir'))) return folder;
  }
  return start;
}

/** Without folders such as /tmp: anyone could put a memory there that reads and answers the prompts of everyone. */
function* upFrom(start: string): Generator<string> {
  for (let folder = start; ; folder = dirname(folder)) {
    if (folder === start || !isForAll(folder)) yield folder;
    if (dirname(folder) === folder) return;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

const MAX_TEXT_BYTES = 65_536;

function textAt(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MAX_TEXT_BYTES ? readFileSync(path, 'utf8').trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Writable for all, with the sticky bit. */
function isForAll(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o1002) === 0o1002;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
