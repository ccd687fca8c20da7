// Fails if what docs/results.json measured was changed after its commit.   usage: node tools/results-age.mjs [ROOT]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MEASURED = ['src/recall', 'src/reader', 'src/embedders', 'src/components', 'assets'];
/** Tests measure nothing, and the board itself writes the table of errors. */
const LEFT_OUT = [':!*.test.ts', ':!src/recall/measured-errors.ts'];
const TO_DO = 'run npm run board on a clean commit and commit what it writes';

/** Whether the page is too old, and why; where the history does not tell, it is not. */
export function ageOf(root) {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const path = join(root, 'docs', 'results.json');
  if (!existsSync(path)) return { isOld: false, message: `docs/results.json is not there yet: ${TO_DO}` };
  const { commit, isQuick } = JSON.parse(readFileSync(path, 'utf8'));
  if (isQuick) return { isOld: true, message: `docs/results.json is of a quick run: ${TO_DO}` };
  if (git('rev-parse', '--is-inside-work-tree') !== 'true')
    return { isOld: false, message: 'not checked: there is no git history here' };
  const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
  if (git('cat-file', '-e', `${commit}^{commit}`) === undefined)
    return isShallow
      ? { isOld: false, message: `not checked: this shallow clone lacks the commit of the page (${commit})` }
      : { isOld: true, message: `docs/results.json is of ${commit}, which is not in this history: ${TO_DO}` };
  const changed = git('log', '-1', '--format=%H', 'HEAD', '--', ...MEASURED, ...LEFT_OUT);
  if (changed === undefined || changed === '')
    return { isOld: false, message: 'not checked: nothing that is measured was ever changed' };
  // Where a shallow clone begins, every file seems to be changed.
  if (isShallow && beginnings(git).has(changed))
    return { isOld: false, message: 'not checked: this shallow clone does not tell when what is measured was changed' };
  if (git('merge-base', '--is-ancestor', changed, commit) !== undefined)
    return {
      isOld: false,
      message: `docs/results.json is of ${commit}, and nothing that it measures was changed since`,
    };
  const subject = git('log', '-1', '--format=%h, %s', changed);
  return {
    isOld: true,
    message: `docs/results.json is of ${commit}; what it measures was changed later (${subject}): ${TO_DO}`,
  };
}

function beginnings(git) {
  const path = git('rev-parse', '--path-format=absolute', '--git-path', 'shallow');
  return new Set(path !== undefined && existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
}

if (import.meta.main) {
  const { isOld, message } = ageOf(process.argv[2] ?? join(import.meta.dirname, '..'));
  console.log(message);
  process.exitCode = isOld ? 1 : 0;
}
