import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { StoreStats } from '../contracts/store.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { nameSchema } from '../model/primitives.ts';
import { consolidationReportSchema } from '../model/report.ts';
import { ownerOf } from '../model/scope.ts';
import { type ExportRecord, recordSchema } from '../souvenir/export-records.ts';
import { named, type OperationContext, operation } from './operation.ts';
import { readTurns, turnFormatSchema } from './read-turns.ts';
import { sessions as sessionOperations } from './sessions.ts';
import type { Turn } from './turn-fields.ts';

/** Turns recorded between two reports of progress. */
const BATCH = 1000;
/** Records between two reports of progress. */
const PAGE = 500;

const count = z.int().nonnegative();

/**
 * Goes through once begun: a conversation half recorded could not be imported again without saying things twice.
 * Resolves with the sessions it went to.
 */
async function recordTurns(turns: readonly Turn[], context: OperationContext, isOwn: boolean): Promise<Set<string>> {
  const { souvenir, memory, onProgress } = context;
  const { projectId: ownProject } = memory.scope;
  const sessions = new Set<string>();
  for (let done = 0; done < turns.length; ) {
    const { projectId, sessionId } = turns[done] as Turn;
    const batch = turns.slice(done, done + BATCH);
    const isElsewhere = (turn: Turn) => turn.projectId !== projectId || turn.sessionId !== sessionId;
    const end = batch.findIndex(isElsewhere);
    const place = souvenir.for({ ...ownerOf(memory.scope), projectId: ownProject ?? projectId, sessionId });
    const recorded = await place.recordAll(
      batch.slice(0, end < 0 ? batch.length : end).map((turn) => episodeOf(turn, isOwn)),
    );
    for (const episode of recorded) sessions.add(episode.sessionId);
    await setImmediate();
    done += recorded.length;
    onProgress?.({ stage: 'recording', done, total: turns.length });
  }
  return sessions;
}

function episodeOf(turn: Turn, isOwn: boolean) {
  const { tenantId: _, userId: __, agentId: ___, projectId: ____, sessionId: _____, ...episode } = turn;
  return isOwn ? episode : { ...episode, metadata: { ...episode.metadata, trust: 'import' as const } };
}

/** About how many an export has. */
const recordsIn = ({ episodes, memories, links, entities, relationships }: StoreStats): number =>
  Object.values(memories).reduce((sum, held) => sum + held, episodes + links + entities + relationships);

export const importFormatSchema = z.enum([...turnFormatSchema.options, 'export']);
export type ImportFormat = z.infer<typeof importFormatSchema>;

const EXPORTED = /^\s*\{"kind":"export"/;

/** It brings profile, instructions and trust with it: whoever imports it says that it is theirs. */
const namelessExport = (): SouvenirError =>
  new SouvenirError('invalidInput', 'text: is an export, which is believed as the memory it came from', {
    advice: "import it with the format 'export' if you made it yourself",
  });

/** Goes through once begun, and changes nothing if it is done again. */
async function bringBack(text: string, { memory, onProgress }: OperationContext) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.map((line, at) => {
    try {
      return JSON.parse(line);
    } catch (cause) {
      throw new SouvenirError('invalidInput', `record ${at + 1}: ${reasonOf(cause)}`, {
        advice: 'nothing was imported; an export is one JSON object a line',
        cause,
      });
    }
  });
  const seen = (done: number, total: number) => onProgress?.({ stage: 'recording', done, total });
  return { format: 'export' as const, ...(await memory.import(records, { onProgress: seen })) };
}

const importedSchema = z.object({
  ...{ format: importFormatSchema, turns: count, sessions: count },
  /** Of an export, those that were not there. */
  memories: count.optional(),
  /** Absent when no consolidation was asked for. */
  report: consolidationReportSchema.optional(),
});

export const transfer = named({
  import: operation({
    summary: 'Record a whole conversation, then turn it into memories; or bring back what `export` handed out.',
    effect: 'writes',
    capability: 'transfer',
    command: 'import',
    input: z.strictObject({
      /** The conversation itself. */
      text: z.string(),
      /** Told from the text unless given. */
      format: importFormatSchema.optional(),
      /** Of turns that name none; that of the handle unless given. */
      sessionId: nameSchema.optional(),
      consolidate: z.boolean().default(true),
      /** The user's turns are their own word; else they are an import's, which changes no profile and replaces nothing that the user said. */
      own: z.boolean().default(false),
    }),
    output: importedSchema,
    async handler(
      context,
      { text, format: given, sessionId, consolidate, own },
    ): Promise<z.infer<typeof importedSchema>> {
      const consolidated = async () =>
        consolidate ? { report: await sessionOperations.consolidate.handler(context, { minAgeMs: 0 }) } : {};
      if (given === 'export') return { ...(await bringBack(text, context)), ...(await consolidated()) };
      if (EXPORTED.test(text)) throw namelessExport();
      const scope = { ...context.memory.scope, ...(sessionId !== undefined && { sessionId }) };
      const { format, turns } = await readTurns(text, given, scope);
      const named = turns.map((turn) => ({ ...turn, sessionId: turn.sessionId ?? scope.sessionId }));
      const sessions = await recordTurns(named, context, own);
      return { format, turns: turns.length, sessions: sessions.size, ...(await consolidated()) };
    },
  }),
  export: operation({
    summary:
      'Hand out all that an agent holds of a user, one record at a time: turns, memories with their versions, profile, instructions, documents.',
    effect: 'reads',
    capability: 'transfer',
    command: 'export',
    input: z.strictObject({
      /** Also what is forgotten. */
      forgotten: z.boolean().default(false),
    }),
    output: recordSchema,
    async *handler({ store, memory, onProgress }, { forgotten }): AsyncGenerator<ExportRecord> {
      const total = recordsIn(await store.stats(ownerOf(memory.scope)));
      let done = 0;
      for await (const record of memory.export({ forgotten })) {
        yield record;
        if (++done % PAGE === 0) onProgress?.({ stage: 'exporting', done, total: Math.max(done, total) });
      }
      onProgress?.({ stage: 'exporting', done, total: done });
    },
  }),
});
