// Writes docs/reference/api.md from the comments in the source: every call with its signature, what it does and an example.
//   node tools/api-docs.mjs                    writes the page
//   node tools/api-docs.mjs --check FOLDER     fails if the page is not what the source says; writes the examples as programs, to be type-checked
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const page = join(root, 'docs', 'reference', 'api.md');
const at = (path) => join(root, path);

/** The interfaces of the surface, and how their calls are written. */
const SURFACE = [
  ['src/souvenir/souvenir.ts', 'Souvenir', 'souvenir', 'The whole memory'],
  ['src/souvenir/handle.ts', 'ScopedSouvenir', 'ana', 'One user’s memory'],
  ['src/souvenir/trials.ts', 'Trials', 'ana', 'Trials and the timeline'],
  ['src/souvenir/memories.ts', 'Memories', 'ana.memories', 'Memories'],
  ['src/souvenir/sessions.ts', 'Sessions', 'ana.sessions', 'Sessions'],
  ['src/souvenir/profile.ts', 'UserProfile', 'ana.profile', 'Profile'],
  ['src/souvenir/instructions.ts', 'Instructions', 'ana.instructions', 'Instructions'],
  ['src/souvenir/persona.ts', 'AgentPersona', 'ana.persona', 'Persona'],
  ['src/souvenir/procedures.ts', 'Procedures', 'ana.procedures', 'Procedures'],
  ['src/souvenir/documents.ts', 'Documents', 'ana.documents', 'Documents'],
];

/** What examples may name without saying where it comes from. */
const GIVEN = `declare const souvenir: Souvenir<typeof defaultProfileSchema>;
declare const ana: ScopedSouvenir<typeof defaultProfileSchema>;
declare const scout: ScopedSouvenir;
declare const turns: EpisodeInput[];
declare const store: Store, otherStore: Store;
declare const metrics: Metrics;
declare const response: ServerResponse;
declare const error: unknown;
declare const id: string, otherId: string, oldId: string, newId: string;`;

