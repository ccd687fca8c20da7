import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const KERNELS = [
  { wasm: 'embedding.wasm', source: 'kernels/embedding/embedding.ts', features: ['simd'] },
  { wasm: 'embedding-relaxed.wasm', source: 'kernels/embedding/embedding.ts', features: ['simd', 'relaxed-simd'] },
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
