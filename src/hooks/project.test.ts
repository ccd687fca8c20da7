import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectAt } from './project.ts';

let folder: string;
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], { cwd, stdio: 'ignore' });

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'souvenir-project-')));
  mkdirSync(join(folder, 'repo/packages/core'), { recursive: true });
  git(join(folder, 'repo'), 'init', '--initial-branch', 'main');
  git(join(folder, 'repo'), 'commit', '--allow-empty', '-m', 'Begin');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the memory of a repository', () => {
  it('lies in its git directory, wherever in the repository the program works', () => {
    const root = join(folder, 'repo');
    expect(projectAt(join(root, 'packages/core'))).toEqual({
      ...{ root, folder: join(root, '.git/souvenir'), db: join(root, '.git/souvenir/memory.db') },
      ...{ branch: 'main', cwd: 'packages/core' },
    });
  });

  it('is shared by its worktrees, which have branches of their own', () => {
    const worktree = join(folder, 'worktree');
    git(join(folder, 'repo'), 'worktree', 'add', '-b', 'fix/login', worktree);
    expect(projectAt(worktree)).toMatchObject({
      ...{ db: join(folder, 'repo/.git/souvenir/memory.db'), root: worktree, branch: 'fix/login', cwd: '.' },
    });
  });

  it('is not looked for in folders that everyone may write to, such as /tmp, unless the program works there', () => {
    const shared = join(folder, 'shared');
    mkdirSync(join(shared, '.git'), { recursive: true });
    writeFileSync(join(shared, '.git/HEAD'), 'ref: refs/heads/main');
    for (const name of ['work', '.souvenir']) mkdirSync(join(shared, name));
    expect(projectAt(join(shared, 'work')).root).toBe(shared);
    chmodSync(shared, 0o1777);
    expect(projectAt(join(shared, 'work')).root).toBe(join(shared, 'work'));
    expect(projectAt(shared).root).toBe(shared);
  });

  it('has the hash of a commit as its branch if none is checked out', () => {
    const detached = join(folder, 'detached');
    git(join(folder, 'repo'), 'worktree', 'add', '--detach', detached);
    expect(projectAt(detached).branch).toMatch(/^[0-9a-f]{12}$/);
  });

  it('moves with the repository', () => {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    mkdirSync(before);
    git(before, 'init');
    mkdirSync(projectAt(before).folder);
    writeFileSync(projectAt(before).db, 'memory');
    renameSync(before, after);
    expect(existsSync(projectAt(after).db)).toBe(true);
  });

  it('is not put where a file named .git leads, if that is no git directory', () => {
    const hostile = join(folder, 'hostile');
    mkdirSync(join(hostile, 'elsewhere'), { recursive: true });
    writeFileSync(join(hostile, '.git'), `gitdir: ${join(hostile, 'elsewhere')}\n`);
    expect(projectAt(hostile).folder).toBe(join(hostile, '.souvenir'));
  });
});

describe('the memory of a folder without git', () => {
  it('lies in the folder, and stays there if the working directory changes', () => {
    const plain = join(folder, 'plain');
    mkdirSync(join(plain, 'notes'), { recursive: true });
    expect(projectAt(plain)).toEqual({
      ...{ root: plain, folder: join(plain, '.souvenir'), db: join(plain, '.souvenir/memory.db'), cwd: '.' },
    });
    mkdirSync(join(plain, '.souvenir'));
    expect(projectAt(join(plain, 'notes'))).toMatchObject({ root: plain, cwd: 'notes' });
  });

  it('is not the memory of all projects in the home folder', () => {
    const home = join(folder, 'home');
    mkdirSync(join(home, '.souvenir'), { recursive: true });
    mkdirSync(join(home, 'work'));
    expect(projectAt(join(home, 'work'), { home }).root).toBe(join(home, 'work'));
  });

  it('lies in a folder that does not exist yet', () => {
    expect(projectAt(join(folder, 'missing')).root).toBe(join(folder, 'missing'));
  });
});

describe('the memory of all projects', () => {
  it('lies in the home folder and keeps projects of one name apart', () => {
    const [home, first, second] = ['home', 'a/app', 'b/app'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [first, second]) {
      mkdirSync(each, { recursive: true });
      git(each, 'init');
    }
    const [one, other] = [first, second].map((cwd) => projectAt(cwd, { global: true, home }));
    expect(one).toMatchObject({
      db: join(home, '.souvenir/memory.db'),
      projectId: expect.stringMatching(/^app-\w{8}$/),
    });
    expect(other?.projectId).not.toBe(one?.projectId);
  });
});
