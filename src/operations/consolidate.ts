import { z } from 'zod';
import type { ConsolidationReport } from '../model/report.ts';
import type { Operation } from './operation.ts';
import { scopeFields, scopeFor } from './scope-fields.ts';

const inputSchema = z.strictObject({
  ...scopeFields,
  /** Younger episodes are left for later. */
  minAgeMs: z.number().nonnegative().optional(),
  /** Marks the session as ended, and takes all of it however young. */
  endSession: z.boolean().default(false),
});

export const consolidateOperation: Operation<typeof inputSchema, Promise<ConsolidationReport>> = {
  name: 'consolidate',
  summary: 'Turn recorded episodes into memories.',
  input: inputSchema,
  async handler(context, { minAgeMs, endSession, ...given }) {
    const { souvenir, signal, onProgress } = context;
    const options = {
      ...scopeFor(context, given),
      ...(minAgeMs !== undefined && { minAgeMs }),
      ...(signal !== undefined && { signal }),
    };
    const stop = souvenir.on('embeddingProgress', ({ embedded, remaining }) =>
      onProgress?.({ stage: 'embedding', done: embedded, total: embedded + remaining }),
    );
    try {
      return endSession ? await souvenir.endSession(options) : await souvenir.consolidate(options);
    } finally {
      stop();
    }
  },
};
