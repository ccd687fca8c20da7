import { initial } from './0001-initial.ts';

/** In order, never edited once released: the first brings an empty file to version 1. */
export const migrations: readonly string[] = [initial];