const { exports } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
/** The package's entries, by what is imported: `souvenir-memory/llms` is src/llms/index.ts. */
const entries = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([subpath, target]) => ({
    name: `souvenir-memory${subpath.slice(1)}`,
    path: at(target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')),
  }));

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(at('tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
);
const program = ts.createProgram({ rootNames: entries.map(({ path }) => path), options });
const checker = program.getTypeChecker();
const missing = [];

const sections = SURFACE.map(([path, name, subject, title]) => {
  const declaration = program
    .getSourceFile(at(path))
    .statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
  const members = Map.groupBy(declaration.members.filter(ts.isMethodSignature), (member) => member.name.getText());
  const calls = [...members].map(([call, signatures]) => ({
    ...documentationOf(signatures[0], `${subject}.${call}`),
    name: `${subject}.${call}`,
    signature: signatures.map((each) => each.getText()).join('\n'),
  }));
  return { title, about: commentOf(declaration), imported: 'souvenir-memory', calls };
});

for (const { name, path } of entries) {
  const values = valuesOf(program.getSourceFile(path));
  if (values.length === 0) continue;
  const [calls, others] = [values.filter(isCall), values.filter((each) => !isCall(each))];
  sections.push({
    title: `\`${name}\``,
    about: others.length === 0 ? '' : `Also exports ${others.map((each) => `\`${each.name}\``).join(', ')}.`,
    imported: name,
    values: values.map((each) => each.name),
    calls: calls.map((each) => ({
      ...documentationOf(each.valueDeclaration, `${name} ${each.name}`),
      name: each.name,
      signature: signatureOf(each),
    })),
  });
}

const types = typesNamedIn(
  sections.filter(({ imported }) => imported === 'souvenir-memory').flatMap(({ calls }) => calls),
);

if (missing.length > 0) {
  console.error(`These calls have no comment or no @example:\n  ${missing.join('\n  ')}`);
  process.exit(1);
}
const [mode, folder] = process.argv.slice(2);
if (mode === '--check') {
  writeExamples(folder);
  if (readFileSync(page, 'utf8') !== rendered()) {
    console.error('docs/reference/api.md is not what the source says: run npm run docs');
    process.exit(1);
  }
} else writeFileSync(page, rendered());

/** What a module exports at run time: the names of its exports that are not types. */
function valuesOf(source) {
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
  const onlyTypes = new Set(
    source.statements.filter(ts.isExportDeclaration).flatMap((statement) => {
      const { isTypeOnly, exportClause, moduleSpecifier } = statement;
      if (exportClause !== undefined && ts.isNamedExports(exportClause))
        return exportClause.elements.filter((each) => isTypeOnly || each.isTypeOnly).map((each) => each.name.text);
      if (!isTypeOnly) return [];
      return checker.getExportsOfModule(checker.getSymbolAtLocation(moduleSpecifier)).map((each) => each.name);
    }),
  );
  return exported
    .filter((each) => !onlyTypes.has(each.name))
    .map((each) => (each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each))
    .filter((each) => each.flags & ts.SymbolFlags.Value)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function commentOf(node) {
  const [jsDoc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  return (ts.getTextOfJSDocComment(jsDoc?.comment) ?? '').trim();
}

function documentationOf(declaration, name) {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const about = commentOf(node);
  const example = ts
    .getJSDocTags(node)
    .filter(({ tagName }) => tagName.text === 'example')
    .map(({ comment }) => ts.getTextOfJSDocComment(comment)?.trim())
    .join('\n');
  if (about === '' || example === '') missing.push(name);
  return { about, example };
}

function isCall({ valueDeclaration: declaration }) {
  return checker.getTypeAtLocation(declaration).getCallSignatures().length > 0 || ts.isClassDeclaration(declaration);
}

function signatureOf({ name, valueDeclaration: declaration }) {
  if (ts.isFunctionDeclaration(declaration)) {
    const end = declaration.body.getStart() - declaration.getStart();
    const text = declaration.getText().slice(0, end).trim();
    return text.replace(/^export (?:async )?function /, '');
  }
  if (ts.isClassDeclaration(declaration)) {
    const made = declaration.members.find(ts.isConstructorDeclaration);
    return `new ${name}(${made.parameters.map((each) => each.getText()).join(', ')})`;
  }
  const { type, initializer } = declaration;
  if (type !== undefined || !ts.isArrowFunction(initializer)) return `${name}: ${type?.getText()}`;
  const parameters = initializer.parameters.map((each) => each.getText()).join(', ');
  const given = (initializer.typeParameters ?? []).map((each) => each.getText()).join(', ');
  return `${name}${given === '' ? '' : `<${given}>`}(${parameters}): ${initializer.type.getText()}`;
}

/** The types that calls take and return, and those that these name, each with its fields; as far as an entry exports them, or a file that the root exports from knows them. */
function typesNamedIn(calls) {
  const resolved = (each) => (each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each);
  const fileOf = (each) => resolved(each).declarations?.[0].getSourceFile();
  const exportsOf = (source) => checker.getExportsOfModule(checker.getSymbolAtLocation(source));
  const root = exportsOf(program.getSourceFile(entries[0].path));
  const exported = [...new Set(root.map(fileOf))]
    .flatMap((source) => [...checker.getSymbolsInScope(source, ts.SymbolFlags.Alias), ...exportsOf(source)])
    .concat(entries.flatMap(({ path }) => exportsOf(program.getSourceFile(path))))
    .filter((each) => resolved(each).flags & ts.SymbolFlags.Type && fileOf(each)?.fileName.startsWith(at('src/')))
    .concat(root);
  const known = new Map(
    exported.map((each) => [each.name, typeOf(each)]).filter(([name, type]) => !isLeftOut(name, type)),
  );
  const spelt = [...known]
    .map(([name, type]) => [name, spell(type)])
    .flatMap(([name, text]) => [
      [name, text],
      [name, /^Readonly<(.*)>$/.exec(text)?.[1] ?? text],
    ])
    .filter(([name, text]) => text !== name && text.length > 30)
    .sort(([, one], [, other]) => other.length - one.length);
  /** Types that were written out get their names back. */
  const named = (text, self) =>
    spelt
      .reduce((rest, [name, long]) => (name === self ? rest : rest.replaceAll(long, name)), text)
      .replaceAll('"', "'");

  const surface = new Set(SURFACE.map(([, name]) => name));
  const matches = new Map();
  const visit = (text) => {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) {
      if (matches.has(name) || surface.has(name) || !known.has(name)) continue;
      matches.set(name, '');
      matches.set(
        name,
        fieldsOf(known.get(name), (long) => named(long, name)),
      );
      visit(matches.get(name).replace(/ \/\/ .*$/gm, ''));
    }
  };
  for (const { signature } of calls) visit(signature);
  return [...matches].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** What a contract asks of its implementations is told in src/contracts; settings are told as they are given. */
function isLeftOut(name, type) {
  const [declaration] = (type.aliasSymbol ?? type.symbol)?.declarations ?? [];
  const file = declaration?.getSourceFile().fileName ?? '';
  const hasMethods = checker.getPropertiesOfType(type).some(({ flags }) => flags & ts.SymbolFlags.Method);
  const isContract = hasMethods && (file.includes('/contracts/') || file.includes('/node_modules/'));
  return isContract || ['Agent', 'CycleConfig', 'RecallConfig', 'SouvenirError'].includes(name);
}

function typeOf(symbol) {
  return checker.getDeclaredTypeOfSymbol(
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  );
}

function spell(type, more = 0) {
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
  return checker.typeToString(type, undefined, flags | more);
}

function fieldsOf(type, named) {
  const properties = checker.getPropertiesOfType(type);
  if (!(type.flags & ts.TypeFlags.Object) || type.getCallSignatures().length > 0 || properties.length === 0)
    return named(spell(type, ts.TypeFormatFlags.InTypeAlias));
  const lines = properties.map((property) => {
    const isOptional = property.flags & ts.SymbolFlags.Optional;
    const [declaration] = property.declarations ?? [];
    const written = ts.isPropertySignature(declaration ?? {}) ? declaration.type?.getText() : undefined;
    const of = checker.getTypeOfSymbol(property);
    const shown = written ?? named(spell(isOptional ? checker.getNonNullableType(of) : of));
    const about = ts.displayPartsToString(property.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
    return `  ${property.name}${isOptional ? '?' : ''}: ${shown.replace(/\s+/g, ' ')};${about === '' ? '' : ` // ${about}`}`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function rendered() {
  const fence = (text) => `\`\`\`ts no-run\n${text}\n\`\`\``;
  const introduction = `# API

Written by \`npm run docs\` from the comments in the source. \`souvenir\` is what \`createSouvenir\` returns, \`ana\` a handle: \`souvenir.for({ userId: 'ana' })\`.
Each call shows its signature, then an example. What calls take and return is under [Types](#types); what you can implement yourself (stores, embedders, components and so on) is in \`souvenir-memory/contracts\`.`;
  const body = sections.flatMap(({ title, about, calls }) => [
    `## ${title}`,
    ...(about === '' ? [] : [about]),
    ...calls.flatMap((call) => [
      `### \`${call.name}\``,
      call.about,
      fence([unindented(call.signature), '', call.example].join('\n')),
    ]),
  ]);
  const named = types.map(([name, text]) => fence(`type ${name} = ${text}`));
  return `${[introduction, ...body, '## Types', ...named].join('\n\n')}\n`;
}

function unindented(text) {
  return text.replace(/^ {2}/gm, (match, offset) => (offset === 0 ? match : ''));
}

function writeExamples(target) {
  mkdirSync(target, { recursive: true });
  const byName = new Map(sections.flatMap(({ imported, values = [] }) => values.map((name) => [name, imported])));
  sections.forEach(({ title, calls }, index) => {
    const programs = calls.map(
      ({ name, example }) => `export async function of_${name.replace(/\W/g, '_')}() {\n${example}\n}`,
    );
    const used = new Set([...programs.join('\n').matchAll(/\w+/g)].map(([word]) => word));
    const imports = [...byName].filter(([name]) => used.has(name));
    const lines = [
      "import type { ServerResponse } from 'node:http';",
      "import type { defaultProfileSchema, EpisodeInput, ScopedSouvenir, Souvenir, Store } from 'souvenir-memory';",
      "import type { Metrics } from 'souvenir-memory/telemetry';",
      ...imports.map(([name, from]) => `import { ${name} } from '${from}';`),
      GIVEN,
      ...programs,
    ];
    writeFileSync(join(target, `api-${index}-${title.replace(/\W+/g, '-')}.ts`), `${lines.join('\n')}\n`);
  });
}
