import { initial } from './0001-initial.ts';
import { fadingAndDoubt } from './0002-fading-and-doubt.ts';
import { versions } from './0003-versions.ts';

/** In order, never edited once released: the first brings an empty file to version 1. */
export const migrations: readonly string[] = [initial, fadingAndDoubt, versions];
