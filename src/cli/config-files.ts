import { existsSync } from 'node:fs';
import { extname } from 'node:path';

export const CONFIG_FILES = ['souvenir.config.ts', 'souvenir.config.mjs', 'souvenir.config.js', 'souvenir.config.json'];

/** Whether a configuration file may be code, and so may import the package. */
export const mayImportPackage = (args: readonly string[]): boolean =>
  args.some((arg) => /^--config(?:=|$)/.test(arg)) ||
  CONFIG_FILES.some((name) => extname(name) !== '.json' && existsSync(name));
