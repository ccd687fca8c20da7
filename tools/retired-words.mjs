// Refuses declared names with a word that ARCHITECTURE.md ("Words") has retired.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOMS = ['src', 'lab-ui/src', 'test', 'bench', 'tools'];
const RETIRED = new Set('told held said heard found kept gone doomed patient softly whose beside'.split(' '));
/** Limits are `MAX_…` and `MIN_…`. */
const LIMIT = /^(?:MOST|LONGEST|FEWEST|LEAST)(?:_|$)/;
/** Names that are stored or sent. */
const SENT = new Set('kept found said whose gone notFound storeGone'.split(' '));

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const wordsOf = (name) => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.map((word) => word.toLowerCase()) ?? [];
const isRetired = (name) => LIMIT.test(name) || wordsOf(name).some((word) => RETIRED.has(word));
/** A key of an object, which a variable of that name may be taken from. */
const isKey = (node) =>
  ts.isPropertySignature(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node) ||
  ts.isBindingElement(node);

function* namesIn(node, source) {
  const { name } = node;
  const isDeclared = name !== undefined && !ts.isPropertyAccessExpression(node) && !ts.isImportSpecifier(node);
  if (
    isDeclared &&
    (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) &&
    isRetired(name.text) &&
    !(SENT.has(name.text) && isKey(node))
  ) {
    const { line } = source.getLineAndCharacterOfPosition(name.getStart(source));
    yield { name: name.text, line: line + 1 };
  }
  for (const child of node.getChildren(source)) yield* namesIn(child, source);
}

const retired = ROOMS.flatMap(filesIn).flatMap((file) => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return [...namesIn(source, source)].map(({ name, line }) => `${file}:${line}: ${name}`);
});
for (const each of retired) console.log(each);
console.log(retired.length === 0 ? 'no retired words in names' : `${retired.length} names with a retired word`);
process.exit(retired.length === 0 ? 0 : 1);
