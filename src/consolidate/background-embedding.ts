import type { Embedder } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import { ownerPages, type Store } from '../contracts/store.ts';
import type { Owner } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { embedPending } from './embed.ts';
import type { OwnerWork } from './owner-work.ts';

interface BackgroundEmbeddingContext {
  readonly store: Store;
  readonly embedder: Embedder | undefined;
  readonly languages: Languages;
  readonly events: Events;
  readonly work: Pick<OwnerWork, 'embedding'>;
  /** Aborts when the memory closes. */
  readonly signal: AbortSignal;
  /** The agents and shared owners that recall or document search reads. */
  readonly searched: ReadonlySet<string>;
}

/** Embeds memories that lack a vector. A failure is emitted as an event. */
export class BackgroundEmbedding {
  readonly #context: BackgroundEmbeddingContext;
  #underway: Promise<void> = Promise.resolve();
  #isCutShort = false;

  constructor(context: BackgroundEmbeddingContext) {
    this.#context = context;
  }

  /** Whether recall or document search reads this owner, so that its memories need vectors. */
  isSearched({ agentId }: Pick<Owner, 'agentId'>): boolean {
    return this.#context.searched.has(agentId);
  }

  async embed(owner: Owner, signal?: AbortSignal): Promise<void> {
    const { store, embedder, languages, events, work, signal: closing } = this.#context;
    if (embedder === undefined || store.isReadOnly) return;
    await work
      .embedding(owner, (until) => embedPending(owner, { store, embedder, languages, events, signal: until }), signal)
      .catch((error) => {
        if (!closing.aborted && signal?.aborted !== true) events.emit('embeddingFailed', { owner, error });
      });
  }

  embedLater(owner: Owner): void {
    this.#underway = this.#underway.then(() => this.embed(owner)).catch((error) => this.#report(error));
  }

  /** Embeds all memories after a change of embedder or an interrupted run. */
  embedEveryOwner(): void {
    this.#isCutShort = false;
    const embedAll = async () => {
      // The host that opens a memory needs time to listen for a failure.
      await yieldToEventLoop();
      for await (const page of ownerPages(this.#context.store))
        for (const owner of page.filter((each) => this.isSearched(each))) await this.embed(owner);
    };
    this.#underway = this.#underway.then(embedAll).catch((error) => {
      this.#isCutShort = true;
      this.#report(error);
    });
  }

  /** Starts `embedEveryOwner` again after it failed. */
  resume(): void {
    if (this.#isCutShort) this.embedEveryOwner();
  }

  settled(): Promise<void> {
    return this.#underway;
  }

  #report(error: unknown): void {
    const { signal, events } = this.#context;
    if (!signal.aborted) events.emit('embeddingFailed', { error });
  }
}
