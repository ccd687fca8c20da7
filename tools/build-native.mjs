// Builds the native kernel for every platform with zig, which cross-compiles: `pip install ziglang` brings it.
//   node tools/build-native.mjs           writes assets/native and its manifest
//   node tools/build-native.mjs --check   fails if the shipped bytes are not those of the sources
// The check compares hashes, and where zig of the manifest's version is found it also builds everything again.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TARGETS = {
  'linux-x64': 'x86_64-linux-gnu.2.28',
  'linux-x64-musl': 'x86_64-linux-musl',
  'linux-arm64': 'aarch64-linux-gnu.2.28',
  'linux-arm64-musl': 'aarch64-linux-musl',
  'darwin-x64': 'x86_64-macos.11.0',
  'darwin-arm64': 'aarch64-macos.11.0',
  'win32-x64': 'x86_64-windows-gnu',
  'win32-arm64': 'aarch64-windows-gnu',
};
// Products equal those of WASM to the last bit only if the compiler fuses no multiplication with an addition by itself.
const FLAGS = ['-O2', '-fno-unroll-loops', '-ffp-contract=off', '-fno-sanitize=undefined', '-fvisibility=hidden'];

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'kernels', 'native');
const shipped = join(root, 'assets', 'native');
const headers = join(root, 'node_modules', 'node-api-headers');
const hashOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

function findZig() {
  for (const zig of [['zig'], ['python3', '-m', 'ziglang']])
    try {
      const version = execFileSync(zig[0], [...zig.slice(1), 'version'], { stdio: ['ignore', 'pipe', 'ignore'] });
      return { zig, version: version.toString().trim() };
    } catch {
      // Not this one.
    }
  return undefined;
}

function build(folder, [command, ...first]) {
  // Relative paths, so that the bytes do not depend on where the checkout lies.
  const zig = (...args) =>
    execFileSync(command, [...first, ...args], { cwd: sources, stdio: ['ignore', 'inherit', 'inherit'] });
  mkdirSync(folder, { recursive: true });
  for (const [name, target] of Object.entries(TARGETS)) {
    const library = join(folder, `${name}.lib`);
    const machine = target.startsWith('aarch64') ? 'arm64' : 'i386:x86-64';
    const isWindows = target.includes('windows');
    if (isWindows)
      zig('dlltool', '-d', join(headers, 'def', 'node_api.def'), '-D', 'node.exe', '-m', machine, '-l', library);
    const linked = isWindows
      ? [library]
      : target.includes('macos')
        ? ['-Wl,-undefined,dynamic_lookup', '-Wl,-install_name,souvenir.node']
        : ['-fPIC'];
    const to = join(folder, `${name}.node`);
    zig(
      'cc',
      '-target',
      target,
      ...FLAGS,
      '-I',
      join(headers, 'include'),
      '-shared',
      '-s',
      '-Wl,--gc-sections',
      'addon.c',
      'model.c',
      ...linked,
      '-o',
      to,
    );
    if (isWindows)
      for (const extra of [`${name}.lib`, `${name}.pdb`, 'addon.lib']) rmSync(join(folder, extra), { force: true });
    process.stderr.write(`${name} ${readFileSync(to).length} bytes\n`);
  }
}

const hashesOf = (folder) =>
  Object.fromEntries(Object.keys(TARGETS).map((name) => [name, hashOf(readFileSync(join(folder, `${name}.node`)))]));
const sourceHash = () =>
  hashOf(
    JSON.stringify([TARGETS, FLAGS]),
    ...readdirSync(sources)
      .sort()
      .map((name) => readFileSync(join(sources, name))),
  );

const manifestPath = join(shipped, 'manifest.json');
const matches = findZig();
if (process.argv.includes('--check')) check();
else if (matches === undefined) fail('zig is not installed: run `pip install ziglang`');
else {
  build(shipped, matches.zig);
  const manifest = { zig: matches.version, sources: sourceHash(), files: hashesOf(shipped) };
  writeFileSync(manifestPath, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

function check() {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const remedy = 'run `node tools/build-native.mjs`';
  if (manifest.sources !== sourceHash())
    fail(`kernels/native has changed since the native kernel was built: ${remedy}`);
  compare(hashesOf(shipped), 'is not the file that was built');
  if (matches?.version !== manifest.zig) {
    console.log(`hashes agree; nothing was built again without zig ${manifest.zig}`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-native-'));
  try {
    build(folder, matches.zig);
    compare(hashesOf(folder), 'is not what the sources give');
    console.log(`built again with zig ${manifest.zig}: every byte is the same`);
  } finally {
    rmSync(folder, { recursive: true });
  }

  function compare(hashes, complaint) {
    for (const [name, hash] of Object.entries(hashes))
      if (hash !== manifest.files[name]) fail(`assets/native/${name}.node ${complaint}: ${remedy}`);
  }
}
