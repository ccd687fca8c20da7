import type { z } from 'zod';
import { episodeInputSchema } from '../../model/episode.ts';
import { scopeFields } from '../scope-fields.ts';

/** An episode to record, its scope not filled in. */
export const turnSchema = episodeInputSchema.extend(scopeFields);
export type Turn = Readonly<z.output<typeof turnSchema>>;
