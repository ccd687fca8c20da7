import { textsToEmbed } from '../contracts/embedded-text.ts';
import type { Embedder, Vector } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { Store } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import type { Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';
import { untilAborted } from '../until-aborted.ts';

const BATCH = 256;
const PROBE_TEXT = 'a few plain words';

interface EmbedContext {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly languages: Languages;
  readonly events: Events;
  readonly signal: AbortSignal | undefined;
}

interface UnembeddedText {
  readonly id: string;
  readonly content: string;
  readonly text: string;
}

/** A text that cannot be embedded is skipped and retried in the next run; an embedder that is down ends this run. */
export async function embedPending(
  owner: Owner,
  context: EmbedContext,
): Promise<{ embedded: number; failure: Degradation | undefined }> {
  const { store, embedder, events, signal } = context;
  const refused = new Set<string>();
  let embedded = 0;
  let failure: Degradation | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const listed = await store.listUnembedded(owner, embedder.id, BATCH + refused.size);
    const pending = listed.filter(({ id }) => !refused.has(id));
    if (pending.length === 0) return { embedded, failure };
    try {
      const batch = await withTexts(owner, pending, context);
      const { vectors, unread } = await embedBatch(batch, context);
      for (const { id, error } of unread) {
        refused.add(id);
        failure ??= failed('embedder', error);
        events.emit('embeddingFailed', { owner, error });
      }
      await store.write(owner, {
        vectors: vectors.map(({ id, content, vector }) => ({ memoryId: id, content, embedderId: embedder.id, vector })),
      });
      embedded += vectors.length;
    } catch (error) {
      signal?.throwIfAborted();
      events.emit('embeddingFailed', { owner, error });
      return { embedded, failure: failed('embedder', error) };
    }
    events.emit('embeddingProgress', {
      owner,
      embedded,
      remaining: await store.countUnembedded(owner, embedder.id),
    });
  }
}

async function withTexts(
  owner: Owner,
  pending: readonly { readonly id: string; readonly content: string }[],
  context: EmbedContext,
): Promise<UnembeddedText[]> {
  // The content is known without reading the memories.
  if (context.embedder.joined === undefined) return pending.map((memory) => ({ ...memory, text: memory.content }));
  const ids = pending.map(({ id }) => id);
  const memories = await context.store.getMemories(owner, ids);
  const texts = await textsToEmbed(owner, memories, context);
  const textOf = new Map(memories.map(({ id }, at) => [id, texts[at]]));
  return pending.map(({ id, content }) => ({ id, content, text: textOf.get(id) ?? content }));
}

/** Embeds all texts at once; if that fails, one by one to isolate the faulty ones. Rejects if the embedder seems to be down. */
async function embedBatch(batch: readonly UnembeddedText[], { embedder, signal }: EmbedContext) {
  const embed = (texts: readonly string[]) =>
    untilAborted(embedder.embed(texts, signal === undefined ? {} : { signal }), signal);
  try {
    const vectors = await embed(batch.map(({ text }) => text));
    return { vectors: batch.map((memory, at) => ({ ...memory, vector: vectors[at] })), unread: [] };
  } catch (batchError) {
    const vectors: (UnembeddedText & { vector: Vector | undefined })[] = [];
    const unread: { id: string; error: unknown }[] = [];
    // An embedder that is down refuses this too.
    await embed([PROBE_TEXT]);
    for (const memory of batch) {
      signal?.throwIfAborted();
      try {
        vectors.push({ ...memory, vector: (await embed([memory.text]))[0] });
      } catch (error) {
        unread.push({ id: memory.id, error });
      }
    }
    if (vectors.length === 0) throw batchError;
    return { vectors, unread };
  }
}
