#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { unsupportedNode } from '../unsupported-node.ts';
import { enableCompileCache } from './compile-cache.ts';
import { mayImportPackage } from './config-files.ts';

const refusal = unsupportedNode();
if (refusal !== undefined) {
  process.stderr.write(`souvenir: ${refusal.message}; ${refusal.advice}\n`);
  process.exit(1);
}
enableCompileCache();
const args = process.argv.slice(2);
const { main } = await loadProgram();
process.exitCode = await main(args);

/** The bundle loads several times faster than its 500 modules. A configuration that imports the package would load a second copy of them. */
async function loadProgram(): Promise<typeof import('./main.ts')> {
  const bundle = new URL('./bundle/main.mjs', import.meta.url);
  return existsSync(bundle) && !mayImportPackage(args) ? import(bundle.href) : import('./main.ts');
}
