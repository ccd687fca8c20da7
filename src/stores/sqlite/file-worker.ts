// Runs as a thread: does one job on a whole file, and tells how it went.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3-multiple-ciphers';
import { backUp, rekey, restore } from './copy-file.ts';
import type { FileJob, FileJobs, Told } from './file-jobs.ts';
import { translateError } from './open-database.ts';
import { scrub } from './scrub.ts';
import { searchPages } from './search-pages.ts';

type Doing<Name extends keyof FileJobs> = (
  asked: FileJobs[Name]['asked'],
) => FileJobs[Name]['told'] | Promise<FileJobs[Name]['told']>;

const DOING: { readonly [Name in keyof FileJobs]: Doing<Name> } = {
  scrub: (asked) => scrub(Database, asked),
  search: (asked) => searchPages(Database, asked),
  backUp: (asked) => backUp(Database, asked),
  rekey: (asked) => rekey(Database, asked),
  restore: (asked) => restore(Database, asked),
};

const { job, ...asked } = workerData as FileJob;

async function perform(): Promise<Told> {
  try {
    return { result: await (DOING[job] as Doing<typeof job>)(asked as never) };
  } catch (error) {
    const { code, message, advice } = translateError(error, asked.path);
    return { code, message, advice };
  }
}

parentPort?.postMessage(await perform());
