import type { StoreKey } from '../stores/sqlite/store-key.ts';
import type { GlobalOptions } from './cli.ts';

/** What the memory is encrypted with: a file, else a variable. An argument would be seen in the list of processes. */
export function keyOf({ keyFile }: Pick<GlobalOptions, 'keyFile'>): StoreKey | undefined {
  if (keyFile !== undefined) return { file: keyFile };
  return process.env['SOUVENIR_KEY'] ? { env: 'SOUVENIR_KEY' } : undefined;
}
