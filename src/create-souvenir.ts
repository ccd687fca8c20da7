import type { z } from 'zod';
import type { defaultProfileSchema } from './context/profile/schema.ts';
import { trialsOf } from './lab/trials.ts';
import type { SouvenirOptions } from './souvenir/options.ts';
import { openSouvenir, type Souvenir } from './souvenir/souvenir.ts';

/**
 * Opens a memory over a store.
 * @example const souvenir = await createSouvenir({ store: sqliteStore({ path: 'memory.db' }) });
 */
export const createSouvenir = <Schema extends z.ZodObject = typeof defaultProfileSchema>(
  options: SouvenirOptions<Schema>,
): Promise<Souvenir<Schema>> => openSouvenir<Schema>(options, trialsOf);
