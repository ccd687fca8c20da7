import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3-multiple-ciphers';
import { backUp, rekey, restore } from './copy-file.ts';
import type { FileJob, FileJobs, ThreadReply } from './file-jobs.ts';
import { translateError } from './open-database.ts';
import { scrub } from './scrub.ts';
import { searchPages } from './search-pages.ts';

type JobFunction<Name extends keyof FileJobs> = (
  input: FileJobs[Name]['input'],
) => FileJobs[Name]['output'] | Promise<FileJobs[Name]['output']>;

const JOB_FUNCTIONS: { readonly [Name in keyof FileJobs]: JobFunction<Name> } = {
  scrub: (input) => scrub(Database, input),
  search: (input) => searchPages(Database, input),
  backUp: (input) => backUp(Database, input),
  rekey: (input) => rekey(Database, input),
  restore: (input) => restore(Database, input),
};

const { job, ...input } = workerData as FileJob;

async function perform(): Promise<ThreadReply> {
  try {
    return { result: await (JOB_FUNCTIONS[job] as JobFunction<typeof job>)(input as never) };
  } catch (error) {
    const { code, message, advice } = translateError(error, input.path);
    return { code, message, advice };
  }
}

parentPort?.postMessage(await perform());
