// Breaks one line at a time in a copy of the tree and runs the tests that are about it: a mutant that no test notices is a line
// that could be wrong unseen. The same seed breaks the same lines of the same source.
//   usage: npm run test:mutants -- [--seed N] [--count N] [--only FILE:LINE]
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const FOLDERS = ['src/recall', 'src/consolidate', 'src/stores', 'src/compose'];
/** Where to look after a folder's own tests, in this order, until one fails. */
const FURTHER = {
  'src/recall': ['test/e2e/recall*', 'test/e2e/stories*', 'test/faults/recall*', 'src/lab', 'src/souvenir', 'test/e2e'],
  'src/consolidate': [
    'test/e2e/cycle*',
    'test/e2e/consolidat*',
    'test/faults/consolid*',
    'src/schedule',
    'src/souvenir',
    'test/e2e',
  ],
  'src/stores': ['test/conformance', 'test/faults', 'src/souvenir', 'test/e2e/time-travel*', 'test/e2e'],
  'src/compose': ['src/turn', 'test/e2e/compose*', 'test/e2e/turn*', 'test/e2e'],
};
/** Command lines run in processes of their own and examples are slow; neither is about a single line. */
const APART = ['test/e2e/cli*', 'test/e2e/guardrails*'];
const LEAST_NOTICED = 0.9;
/** A broken loop may never end. */
const TIMEOUT_MS = 300_000;

const OPERATORS = {
  ...{ '<': '>=', '<=': '>', '>': '<=', '>=': '<', '===': '!==', '!==': '===' },
  ...{ '&&': '||', '||': '&&', '+': '-', '-': '+', '*': '/', '/': '*', '+=': '-=', '-=': '+=' },
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    only: { type: 'string' },
  },
});

/** Mulberry32. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(items, random) {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}

/** Every way to break a file: what stands from `start` to `end` becomes `text`. */
function mutationsOf(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const matches = [];
  const add = (node, text, what) => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    matches.push({ path, line, start, end: node.getEnd(), text, what: what ?? `${node.getText(source)} → ${text}` });
  };
  const negate = (node) => add(node, `!(${node.getText(source)})`, `negated: ${node.getText(source)}`);
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isThrowStatement(node)) return;
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(source);
      if (operator in OPERATORS) add(node.operatorToken, OPERATORS[operator]);
    }
    if (ts.isIfStatement(node)) negate(node.expression);
    if (ts.isConditionalExpression(node)) negate(node.condition);
    if (ts.isReturnStatement(node) && node.expression !== undefined) add(node, 'return undefined;', 'return dropped');
    if (ts.isNumericLiteral(node)) add(node, String(Number(node.text.replaceAll('_', '')) + 1));
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return matches;
}

/** As many lines of each folder, one mutation each. */
function chosen(seed, count) {
  const random = randomOf(seed);
  return FOLDERS.flatMap((folder, at) => {
    const files = globSync(`${folder}/**/*.ts`).filter((path) => !/\.(test|d)\.ts$/.test(path));
    const mutations = files
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .flatMap(mutationsOf);
    const lines = new Map();
    for (const mutation of shuffled(mutations, random)) {
      const key = `${mutation.path}:${mutation.line}`;
      if (!lines.has(key)) lines.set(key, { ...mutation, folder });
    }
    const share = Math.floor(count / FOLDERS.length) + (at < count % FOLDERS.length ? 1 : 0);
    const wanted = [...lines].filter(([key]) => values.only === undefined || key === values.only);
    return wanted.slice(0, share).map(([, mutation]) => mutation);
  });
}

function copyOfTree() {
  const copy = mkdtempSync(join(tmpdir(), 'souvenir-mutants-'));
  for (const name of ['src', 'test', 'bench', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(name, join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'assets']) symlinkSync(join(process.cwd(), name), join(copy, name), 'junction');
  return copy;
}

/** Whether some of these tests fail, or never end. */
function fails(copy, tests) {
  const paths = tests.includes('*') ? globSync(`${tests}.test.ts`, { cwd: copy }) : [tests];
  if (paths.length === 0) return false;
  const options = ['--bail=1', '--tags-filter=!long', '--reporter=dot', '--passWithNoTests'];
  const apart = APART.flatMap((path) => ['--exclude', path]);
  const { status } = spawnSync('vitest', ['run', ...paths, ...options, ...apart], {
    ...{ cwd: copy, timeout: TIMEOUT_MS, killSignal: 'SIGKILL', stdio: 'ignore' },
    shell: process.platform === 'win32',
  });
  return status !== 0;
}

/** Where to look for each folder. What fails without a mutant can notice none, so that nothing could be said. */
function testsByFolder(copy) {
  const tests = new Map(FOLDERS.map((folder) => [folder, [folder, ...FURTHER[folder]]]));
  for (const each of new Set([...tests.values()].flat()))
    if (fails(copy, each)) throw new Error(`${each} fails without a mutant`);
  return tests;
}

const mutants = chosen(Number(values.seed), Number(values.count));
const copy = copyOfTree();
const survivors = [];
try {
  const tests = testsByFolder(copy);
  for (const [at, mutant] of mutants.entries()) {
    const path = join(copy, mutant.path);
    const original = readFileSync(path, 'utf8');
    writeFileSync(path, original.slice(0, mutant.start) + mutant.text + original.slice(mutant.end));
    const by = tests.get(mutant.folder).find((each) => fails(copy, each));
    writeFileSync(path, original);
    if (by === undefined) survivors.push(mutant);
    const verdict = by === undefined ? 'SURVIVED' : `noticed by ${by}`;
    const what = mutant.what.replace(/\s+/g, ' ').slice(0, 90);
    console.log(`${at + 1}/${mutants.length} ${mutant.path}:${mutant.line}  ${what}  ${verdict}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const noticed = mutants.length - survivors.length;
console.log(`${noticed} of ${mutants.length} noticed`);
process.exit(noticed >= LEAST_NOTICED * mutants.length ? 0 : 1);
