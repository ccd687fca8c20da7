import { SouvenirError } from '../../errors.ts';
import type { Driver } from './driver.ts';
import { migrations } from './migrations/migrations.ts';

/** "Souv" in ASCII: tells our files from those of other programs. */
const APPLICATION_ID = 0x536f7576;

/** Refuses, without a write, what another program or a later version made. */
export function refuseForeign(driver: Driver, path: string): void {
  const application = driver.pragma('application_id', { simple: true });
  const isEmpty = driver.prepare('select 1 from sqlite_master limit 1').get() === undefined;
  if (application !== APPLICATION_ID && (application !== 0 || !isEmpty)) {
    throw new SouvenirError('storeNotADatabase', `${path} is the database of another program.`, {
      advice: 'Choose another path. The file was not touched.',
    });
  }
  const version = versionOf(driver);
  if (version > migrations.length) {
    throw new SouvenirError(
      'storeNewerSchema',
      `${path} has schema ${version}, but this version of Souvenir knows only up to ${migrations.length}.`,
      { advice: 'Update the souvenir package. The file was not touched.' },
    );
  }
}

/** Runs what is missing; call it inside a transaction. */
export function migrate(driver: Driver, path: string): void {
  refuseForeign(driver, path);
  const version = versionOf(driver);
  if (version === migrations.length) return;
  for (const migration of migrations.slice(version)) driver.exec(migration);
  driver.pragma(`application_id = ${APPLICATION_ID}`);
  driver.pragma(`user_version = ${migrations.length}`);
}

function versionOf(driver: Driver): number {
  return Number(driver.pragma('user_version', { simple: true }));
}
