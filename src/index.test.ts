import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** The limit of names that a user of the package has to survey. */
const MAX_EXPORTS = 130;

const parsed = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);

/** The names of an index, each with the file that declares it. */
function exportsOf(index: string): { readonly name: string; readonly file: string }[] {
  return parsed(index)
    .statements.filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, moduleSpecifier }) => {
      if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier || !ts.isStringLiteral(moduleSpecifier))
        throw new Error(`${index} exports without a name`);
      const file = join(dirname(index), moduleSpecifier.text);
      return exportClause.elements.map(({ name }) => ({ name: name.text, file }));
    });
}

function isDocumented({ name, file }: { readonly name: string; readonly file: string }): boolean {
  return parsed(file).statements.some((statement) => {
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
    const isIt = (declared as { readonly name?: ts.Node } | undefined)?.name?.getText() === name;
    return isIt && ts.getJSDocCommentsAndTags(statement).some(ts.isJSDoc);
  });
}

const exported = exportsOf(join(import.meta.dirname, 'index.ts'));

it(`the root exports at most ${MAX_EXPORTS} names`, () => {
  expect(exported.length).toBeGreaterThan(50);
  expect(exported.length).toBeLessThanOrEqual(MAX_EXPORTS);
});

it('each name that the root exports has a comment', () => {
  expect(exported.filter((each) => !isDocumented(each)).map(({ name }) => name)).toEqual([]);
});
