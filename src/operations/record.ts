import { z } from 'zod';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import type { Operation } from './operation.ts';
import { scopeFor } from './scope-fields.ts';
import { turnSchema } from './turns/turn.ts';

const inputSchema = z.strictObject(turnSchema.shape);

export const recordOperation: Operation<typeof inputSchema, Promise<Episode>> = {
  name: 'record',
  summary: 'Record one episode and wait until it is durable.',
  input: inputSchema,
  async handler(context, input) {
    const episode = context.souvenir.record({ ...input, ...scopeFor(context, input) } as EpisodeInput);
    await context.souvenir.flush();
    return episode;
  },
};
