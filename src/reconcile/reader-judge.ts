import type { ComponentContext } from '../contracts/component.ts';
import { reads } from '../contracts/embedder.ts';
import { surelyDoes } from '../contracts/reader.ts';
import type { Judge } from './compare-held.ts';

/** A small model of our own that reads two statements at a time, in the languages that it has learnt; none where there is no such reader. */
export function judgedByReader({
  reader,
  embedder,
  languages,
  signal,
}: Pick<ComponentContext, 'reader' | 'embedder' | 'languages' | 'signal'>): Judge | undefined {
  const relations = reader?.relations?.bind(reader);
  if (relations === undefined || embedder === undefined) return undefined;
  return async ({ statements, near }) => {
    const isRead = statements.map((text) => reads(embedder, languages.of(text).code));
    const pairs = near.filter(({ older, newer }) => isRead[older] && isRead[newer]);
    if (pairs.length === 0) return undefined;
    const read = await relations(
      pairs.map(({ older, newer }) => ({ older: statements[older] as string, newer: statements[newer] as string })),
      { signal },
    );
    return pairs.flatMap((pair, at) => {
      const is = surelyDoes(read[at]);
      return is === undefined ? [] : [{ ...pair, is }];
    });
  };
}
