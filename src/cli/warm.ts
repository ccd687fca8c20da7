import type { Embedder } from '../contracts/embedder.ts';
import type { Reader } from '../contracts/reader.ts';

/** Loads models before the first query needs them. A model that cannot be loaded reports it when it is first used. */
export async function warm(embedder: Embedder | null, reader: Reader | null): Promise<void> {
  const loads = [
    async () => embedder?.embed(['ready']),
    async () => reader?.answers('ready?', [{ text: 'ready' }]),
    async () => reader?.relations?.([{ older: 'not ready', newer: 'ready' }]),
  ];
  await Promise.allSettled(loads.map((ask) => ask()));
}
