#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { unsupportedNode } from '../unsupported-node.ts';
import { enableCompileCache } from './compile-cache.ts';
import { mayImportPackage } from './config-files.ts';
import { isHookRun } from './hook-arguments.ts';

const refusal = unsupportedNode();
const args = process.argv.slice(2);
const isHook = isHookRun(args);
if (refusal !== undefined) {
  process.stderr.write(`souvenir: ${refusal.message}; ${refusal.advice}\n`);
  process.exit(isHook ? 0 : 1);
}
enableCompileCache();
if (isHook) {
  const { answerHook } = await loadHook();
  await answerHook(args.slice(1));
} else {
  const { main } = await loadProgram();
  process.exitCode = await main(args);
}

/** An agent program waits for a hook, which therefore loads without the other commands. */
function loadHook(): Promise<typeof import('./hook.ts')> {
  const bundle = new URL('./bundle/hook.mjs', import.meta.url);
  return existsSync(bundle) ? import(bundle.href) : import('./hook.ts');
}

/** The bundle loads several times faster than its 500 modules. A configuration that imports the package would load a second copy of them. */
async function loadProgram(): Promise<typeof import('./main.ts')> {
  const bundle = new URL('./bundle/main.mjs', import.meta.url);
  return existsSync(bundle) && !mayImportPackage(args) ? import(bundle.href) : import('./main.ts');
}
