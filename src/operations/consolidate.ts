import { z } from 'zod';
import type { ConsolidationReport } from '../model/report.ts';
import type { Operation, OperationContext } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

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
  async handler(context, { minAgeMs, endSession, sessionId, ...scope }) {
    const { signal } = context;
    const stop = tellProgress(context);
    try {
      return endSession
        ? await handleFor(context, { ...scope, sessionId }).sessions.end({ signal })
        : await handleFor(context, scope).consolidate({ signal, sessionId, minAgeMs });
    } finally {
      stop();
    }
  },
};

/** Returns the way to stop. Components work side by side, so what they have done is told as one sum. */
function tellProgress({ souvenir, onProgress }: OperationContext): () => void {
  const components = new Map<string, { readonly done: number; readonly total: number }>();
  const stops = [
    souvenir.on('consolidationProgress', ({ component, done, total }) => {
      components.set(component, { done, total });
      onProgress?.({ stage: 'consolidating', ...sum([...components.values()]) });
    }),
    souvenir.on('embeddingProgress', ({ embedded, remaining }) =>
      onProgress?.({ stage: 'embedding', done: embedded, total: embedded + remaining }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const sum = (parts: readonly { readonly done: number; readonly total: number }[]) =>
  parts.reduce((all, { done, total }) => ({ done: all.done + done, total: all.total + total }), { done: 0, total: 0 });
