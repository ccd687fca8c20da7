import type { CustomInstructions } from '../context/instructions/custom-instructions.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Component } from '../contracts/component.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Guardrail } from '../contracts/guardrail.ts';
import type { Store } from '../contracts/store.ts';
import type { Episode } from '../model/episode.ts';
import { type Owner, ownerOf, type Scope } from '../model/scope.ts';
import type { SettingsExport } from '../recall/saved-settings.ts';
import { targetOwnersOf } from './export-records.ts';
import { clampToNow, refuseInvalid, refuseOtherProjects } from './import-checks.ts';
import { type Imported, type ImportOptions, importRecords, readRecords } from './import-records.ts';

/** Limit of memories that an import embeds before it returns; the rest are embedded in the background. */
const MAX_EMBEDDED_AT_ONCE = 32;

export interface ImportContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly embedder: Embedder | undefined;
  readonly guardrails: readonly Guardrail[] | undefined;
  readonly instructions: Pick<CustomInstructions, 'validate'>;
  readonly recorder: { admit(user: Scope, added: readonly { readonly content: string }[]): void };
  readonly savedSettings: { importSettings(owner: Owner, settings: SettingsExport): Promise<void> };
  readonly work: {
    runUntilErasure<Result>(owner: Owner, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  };
  readonly embedding: {
    isSearched(owner: Owner): boolean;
    embed(owner: Owner): Promise<void>;
    embedLater(owner: Owner): void;
  };
  agentOf(scope: Owner): { readonly identity: string | undefined; readonly components: readonly Component[] };
  refuseReadOnly(): void;
  forgetCached(owners: readonly Owner[], isErased: (episode: Episode) => boolean): void;
}

/** Checks all records, then imports them. */
export async function importInto(
  scope: Scope,
  given: Iterable<unknown> | AsyncIterable<unknown>,
  options: ImportOptions,
  context: ImportContext,
): Promise<Imported> {
  const { store, clock, embedder, guardrails, instructions, recorder, savedSettings, work, embedding } = context;
  const owner = ownerOf(scope);
  const agent = context.agentOf(scope);
  const targetOwners = targetOwnersOf(agent, owner);
  context.refuseReadOnly();
  const now = clock.now();
  const records = (await readRecords(given, owner, targetOwners)).map((record) => clampToNow(record, now));
  refuseOtherProjects(records, scope);
  recorder.admit(
    scope,
    records.flatMap((record) => ('content' in record ? [record] : [])),
  );
  await refuseInvalid(records, { owner, identity: agent.identity ?? '', instructions, guardrails });
  const imported = await work.runUntilErasure(owner, async (signal) => {
    const counts = await importRecords(records, owner, store, { ...options, signal });
    for (const record of records)
      if (record.kind === 'settings')
        await savedSettings.importSettings(owner, options.tunes === false ? { ...record, recall: {} } : record);
    return counts;
  });
  context.forgetCached([owner], () => false);
  for (const targetOwner of targetOwners.filter((each) => embedding.isSearched(each))) {
    const isSmall =
      embedder !== undefined && (await store.countUnembedded(targetOwner, embedder.id)) <= MAX_EMBEDDED_AT_ONCE;
    if (isSmall) await embedding.embed(targetOwner);
    else embedding.embedLater(targetOwner);
  }
  return imported;
}
