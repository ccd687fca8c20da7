#!/usr/bin/env node
import module from 'node:module';
import type { SouvenirError } from '../errors.ts';
import { requireNode } from '../node-version.ts';

try {
  requireNode();
} catch (error) {
  const { message, advice } = error as SouvenirError;
  process.stderr.write(`souvenir: ${message}; ${advice}\n`);
  process.exit(1);
}
// Halves the time to start from the second run on.
module.enableCompileCache();
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
