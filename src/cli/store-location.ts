import type { JobRunner } from '../contracts/jobs.ts';
import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { PlacedStore } from '../stores/postgres/postgres-nodes.ts';
import type { StoreKey } from '../stores/sqlite/store-key.ts';
import { isAddress, withoutPassword } from './address.ts';
import type { GlobalOptions } from './cli.ts';

type LocationOptions = Pick<GlobalOptions, 'db' | 'store'>;

export const locationOf = ({ db, store }: LocationOptions): string => store ?? db;
export const shownLocation = (options: LocationOptions): string => withoutPassword(locationOf(options));

export const locationFlag = (options: LocationOptions): string =>
  `--${options.store === undefined ? 'db' : 'store'} ${shownLocation(options)}`;

/** The store of the options, spread over several databases if the configuration file has `nodes`. */
export async function storeOf(options: LocationOptions & Pick<GlobalOptions, 'settings'>, key: StoreKey | undefined) {
  return areNodes(options) ? nodesOf(options) : storeAt(locationOf(options), key);
}

/** A database from a flag or a variable is used alone, without `nodes`. */
export const areNodes = ({ store, settings }: Pick<GlobalOptions, 'store' | 'settings'>): boolean =>
  store !== undefined && store === settings.store && settings.nodes !== undefined;

export async function nodesOf(options: Pick<GlobalOptions, 'store' | 'settings'>): Promise<PlacedStore> {
  const { store = '', settings } = options;
  if (!areNodes(options))
    throw new SouvenirError('invalidInput', 'this memory is not on several databases', {
      advice: 'set `store` to the directory and list each database under `nodes` in the configuration file',
    });
  const { postgresNodes, postgresStore } = await import('../stores/postgres/postgres-store.ts');
  const nodes = Object.entries(settings.nodes ?? {}).map(([name, url]) => [name, postgresStore({ url })]);
  return postgresNodes({ directory: { url: store }, nodes: Object.fromEntries(nodes) });
}

export async function storeAt(location: string, key: StoreKey | undefined): Promise<Store> {
  if (!isAddress(location)) {
    const { sqliteStore } = await import('../stores/sqlite/sqlite-store.ts');
    return sqliteStore({ path: location, ...(key !== undefined && { key }) });
  }
  if (key !== undefined)
    throw new SouvenirError('invalidInput', 'encryption keys are for memory files, not for PostgreSQL', {
      advice: 'remove --key-file, SOUVENIR_KEY_FILE and SOUVENIR_KEY; encrypt the disk of the database instead',
    });
  const { postgresStore } = await import('../stores/postgres/postgres-store.ts');
  return postgresStore({ url: location });
}

/** The job queue of processes that share a database; a file has none. */
export async function jobsAt({ store }: Pick<GlobalOptions, 'store'>): Promise<{ readonly jobs?: JobRunner }> {
  if (store === undefined) return {};
  const { postgresJobs } = await import('../stores/postgres/postgres-store.ts');
  return { jobs: postgresJobs({ url: store }) };
}

/** For commands that work on the file itself. */
export function refuseDatabase({ store }: LocationOptions, command: string, advice: string): void {
  if (store !== undefined)
    throw new SouvenirError('invalidInput', `\`${command}\` works on memory files, not on PostgreSQL`, {
      advice,
    });
}
