import type { Embedder } from '../../src/contracts/embedder.ts';
import type { Reader, ReadOptions } from '../../src/contracts/reader.ts';
import { souvenirEmbedder } from '../../src/embedders/souvenir-embed/souvenir-embedder.ts';
import { souvenirReader } from '../../src/reader/souvenir-reader.ts';

/** Of each text what was said of it before: tests tell the same stories again and again. What fails or is given up is read anew. */
function onceEach<Text, Reported, Options extends Pick<ReadOptions, 'signal'>>(
  read: (texts: readonly Text[], options?: Options) => Promise<Reported[]>,
) {
  const known = new Map<string, Reported>();
  return async (texts: readonly Text[], options?: Options): Promise<Reported[]> => {
    const keys = texts.map((text) => JSON.stringify(text));
    const fresh = new Map(
      texts.map((text, at) => [keys[at] as string, text] as const).filter(([key]) => !known.has(key)),
    );
    if (fresh.size > 0 || options?.signal?.aborted === true) {
      const reported = await read([...fresh.values()], options);
      for (const [at, key] of [...fresh.keys()].entries()) known.set(key, reported[at] as Reported);
    }
    return keys.map((key) => known.get(key) as Reported);
  };
}

const { close: _, ...embedder } = souvenirEmbedder({ threads: 1 });
const { close: __, ...reader } = souvenirReader();
const answers = onceEach(([asked]: readonly Parameters<Reader['answers']>[]) =>
  Promise.all(asked === undefined ? [] : [reader.answers(...asked)]),
);

/** The package's own models, loaded once for all tests of a process: a memory that is closed does not close them. */
export const sharedEmbedder: Embedder = { ...embedder, embed: onceEach(embedder.embed) };
export const sharedReader: Required<Omit<Reader, 'close' | 'forget' | 'maxPassages'>> = {
  answers: async (...asked) => (await answers([asked]))[0] ?? [],
  sentences: onceEach(reader.sentences),
  relations: onceEach(reader.relations),
};
