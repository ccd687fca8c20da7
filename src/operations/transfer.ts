import { z } from 'zod';
import type { StoreStats } from '../contracts/store.ts';
import { nameSchema } from '../model/primitives.ts';
import { type ConsolidationReport, consolidationReportSchema } from '../model/report.ts';
import { ownerOf, refuseProject } from '../model/scope.ts';
import { type ExportRecord, recordSchema } from '../souvenir/export-records.ts';
import { type ImportSource, textSource } from './formats/source.ts';
import { type ImportReport, type ImportSettings, importedSchema, importFrom, importOptions } from './import-from.ts';
import { named, type OperationContext, operation } from './operation.ts';
import { withProgress } from './sessions.ts';

/** Records between two reports of progress. */
const PROGRESS_INTERVAL = 500;

/** Characters of one text; a file of any size is read part by part. */
const MAX_IMPORT_CHARS = 100_000_000;

/** About how many an export has. */
const countRecords = ({ episodes, memories, links, entities, relationships }: StoreStats): number =>
  Object.values(memories).reduce((sum, count) => sum + count, episodes + links + entities + relationships);

/**
 * Imports, then turns what was recorded into memories. Turns are kept first, for recall to find them. Where this process has a schedule, that
 * reads them in the background; else they are read here, and an import that is cut short goes on with the next consolidation.
 */
export async function importAll(
  source: ImportSource,
  context: OperationContext,
  {
    sessionId,
    consolidate,
    ...settings
  }: ImportSettings & { readonly sessionId?: string | undefined; readonly consolidate: boolean },
): Promise<ImportReport & { readonly report?: ConsolidationReport }> {
  const scope = { ...context.memory.scope, ...(sessionId !== undefined && { sessionId }) };
  const imported = await importFrom(source, context, scope, settings);
  if (!consolidate || settings.dryRun) return imported;
  const verbatimOnly = context.souvenir.hasSchedule;
  const report = await withProgress(context, (signal) => context.memory.consolidate({ verbatimOnly, ...signal }));
  return { ...imported, report };
}

async function* recordsOf(
  { store, memory, onProgress }: OperationContext,
  forgotten: boolean,
): AsyncGenerator<ExportRecord> {
  const total = countRecords(await store.stats(ownerOf(memory.scope)));
  let done = 0;
  for await (const record of memory.export({ forgotten })) {
    yield record;
    if (++done % PROGRESS_INTERVAL === 0) onProgress?.({ stage: 'exporting', done, total: Math.max(done, total) });
  }
  onProgress?.({ stage: 'exporting', done, total: done });
}

export const transfer = named({
  import: operation({
    summary:
      'Record whole conversations, then turn them into memories; or keep the memories of another program, or what `export` handed out.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'transfer',
    belongsTo: 'project',
    // Each of its records names a project of its own.
    spansProjects: ({ format }) => format === 'export',
    withinProject: (input) => ({ ...input, consolidate: false }),
    tunes: () => true,
    untuned: (input) => ({ ...input, tunes: false }),
    command: 'import',
    input: z.strictObject({
      /** The conversation itself. */
      text: z.string().max(MAX_IMPORT_CHARS),
      /** Of turns that name none; that of the handle unless given. */
      sessionId: nameSchema.optional(),
      consolidate: z.boolean().default(true),
      ...importOptions,
    }),
    output: importedSchema.extend({
      /** Absent when no consolidation was asked for. */
      report: consolidationReportSchema.optional(),
    }),
    handler: (context, { text, ...options }) => importAll(textSource(text), context, options),
  }),
  export: operation({
    summary:
      'Hand out all that an agent holds of a user, one record at a time: turns, memories with their versions, profile, instructions, documents.',
    effect: 'reads',
    capability: 'transfer',
    belongsTo: 'allProjects',
    forEveryPlan: true,
    isStream: true,
    command: 'export',
    input: z.strictObject({
      /** Also what is forgotten. */
      forgotten: z.boolean().default(false),
    }),
    output: recordSchema,
    handler(context, { forgotten }): AsyncGenerator<ExportRecord> {
      // Before the first record is on its way.
      refuseProject(context.memory.scope, 'export');
      return recordsOf(context, forgotten);
    },
  }),
});
