import { join } from 'node:path';

/** What of a machine decides where programs keep their settings. */
export interface HostEnvironment {
  readonly home: string;
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export const codexFolder = ({ home, variables }: HostEnvironment): string =>
  variables['CODEX_HOME'] || join(home, '.codex');
