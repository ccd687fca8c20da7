// What comes with the package: few dependencies, under known licences, pinned by hashes, from a registry, without scripts of their own.
// usage: node tools/supply-chain.mjs [FOLDER with package.json and package-lock.json]
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const LICENCES = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0']);
/** What a user of this package installs; another one is a decision. */
const MOST_DIRECT = 13;
const MOST_IN_ALL = 20;
/** The driver, whose script is not run (see `allowScripts`), and Node itself, for development. */
const WITH_SCRIPTS = new Set(['better-sqlite3-multiple-ciphers', 'node']);
const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What is wrong with a manifest and its lock file. */
export function problemsIn(manifest, lock) {
  const problems = [];
  const entries = Object.entries(lock.packages ?? {}).filter(([place]) => place !== '');
  const root = lock.packages?.[''] ?? {};
  if (lock.lockfileVersion !== 3) problems.push(`the lock file has version ${lock.lockfileVersion}, not 3`);
  for (const kind of KINDS) {
    const [asked, locked] = [manifest[kind] ?? {}, root[kind] ?? {}];
    for (const name of new Set([...Object.keys(asked), ...Object.keys(locked)]))
      if (asked[name] !== locked[name])
        problems.push(`${name}: ${asked[name]} in package.json, ${locked[name]} in the lock file`);
    for (const [name, range] of Object.entries(asked))
      if (/[:/]|^(?:\*|latest|x|)$/.test(range)) problems.push(`${name}: ${range} is not a version of a registry`);
  }
  const sources = new Set();
  for (const [place, { link, resolved, integrity, version, hasInstallScript }] of entries) {
    if (link === true || !place.includes('node_modules/'))
      problems.push(`${place} is a folder, not a package of a registry`);
    else if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) problems.push(`${place} has no hash`);
    if (!/^\d+\.\d+\.\d+/.test(version ?? '')) problems.push(`${place} has no version`);
    if (resolved !== undefined) sources.add(/^https:\/\/[^/]+\//.exec(resolved)?.[0] ?? `not https: ${resolved}`);
    if (hasInstallScript && !WITH_SCRIPTS.has(nameOf(place)))
      problems.push(`${place} runs a script when it is installed`);
  }
  if (sources.size > 1 || [...sources].some((source) => source.startsWith('not')))
    problems.push(`packages come from ${sources.size} places, or from none that is safe`);
  for (const name of Object.keys(manifest.allowScripts ?? {}))
    if (!WITH_SCRIPTS.has(name)) problems.push(`${name} may run a script, and is not known to need one`);

  const shipped = entries.filter(
    ([, { dev, devOptional, peer, optional }]) => !dev && !devOptional && !peer && !optional,
  );
  for (const [place, { license }] of shipped)
    if (!LICENCES.has(license)) problems.push(`${place} has the licence ${license ?? 'of nobody'}`);
  const direct = Object.keys(manifest.dependencies ?? {}).length;
  if (direct > MOST_DIRECT) problems.push(`${direct} dependencies at run time, not ${MOST_DIRECT}`);
  if (shipped.length > MOST_IN_ALL) problems.push(`${shipped.length} packages come along, not ${MOST_IN_ALL}`);
  return { problems, shipped: shipped.map(([place, { license }]) => `${nameOf(place)} (${license})`) };
}

/** What `npm audit` says, or that it could not be asked: no network is not a weakness. */
function audited(folder) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--audit=true'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    shell: process.platform === 'win32',
  });
  try {
    const { metadata, error, message } = JSON.parse(stdout);
    if (metadata?.vulnerabilities === undefined)
      return { said: `npm audit does not answer: ${error?.code ?? message}` };
    const { total } = metadata.vulnerabilities;
    return {
      said: `npm audit: ${total} known weaknesses`,
      problem: total > 0 ? `npm audit knows ${total} weaknesses` : undefined,
    };
  } catch {
    return { said: 'npm audit does not answer' };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? '.';
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((file) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  );
  const { problems, shipped } = problemsIn(manifest, lock);
  const { said, problem } = audited(folder);
  if (problem !== undefined) problems.push(problem);
  for (const each of problems) console.error(each);
  console.log(
    `${Object.keys(manifest.dependencies).length} dependencies, ${shipped.length} packages: ${shipped.join(', ')}\n${said}`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
