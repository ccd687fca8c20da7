// Every regular expression of src/ takes time in proportion to the length of a text, whatever the text. Those that were shown to do
// so are in linear-regexes.txt by their fingerprints; only others are analysed, as some take seconds.
//   usage: node tools/linear-regexes.mjs [--write | --list]
// `--write` puts those of today into the file; `--list` prints all as JSON.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { check } from 'recheck';
import { regexesOfSource } from './regexes-of-source.mjs';

const SHOWN = new URL('linear-regexes.txt', import.meta.url);
const TIMEOUT_MS = 60_000;

const { values } = parseArgs({ options: { write: { type: 'boolean' }, list: { type: 'boolean' } } });
const fingerprint = ({ source, flags }) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 12);

const regexes = await regexesOfSource();
if (values.list) {
  await new Promise((written) => process.stdout.write(JSON.stringify(regexes), written));
  process.exit(0);
}
const shown = new Set(readFileSync(SHOWN, 'utf8').split('\n'));
const unshown = regexes.filter((regex) => !shown.has(fingerprint(regex)));
const refused = new Set();
for (const regex of unshown) {
  // `d` changes what is told of a match, not how it is found, and the analysis does not know it.
  const flags = regex.flags.replace('d', '');
  const { status, complexity, attack, error } = await check(regex.source, flags, { timeout: TIMEOUT_MS });
  if (status === 'safe') continue;
  refused.add(regex);
  const why = status === 'vulnerable' ? `${complexity.summary}, with ${attack.pattern}` : `not decided: ${error.kind}`;
  console.log(`${regex.where}  ${why}\n  /${regex.source}/${regex.flags}`);
}
if (values.write) {
  const safe = regexes.filter((regex) => !refused.has(regex)).map(fingerprint);
  writeFileSync(SHOWN, `${safe.sort().join('\n')}\n`);
}
console.log(`${regexes.length} regular expressions, ${unshown.length} analysed, ${refused.size} refused`);
process.exit(refused.size === 0 ? 0 : 1);
