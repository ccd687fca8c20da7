import { z } from 'zod';
import { type Episode, episodeInputSchema } from '../model/episode.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const inputSchema = z.strictObject({ ...scopeFields, ...episodeInputSchema.shape });

export const recordOperation: Operation<typeof inputSchema, Promise<Episode>> = {
  name: 'record',
  summary: 'Record one episode and wait until it is durable.',
  input: inputSchema,
  async handler(context, { tenantId, userId, agentId, projectId, sessionId, ...input }) {
    const memory = handleFor(context, { tenantId, userId, agentId, projectId, sessionId });
    const episode = memory.record(input);
    await memory.flush();
    return episode;
  },
};
