import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const KERNELS = [
  { wasm: 'embedding.wasm', source: 'kernels/embedding/embedding.ts', features: ['simd'] },
  { wasm: 'vector-scan.wasm', source: 'kernels/vector-scan/scan.ts', features: ['simd', 'relaxed-simd'] },
];

const root = fileURLToPath(new URL('..', import.meta.url));

for (const { wasm, source, features } of KERNELS) {
  if (!existsSync(`${root}${source}`))
    throw new Error(`${wasm} is listed in tools/build-kernels.mjs, but ${source} is not there`);
  const enabled = features.flatMap((feature) => ['--enable', feature]);
  const { error, stderr } = await asc.main([
    source,
    ...['--baseDir', root, '--outFile', `assets/${wasm}`],
    ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert', '--runtime', 'stub'],
    ...enabled,
  ]);
  if (error) {
    process.stderr.write(stderr.toString());
    throw error;
  }
  process.stderr.write(`assets/${wasm} ${statSync(`${root}assets/${wasm}`).size} bytes\n`);
}

// The native kernel is compared with this answer of the WASM kernel when it is first used.
const { compileWasmKernel, wasmForward } = await import('../src/reader/wasm-kernel.ts');
const { readModelFile } = await import('../src/reader/model-file.ts');
const TOKENS = 29;
const ids = Array.from({ length: TOKENS }, (_, at) => 1000 + ((at * 7919) % 20000));
const vector = wasmForward(await compileWasmKernel(), await readModelFile())({ ids: Uint16Array.from(ids) });
writeFileSync(`${root}assets/known-answer.json`, JSON.stringify({ ids, vector: [...vector] }));

// Pieces are looked up in this table as it lies in its file.
const { vocabularyTable } = await import('../src/reader/vocabulary.ts');
writeFileSync(`${root}assets/vocab.table`, vocabularyTable(readFileSync(`${root}assets/vocab.txt`, 'utf8')));
