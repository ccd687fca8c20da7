import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { readOnlyRefusal } from '../errors.ts';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import { idsFromSource } from '../model/id.ts';
import { type Owner, ownerOf, type Scope } from '../model/scope.ts';
import { READ_AT_ONCE } from '../secrets/redact.ts';
import type { Events } from '../telemetry/events.ts';
import type { Spans } from '../telemetry/spans.ts';
import type { EpisodeBuffer } from './buffer.ts';
import { capture } from './capture.ts';
import type { Echoes } from './echo.ts';
import type { AddedContent, WriteLimits } from './limits.ts';
import type { Secrets } from './secrets.ts';

interface RecorderContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
  readonly spans: Pick<Spans, 'flush'>;
  readonly secrets: Secrets;
  readonly buffer: EpisodeBuffer;
  readonly limits: WriteLimits;
  readonly echoes: Echoes;
  /** Refuses a scope of an unknown agent, and any once the memory is closed. */
  refuseUnknown(scope: Scope): void;
}

/** Records turns: redacts, limits, buffers and reports them. */
export class Recorder {
  readonly #context: RecorderContext;
  readonly #listeners: ((owner: Owner) => void)[] = [];

  constructor(context: RecorderContext) {
    this.#context = context;
    context.events.on('episodeSetAside', ({ episode }) => context.limits.takeBack(episode, episode));
  }

  /** Calls a listener for every recorded turn, also for one that turns out to be stored already. */
  onRecorded(listener: (owner: Owner) => void): void {
    this.#listeners.push(listener);
  }

  record(input: EpisodeInput, scope: Scope): Episode {
    const episode = this.#capture(input, scope);
    this.#buffer(episode, input.sourceId);
    return this.#context.secrets.shown(episode);
  }

  /** Like `record`, but waits for room and checks the store first: a stored `sourceId` does not count against the limits. */
  async recordOnce(input: EpisodeInput, scope: Scope): Promise<Episode> {
    const { buffer, secrets } = this.#context;
    const episode = this.#capture(input, scope);
    if (input.sourceId !== undefined && (await this.#isStored(episode, input.sourceId))) return secrets.shown(episode);
    while (buffer.isFull)
      await this.flush().catch((error) => {
        // A failed write of another owner's episodes does not fail the caller once there is room.
        if (buffer.isFull) throw error;
      });
    this.#buffer(episode);
    return secrets.shown(episode);
  }

  admit(user: Pick<Owner, 'tenantId' | 'userId'>, added: readonly AddedContent[]): void {
    this.#context.limits.admit(user, added);
  }

  /** Resolves when everything recorded before is durable, of one owner or of all; with `orDrop`, when those turns are durable or, after a failed write, dropped. */
  flush(owner?: Owner, orDrop?: readonly Episode[]): Promise<void> {
    const { spans, buffer, store } = this.#context;
    return spans.flush(async () => {
      await buffer.flush(owner, orDrop);
      await store.files?.verify?.();
    });
  }

  #capture(input: EpisodeInput, scope: Scope): Episode {
    const { store, clock, echoes, secrets, refuseUnknown } = this.#context;
    refuseUnknown(scope);
    if (store.isReadOnly) throw readOnlyRefusal('this memory');
    return capture(input, scope, clock, echoes, (given) => secrets.redact(scope, given));
  }

  /** If the episode may already be stored, the store is checked before it is reported. */
  #buffer(episode: Episode, sourceId?: string): void {
    const { buffer, limits, refuseUnknown } = this.#context;
    refuseUnknown(episode);
    buffer.refuseFull();
    if (!buffer.has(episode)) {
      limits.admit(episode, [episode]);
      const storedCheck = sourceId === undefined ? undefined : this.#isStored(episode, sourceId);
      buffer.add(episode, storedCheck);
      if (storedCheck === undefined) this.#report(episode);
      else
        storedCheck.then(
          (wasStored) => (wasStored ? limits.takeBack(episode, episode) : this.#report(episode)),
          () => {},
        );
    }
    for (const listener of this.#listeners) listener(ownerOf(episode));
  }

  async #isStored(episode: Episode, sourceId: string): Promise<boolean> {
    const ids = idsFromSource(episode, sourceId);
    return (await this.#context.store.getEpisodes(ownerOf(episode), ids, true)).some(
      ({ id, projectId }) => id === episode.id || projectId === episode.projectId,
    );
  }

  /** A long turn is reported once it is redacted; a failure is reported when it is written. */
  #report(episode: Episode): void {
    const { events, secrets } = this.#context;
    const emit = (content: string) =>
      events.emit('episodeRecorded', { episode: { ...secrets.shown(episode), content } });
    if (episode.content.length <= READ_AT_ONCE) emit(episode.content);
    else secrets.redactLong(episode, episode.content).then(emit, () => {});
  }
}
