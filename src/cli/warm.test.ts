import { expect, it } from 'vitest';
import type { Embedder } from '../contracts/embedder.ts';
import { souvenirEmbedder } from '../embedders/souvenir-embed/souvenir-embedder.ts';
import { souvenirReader } from '../reader/souvenir-reader.ts';
import { warm } from './warm.ts';

it('warm calls every model once and ignores failures', async () => {
  const asked: string[] = [];
  const embedder: Embedder = {
    id: 'broken',
    embed: (texts) => {
      asked.push(...texts);
      throw new Error('no model');
    },
  };
  const reader = souvenirReader();
  const answers: typeof reader.answers = (question, passages) => {
    asked.push(question);
    return reader.answers(question, passages);
  };
  await warm(embedder, { ...reader, answers });
  expect(asked).toEqual(['ready', 'ready?']);
  await warm(null, null);
  await reader.close();
});

it('warm stops when the process closes the memory', async () => {
  const [embedder, reader] = [souvenirEmbedder({ threads: 1 }), souvenirReader()];
  const warming = warm(embedder, reader);
  await Promise.all([embedder.close?.(), reader.close()]);
  await warming;
});
