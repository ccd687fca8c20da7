// Bundles dist/cli/main.js into a few files: Node takes about a millisecond to resolve, read and link each module, and a command needs 500.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const out = join(dist, 'cli', 'bundle');

/** Packages that every command needs and that consist of many files. All others are loaded from node_modules. */
const BUNDLED = ['zod', 'commander', 'ulid', 'stemmer'];

const packageOf = (id) => /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1];

/** A bundled module finds assets, workers and `package.json` where its own file would. */
const ownUrls = {
  name: 'own-urls',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      if (!id.startsWith(dist)) return undefined;
      const own = JSON.stringify(relative(out, id).split(sep).join('/'));
      return code.replaceAll('import.meta.url', `new URL(${own}, import.meta.url).href`);
    },
  },
};

const OWN_NODE = /^import (?:([\w$]+)(?:, )?)?(?:\* as ([\w$]+))?(\{[^}]+\})? from "(node:[\w/]+)";$/gm;

/** Takes Node's own modules without import: an import makes a facade, which reads every export of the module and loads what these load. */
const ownNode = {
  name: 'own-node',
  renderChunk: (code) => ({
    code: code.replace(OWN_NODE, (_, whole, all, names, id) =>
      [whole ?? all, names?.replace(/([\w$]+) as ([\w$]+)/g, '$1: $2')]
        .flatMap((taken) => (taken === undefined ? [] : `const ${taken} = process.getBuiltinModule("${id}");`))
        .join(' '),
    ),
    map: null,
  }),
};

/** The licences of the packages whose code is in the bundle. */
const licences = {
  name: 'licences',
  generateBundle(_, files) {
    const ids = Object.values(files).flatMap(({ modules = {} }) => Object.keys(modules));
    const names = [...new Set(ids.flatMap((id) => packageOf(id) ?? []))].sort();
    const source = names.map((name) => `${name}\n\n${licenceOf(name)}`).join('\n\n');
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source });
  },
};

function licenceOf(name) {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

/** The modules that these need at once, themselves included. */
function neededBy(ids, context, known = new Set()) {
  for (const id of ids.filter((each) => !known.has(each))) {
    known.add(id);
    neededBy(context.getModuleInfo(id)?.importedIds ?? [], context, known);
  }
  return known;
}

const at = (path) => join(dist, path);
const main = at('cli/main.js');
const hook = at('cli/hook.js');
let sets;

/** One file for what a hook needs that only captures, one for what every command needs besides, and one for those that open a memory file. */
function chunkOf(id, context) {
  sets ??= {
    hook: neededBy([hook], context),
    main: neededBy([main], context),
    memory: neededBy([at('cli/memory.js'), at('stores/sqlite/sqlite-store.js')], context),
  };
  if (sets.hook.has(id)) return 'capture';
  if (sets.main.has(id)) return 'command';
  return sets.memory.has(id) ? 'memory' : null;
}

await build({
  configFile: false,
  logLevel: 'warn',
  root,
  publicDir: false,
  plugins: [ownUrls, ownNode, licences],
  ssr: { noExternal: BUNDLED },
  build: {
    ...{ ssr: true, outDir: out, minify: false, target: 'node22' },
    rolldownOptions: {
      input: { main, hook },
      // Modules that some commands need at once and others later go by `chunkOf`.
      checks: { ineffectiveDynamicImport: false },
      output: {
        ...{ entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
        codeSplitting: {
          groups: [{ name: chunkOf, debugName: 'needed at once' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
