import { Worker } from 'node:worker_threads';
import type { StoreBackup } from '../../contracts/store.ts';
import { type ErrorCode, SouvenirError } from '../../errors.ts';
import type { CipherKey } from './cipher.ts';
import type { Driver } from './driver.ts';
import { translateError } from './open-database.ts';

export const WAIT_MS = 60_000;

export interface DatabaseFile {
  readonly path: string;
  readonly key: CipherKey | undefined;
}

export interface OpenDatabaseFile extends DatabaseFile {
  readonly driver: Driver;
}

export interface FileJobs {
  scrub: { readonly input: DatabaseFile; readonly output: undefined };
  search: { readonly input: DatabaseFile & { readonly texts: readonly string[] }; readonly output: readonly string[] };
  backUp: {
    readonly input: DatabaseFile & { readonly to: string; readonly force: boolean; readonly isReadOnly: boolean };
    readonly output: StoreBackup;
  };
  rekey: { readonly input: DatabaseFile & { readonly newKey: CipherKey | undefined }; readonly output: undefined };
  restore: {
    readonly input: DatabaseFile & { readonly backup: DatabaseFile; readonly force: boolean };
    readonly output: StoreBackup;
  };
}
export type FileJob = { [Name in keyof FileJobs]: FileJobs[Name]['input'] & { readonly job: Name } }[keyof FileJobs];

/** Errors lose their class between threads. */
export type ThreadReply =
  | { readonly result: FileJobs[keyof FileJobs]['output'] }
  | { readonly code: ErrorCode; readonly message: string; readonly advice: string | undefined };

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './file-worker.ts' : './file-worker.js', import.meta.url);

export const runInThread = <Name extends keyof FileJobs>(
  job: Name,
  input: FileJobs[Name]['input'],
): Promise<FileJobs[Name]['output']> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: { job, ...input }, execArgv: [] });
    worker.once('message', (reply: ThreadReply) => {
      if ('result' in reply) resolve(reply.result);
      else
        reject(
          new SouvenirError(reply.code, reply.message, reply.advice === undefined ? {} : { advice: reply.advice }),
        );
    });
    const fail = (error: Error) => reject(translateError(error, input.path));
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('its thread ended')));
  });
