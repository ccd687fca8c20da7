import { Worker } from 'node:worker_threads';
import type { StoreBackup } from '../../contracts/store.ts';
import { type ErrorCode, SouvenirError } from '../../errors.ts';
import type { CipherKey } from './cipher.ts';
import type { Driver } from './driver.ts';
import { translateError } from './open-database.ts';

/** How long a job waits for whoever reads or writes. */
export const WAIT_MS = 60_000;

/** Where a job finds a database. */
export interface Place {
  readonly path: string;
  readonly key: CipherKey | undefined;
}

/** A database that is open, as long as a job needs it. */
export interface OpenPlace extends Place {
  readonly driver: Driver;
}

/** What is done to whole files, and what it gives. */
export interface FileJobs {
  scrub: { readonly asked: Place; readonly told: undefined };
  search: { readonly asked: Place & { readonly texts: readonly string[] }; readonly told: readonly string[] };
  backUp: {
    readonly asked: Place & { readonly to: string; readonly force: boolean; readonly isReadOnly: boolean };
    readonly told: StoreBackup;
  };
  rekey: { readonly asked: Place & { readonly newKey: CipherKey | undefined }; readonly told: undefined };
  restore: { readonly asked: Place & { readonly backup: Place; readonly force: boolean }; readonly told: StoreBackup };
}
export type FileJob = { [Name in keyof FileJobs]: FileJobs[Name]['asked'] & { readonly job: Name } }[keyof FileJobs];

/** What a thread tells: errors lose their class on the way. */
export type Told =
  | { readonly result: FileJobs[keyof FileJobs]['told'] }
  | { readonly code: ErrorCode; readonly message: string; readonly advice: string | undefined };

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './file-worker.ts' : './file-worker.js', import.meta.url);

/** Goes over a whole file in a thread of its own, and ends with it. */
export const inThread = <Name extends keyof FileJobs>(
  job: Name,
  asked: FileJobs[Name]['asked'],
): Promise<FileJobs[Name]['told']> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: { job, ...asked }, execArgv: [] });
    worker.once('message', (told: Told) => {
      if ('result' in told) resolve(told.result);
      else reject(new SouvenirError(told.code, told.message, told.advice === undefined ? {} : { advice: told.advice }));
    });
    const fail = (error: Error) => reject(translateError(error, asked.path));
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('its thread ended')));
  });
