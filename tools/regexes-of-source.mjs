// Every regular expression of src/, as { where, source, flags }: those written down, and those made when modules load.
import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const ROOT = pathToFileURL(`${process.cwd()}/`);
/** They run when they load. */
const PROGRAMS = ['src/cli/bin.ts', 'src/reader/worker.ts', 'src/stores/sqlite/file-worker.ts'];

export async function regexesOfSource() {
  const files = globSync('src/**/*.ts', { exclude: ['**/*.test.ts', '**/*.d.ts'] }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const written = files.flatMap(readLiterals);
  const made = await observeMade(files);
  const places = new Set(made.map(({ where }) => where));
  const unseen = files.flatMap(findConstructors).filter((where) => !places.has(where));
  if (unseen.length > 0)
    throw new Error(`make these when their module loads, or call them in tools/regexes-of-source.mjs: ${unseen}`);
  return [...new Map([...written, ...made].map((one) => [`/${one.source}/${one.flags}`, one])).values()];
}

function nodesOf(file, isWanted) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const matches = [];
  const visit = (node) => {
    if (isWanted(node)) {
      const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      matches.push({ where: `${file}:${line + 1}:${character + 1}`, node });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return matches;
}

const readLiterals = (file) =>
  nodesOf(file, ts.isRegularExpressionLiteral).map(({ where, node: { text } }) => {
    const end = text.lastIndexOf('/');
    return { where, source: text.slice(1, end), flags: text.slice(end + 1) };
  });

const findConstructors = (file) =>
  nodesOf(
    file,
    (node) => (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.escapedText === 'RegExp',
  ).map(({ where }) => where);

async function observeMade(files) {
  const made = [];
  const Plain = globalThis.RegExp;
  const note = (pattern) => {
    const { stack } = new Error();
    const [, caller = ''] = stack.split('\n    at ').slice(2);
    const at = caller.slice(caller.indexOf('file:')).replace(/\)$/, '');
    if (at.startsWith(`${ROOT}src/`))
      made.push({ where: at.slice(ROOT.href.length), source: pattern.source, flags: pattern.flags });
    return pattern;
  };
  globalThis.RegExp = new Proxy(Plain, {
    construct: (target, args) => note(new target(...args)),
    apply: (target, _, args) => note(target(...args)),
  });
  for (const file of files) if (!PROGRAMS.includes(file)) await import(new URL(file, ROOT).href);
  globalThis.RegExp = Plain;
  return made;
}
