import { z } from 'zod';
import type { StoreStats } from '../contracts/store.ts';
import { nameSchema } from '../model/primitives.ts';
import { type ConsolidationReport, consolidationReportSchema } from '../model/report.ts';
import { ownerOf, refuseProject } from '../model/scope.ts';
import { type ExportRecord, recordSchema } from '../transfer/export-records.ts';
import { type ImportSource, textSource } from './formats/source.ts';
import { type ImportReport, type ImportSettings, importedSchema, importFrom, importOptions } from './import-from.ts';
import { named, type OperationContext, operation } from './operation.ts';
import { withProgress } from './sessions.ts';

const PROGRESS_INTERVAL = 500;

/** Characters of one text; files of any size are read part by part. */
const MAX_IMPORT_CHARS = 100_000_000;

const countRecords = ({ episodes, memories, links, entities, relationships }: StoreStats): number =>
  Object.values(memories).reduce((sum, count) => sum + count, episodes + links + entities + relationships);

/** Imports turns verbatim, so that recall returns them at once, then consolidates. A schedule in this process extracts the rest in the background. */
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
    summary: 'Import conversations, memories of another program, or an export.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'transfer',
    belongsTo: 'project',
    // Each record of an export names its own project.
    spansProjects: ({ format }) => format === 'export',
    unconsolidated: (input) => ({ ...input, consolidate: false }),
    tunes: () => true,
    untuned: (input) => ({ ...input, tunes: false }),
    command: 'import',
    input: z.strictObject({
      text: z.string().max(MAX_IMPORT_CHARS),
      /** The session of turns without one; unless given, the handle's. */
      sessionId: nameSchema.optional(),
      consolidate: z.boolean().default(true),
      ...importOptions,
    }),
    output: importedSchema.extend({
      /** Absent without consolidation. */
      report: consolidationReportSchema.optional(),
    }),
    handler: (context, { text, ...options }) => importAll(textSource(text), context, options),
  }),
  export: operation({
    summary:
      'Export everything an agent stores of a user, one record at a time: turns, memories with their versions, profile, instructions, documents.',
    effect: 'reads',
    capability: 'transfer',
    belongsTo: 'allProjects',
    forEveryPlan: true,
    isStream: true,
    command: 'export',
    input: z.strictObject({
      /** Whether to include forgotten memories. */
      forgotten: z.boolean().default(false),
    }),
    output: recordSchema,
    handler(context, { forgotten }): AsyncGenerator<ExportRecord> {
      // Refused before the first record is sent.
      refuseProject(context.memory.scope, 'export');
      return recordsOf(context, forgotten);
    },
  }),
});
