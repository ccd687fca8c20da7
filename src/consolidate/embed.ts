import type { Embedder, Vector } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import { type Store, turnsBefore } from '../contracts/store.ts';
import { reasonOf } from '../errors.ts';
import { type Episode, said } from '../model/episode.ts';
import { type Memory, voiced } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';
import { untilAborted } from '../until-aborted.ts';

/** Texts embedded between two writes. */
const BATCH = 256;
const HARMLESS = 'a few plain words';

interface EmbedContext {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly languages: Languages;
  readonly events: Events;
  readonly signal: AbortSignal | undefined;
}

/** A memory with the text whose vector it gets. */
interface Unembedded {
  readonly id: string;
  readonly content: string;
  readonly text: string;
}

/**
 * Embeds every memory without a vector of this embedder. A text that cannot be embedded is skipped and tried again in the next run; an
 * embedder that is down ends this one.
 */
export async function embedPending(
  owner: Owner,
  context: EmbedContext,
): Promise<{ embedded: number; failure: string | undefined }> {
  const { store, embedder, events, signal } = context;
  const refused = new Set<string>();
  let embedded = 0;
  let failure: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const listed = await store.listUnembedded(owner, embedder.id, BATCH + refused.size);
    const pending = listed.filter(({ id }) => !refused.has(id));
    if (pending.length === 0) return { embedded, failure };
    try {
      const batch = await withTexts(owner, pending, context);
      const { vectors, failed } = await embedBatch(batch, context);
      for (const { id, error } of failed) {
        refused.add(id);
        failure ??= reasonOf(error);
        events.emit('embeddingFailed', { owner, error });
      }
      await store.write(owner, {
        vectors: vectors.map(({ id, content, vector }) => ({ memoryId: id, content, embedderId: embedder.id, vector })),
      });
      embedded += vectors.length;
    } catch (error) {
      signal?.throwIfAborted();
      events.emit('embeddingFailed', { owner, error });
      return { embedded, failure: reasonOf(error) };
    }
    events.emit('embeddingProgress', {
      owner,
      embedded,
      remaining: await store.countUnembedded(owner, embedder.id),
    });
  }
}

/** A turn is embedded with the one before it, where the embedder reads them together. */
async function withTexts(
  owner: Owner,
  pending: readonly { readonly id: string; readonly content: string }[],
  { store, embedder, languages }: EmbedContext,
): Promise<Unembedded[]> {
  if (embedder.joined === undefined) return pending.map((memory) => ({ ...memory, text: memory.content }));
  const ids = pending.map(({ id }) => id);
  const memories = new Map((await store.getMemories(owner, ids)).map((memory) => [memory.id, memory]));
  const before = await turnsBefore(store, owner, [...memories.values()]);
  return pending.map(({ id, content }) => {
    const memory = memories.get(id);
    return { id, content, text: memory ? textOf(memory, before.get(id), embedder, languages) : content };
  });
}

/** What of a memory is embedded: a reply with what another said before it. Where the same voice goes on, that is another matter. */
export function textOf(memory: Memory, before: Episode | undefined, embedder: Embedder, languages: Languages): string {
  if (embedder.joined === undefined) return memory.content;
  const turn = voiced(memory);
  const own = memory.metadata['speaker'] ?? memory.metadata['role'];
  const isReply = before !== undefined && own !== undefined && own !== (before.speaker ?? before.role);
  const isRead = embedder.languages?.includes(languages.of(memory.content).code) ?? true;
  return isReply && isRead ? embedder.joined(turn, said(before)) : turn;
}

/** Embeds all at once; if that fails, one by one to find the texts at fault. Rejects if the embedder seems to be down. */
async function embedBatch(batch: readonly Unembedded[], { embedder, signal }: EmbedContext) {
  const embed = (texts: readonly string[]) =>
    untilAborted(embedder.embed(texts, signal === undefined ? {} : { signal }), signal);
  try {
    const vectors = await embed(batch.map(({ text }) => text));
    return { vectors: batch.map((memory, at) => ({ ...memory, vector: vectors[at] })), failed: [] };
  } catch (whole) {
    const vectors: (Unembedded & { vector: Vector | undefined })[] = [];
    const failed: { id: string; error: unknown }[] = [];
    // An embedder that is down refuses this too.
    await embed([HARMLESS]);
    for (const memory of batch) {
      signal?.throwIfAborted();
      try {
        vectors.push({ ...memory, vector: (await embed([memory.text]))[0] });
      } catch (error) {
        failed.push({ id: memory.id, error });
      }
    }
    if (vectors.length === 0) throw whole;
    return { vectors, failed };
  }
}
