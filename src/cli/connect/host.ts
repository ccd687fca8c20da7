import { join } from 'node:path';

/** The properties of a machine that decide where programs keep their settings. */
export interface HostEnvironment {
  readonly home: string;
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export const codexFolder = ({ home, variables }: HostEnvironment): string =>
  variables['CODEX_HOME'] || join(home, '.codex');
