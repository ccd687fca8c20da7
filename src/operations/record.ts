import { z } from 'zod';
import { type Episode, episodeInputSchema } from '../model/episode.ts';
import type { Operation } from './operation.ts';

const inputSchema = z.strictObject(episodeInputSchema.shape);

export const recordOperation: Operation<typeof inputSchema, Promise<Episode>> = {
  name: 'record',
  summary: 'Record one episode and wait until it is durable.',
  input: inputSchema,
  async handler({ souvenir }, input) {
    const episode = souvenir.record(input);
    await souvenir.flush();
    return episode;
  },
};
