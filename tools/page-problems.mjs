import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { LICENCES } from './supply-chain.mjs';

const FOLDER = 'dist/lab-ui/';
/** Compressed, all files together. */
const MAX_BYTES = 300_000;

/** What is wrong with the page of the Lab in a package of these files: not there, too large, with sources, or with code of somebody who is not named. */
export function pageProblems(names, read = (name) => readFileSync(name), notice = readFileSync('NOTICE', 'utf8')) {
  const page = names.filter((name) => name.startsWith(FOLDER));
  const required = ['index.html', 'licences.txt'].map((name) => FOLDER + name);
  const problems = required.filter((name) => !page.includes(name)).map((name) => `the package lacks ${name}`);
  if (problems.length > 0) return problems;
  const bytes = page.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  if (bytes > MAX_BYTES) problems.push(`the page has ${bytes} bytes compressed, not ${MAX_BYTES}`);
  for (const name of page)
    if (name.endsWith('.map') || read(name).includes('sourceMappingURL'))
      problems.push(`${name} is or has a source map`);
  const bundled = read(`${FOLDER}licences.txt`)
    .toString()
    .matchAll(/^([@\w/.-]+) [\d.]+ \((.+)\)$/gm);
  for (const [, name, licence] of bundled) {
    if (!LICENCES.has(licence)) problems.push(`${name} in the page has the licence ${licence}`);
    if (!notice.replace(/\s+/g, ' ').includes(` ${name} (${licence})`))
      problems.push(`NOTICE does not name ${name} (${licence}), which is in the page`);
  }
  return problems;
}
