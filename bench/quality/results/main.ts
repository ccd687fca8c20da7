import { parseArgs } from 'node:util';
import { readMeasured } from './measured.ts';
import { runFacts } from './run-facts.ts';
import { writeResults } from './write-results.ts';

const { values } = parseArgs({ options: { json: { type: 'string' }, out: { type: 'string', default: 'docs' } } });
if (values.json === undefined) {
  console.error('usage: npm run bench:results -- --json FILE [--out docs]   (FILE as bench:quality --json wrote it)');
  process.exit(2);
}
const measured = readMeasured(values.json);
writeResults(measured, runFacts(values.json, values.out), values.out);
console.log(`${values.out}/results.md: ${measured.map(({ dataset }) => dataset).join(', ')}`);
