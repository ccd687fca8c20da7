import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { souvenirEmbedder } from '../../../src/embedders/index.ts';
import { progressBar } from '../progress-bar.ts';
import { cachedEmbedder } from '../run/cached-embedder.ts';
import { examples } from './examples.ts';
import { examplesFile } from './examples-file.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    cache: { type: 'string', default: '.cache/vectors.db' },
  },
});
if (values.data === undefined || values.out === undefined) {
  console.error('usage: npm run fit:examples -- --data DIR --out FILE');
  process.exit(2);
}

const embedder = cachedEmbedder(souvenirEmbedder(), values.cache);
const bar = progressBar(process.stderr);
const all = await examples({ folder: values.data, every: 1, embedder, progress: bar.draw });
bar.clear();
await embedder.close?.();
writeFileSync(values.out, examplesFile(all));
console.log(`${all.length} questions in ${values.out}`);
