import { readFileSync } from 'node:fs';
import { storedDocuments } from '../../src/context/documents/stored-documents.ts';
import type { Embedder } from '../../src/contracts/embedder.ts';
import type { Store } from '../../src/contracts/store.ts';
import { languages } from '../../src/languages/languages.ts';
import type { RecallOptions } from '../../src/model/recall.ts';
import { recallConfigSchema } from '../../src/recall/config.ts';
import { recall } from '../../src/recall/pipeline.ts';
import { handSetRanker } from '../../src/recall/rankers/rankers.ts';
import { approximateTokenizer } from '../../src/tokenizers/tokenizers.ts';
import { manualClock } from './manual-clock.ts';

export const DOCUMENTS = ['handbook.md', 'payments-api.md', 'coffee-machine.html', 'allotment.txt', 'runbook.md'];

export const documentText = (name: string): string =>
  readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url), 'utf8');

/** Knowledge over a store, recalled as the facade does. */
export const openDocuments = (store: Store, embedder?: Embedder, clock = manualClock()) =>
  storedDocuments({
    store,
    recall: (query, owners, options: RecallOptions) =>
      recall(
        query,
        owners.map((owner) => ({ owner })),
        options,
        {
          ...{
            store,
            embedder,
            clock,
            tokenizer: approximateTokenizer(),
            languages: languages(),
            reranker: handSetRanker,
          },
          config: recallConfigSchema.parse({}),
        },
      ),
  });
