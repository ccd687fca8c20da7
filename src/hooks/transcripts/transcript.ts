import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { HookEvent, HookProgram } from '../event.ts';

/** What a transcript says at one of its lines, records or parts. */
export type TranscriptItem =
  | {
      readonly kind: 'event';
      readonly event: HookEvent;
      readonly at: Date | undefined;
      /** Whether the transcript says the moment, instead of the file's own date. */
      readonly isDated: boolean;
      /** The git branch of that moment, if the transcript names it. */
      readonly branch?: string | undefined;
      readonly place: string;
    }
  | { readonly kind: 'bad'; readonly place: string; readonly reason: string }
  /** A record of a type that the format does not know. */
  | { readonly kind: 'unknown'; readonly type: string };

/** One session, or one subagent of a session, as its program keeps it on disk. */
export interface Transcript {
  readonly path: string;
  /** The folder that the session worked in; undefined if it cannot be told. */
  readonly cwd: string | undefined;
  items(): AsyncIterable<TranscriptItem>;
}

export interface TranscriptHome {
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Where a program keeps transcripts, and how they read. */
export interface TranscriptFormat {
  readonly program: HookProgram;
  /** The version of the program or of its sources that this format was written from. */
  readonly version: string;
  folderOf(home: TranscriptHome): string;
  /** In an order that stays the same while files are added. `roots` are folders that the caller asks about. */
  list(folder: string, roots: readonly string[]): AsyncIterable<Transcript>;
}

/** Entries by name; none of a folder that is not there. Links are not followed. */
export async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

export const foldersIn = async (folder: string): Promise<readonly string[]> =>
  (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name);

export const filesIn = async (folder: string, ending: string): Promise<readonly string[]> =>
  (await entriesOf(folder)).filter((entry) => entry.isFile() && entry.name.endsWith(ending)).map(({ name }) => name);
