import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { foldName } from '../model/graph.ts';
import { idFromSource, idsFromSource } from '../model/id.ts';
import { REMEMBERED } from '../model/revision.ts';
import { type Owner, ownerOf, type Scope } from '../model/scope.ts';
import type { ExportRecord } from '../transfer/export-records.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { ForeignMemory, ImportEntry, SourcedTurn } from './formats/format.ts';
import { type ImportFormat, importFormatSchema, readFormat } from './formats/formats.ts';
import type { ImportSource } from './formats/source.ts';
import { listOf, type OperationContext } from './operation.ts';
import { type ImportIssue, refuseBad } from './turn-fields.ts';

const count = z.int().nonnegative();
const BATCH = 1000;
const MAX_SHOWN = 100;

export const importOptions = {
  /** Whether an export may bring its recall configuration, which applies to every user of the tenant. */
  tunes: z.boolean().optional(),
  /** Detected from the text unless given. */
  format: importFormatSchema.optional(),
  /** Turns count as the user's own words; else as an import's, which change no profile and supersede nothing that the user said. */
  own: z.boolean().default(false),
  /** Only reports the result that an import would have. */
  dryRun: z.boolean().default(false),
  /** Whether unreadable parts are skipped and reported, or refuse the import. */
  bad: z.enum(['fail', 'skip']).default('fail'),
};
const optionsSchema = z.object(importOptions);
export type ImportSettings = Readonly<z.output<typeof optionsSchema>>;

export const importedSchema = z.object({
  format: importFormatSchema,
  /** New turns, and the sessions of all turns. */
  turns: count,
  sessions: count,
  memories: count,
  /** Turns and memories that existed before, and stay unchanged. */
  known: count,
  bad: listOf(z.object({ place: z.string(), reason: z.string() })),
  badCount: count,
  dryRun: z.boolean(),
});
export type ImportReport = Readonly<z.infer<typeof importedSchema>>;

/** Imports the new entries of a source; all are read before one is written. It may be repeated: known source ids are skipped. */
export async function importFrom(
  source: ImportSource,
  context: OperationContext,
  scope: Scope,
  settings: ImportSettings,
): Promise<ImportReport> {
  let format: ImportFormat = settings.format ?? 'transcript';
  async function* entries() {
    for await (const entry of entriesOf(source, settings, scope)) {
      format = entry.format;
      yield entry;
    }
  }
  const imported = await importEntries({ entries, settings, scope, nameOf: () => format }, context);
  return { format, ...imported };
}

/** Imports what `entries` gives, in the same way: surveyed first, then written. */
export async function importEntries(request: ImportRequest, context: OperationContext): Promise<ImportedEntries> {
  const { settings, scope } = request;
  const owner = ownerOf(scope);
  const survey = await surveyEntries(request, context, owner);
  const { bad, badCount } = survey;
  const name = request.nameOf();
  if (settings.bad === 'fail')
    refuseBad(bad, ADVICE[name as ImportFormat] ?? 'or skip invalid entries with `bad: skip`', badCount);
  if (!request.mayBeEmpty && survey.turns + survey.memories + survey.others === 0) throw nothingToImport(badCount);
  const report = { sessions: survey.sessions, bad: bad.slice(0, MAX_SHOWN), badCount, dryRun: settings.dryRun };
  if (settings.dryRun) {
    const { known, turns, memories } = survey;
    return {
      ...report,
      known: known.turns + known.memories,
      turns: turns - known.turns,
      memories: memories - known.memories,
    };
  }
  if (survey.memories + survey.others === 0) {
    const turns = await recordTurns(request, context, survey.turns);
    return { ...report, turns, memories: 0, known: survey.turns - turns };
  }
  const onProgress = (done: number, total: number) => context.onProgress?.({ stage: 'recording', done, total });
  const { turns, memories } = await context.memory.import(recordsIn(request, owner, name), {
    onProgress,
    tunes: settings.tunes,
  });
  return { ...report, turns, memories, known: survey.turns + survey.memories - turns - memories };
}

type ImportedEntries = Omit<ImportReport, 'format'>;

interface ImportRequest {
  /** Called twice: once to find all issues, once to store. */
  readonly entries: () => AsyncIterable<ImportEntry>;
  readonly settings: Pick<ImportSettings, 'tunes' | 'own' | 'dryRun' | 'bad'>;
  readonly scope: Scope;
  /** Of the format of a file, as far as it has been read, or of the program. */
  readonly nameOf: () => string;
  readonly mayBeEmpty?: true;
}

const ADVICE: Partial<Record<ImportFormat, string>> = {
  jsonl: 'each line must be one JSON object with at least "content"',
  json: 'each item must be an object with at least "content"',
  transcript: 'a transcript is made of "Name: text" lines; further lines belong to the turn before them',
  export: 'pass the records as `export` wrote them',
};

const nothingToImport = (badCount: number): SouvenirError =>
  new SouvenirError('invalidInput', `the text has no turn${badCount > 0 ? ' that can be read' : ''}`, {
    advice: 'pass one JSON object per line, a JSON array of them, an export, or "Name: text" lines',
  });

/** An export brings profile, instructions and trust, so the importer must confirm that it is their own. */
const namelessExport = (): SouvenirError =>
  new SouvenirError('invalidInput', 'text: is an export, which would be trusted like the memory that it came from', {
    advice: "pass the format 'export' if you trust it",
  });

async function* entriesOf(
  source: ImportSource,
  settings: ImportSettings,
  scope: Scope,
): AsyncGenerator<ImportEntry & { format: ImportFormat }> {
  let format = settings.format;
  let isFirst = true;
  for await (const { text, name } of source.parts()) {
    const read = await readFormat(text, format, scope);
    if (read.format === 'export' && settings.format === undefined) throw namelessExport();
    format = read.format;
    for await (const entry of read.entries) {
      const isElsewhere = entry.kind === 'bad' && !isFirst;
      yield { ...entry, ...(isElsewhere && { place: `${entry.place} of ${name}` }), format };
    }
    isFirst = false;
  }
}

async function surveyEntries(request: ImportRequest, context: OperationContext, owner: Owner) {
  const bad: ImportIssue[] = [];
  const sessions = new Set<string>();
  const counts = { turns: 0, memories: 0, others: 0, badCount: 0 };
  const known = { turns: 0, memories: 0 };
  const knownCounter = request.settings.dryRun ? createKnownCounter(context, owner, known) : undefined;
  for await (const entry of request.entries()) {
    context.signal?.throwIfAborted();
    if (entry.kind === 'bad') {
      counts.badCount += 1;
      if (bad.length < MAX_SHOWN) bad.push({ place: entry.place, reason: entry.reason });
    }
    const identified = identify(entry, request.scope);
    if (identified?.kind === 'turn') {
      counts.turns += 1;
      sessions.add(identified.sessionId);
    }
    if (identified?.kind === 'memory') counts.memories += 1;
    if (entry.kind === 'entity' || entry.kind === 'record') counts.others += 1;
    if (identified !== undefined) await knownCounter?.see(identified);
  }
  await knownCounter?.end();
  return { bad, known, ...counts, sessions: sessions.size };
}

interface IdentifiedEntry {
  readonly kind: 'turn' | 'memory';
  readonly id: string;
  readonly agentId: string;
  readonly sessionId: string;
}

/** The ids under which a turn may be stored; the turn's project applies if the scope has none. */
const turnIdsOf = ({ projectId, sourceId }: SourcedTurn, scope: Scope): string[] =>
  idsFromSource({ ...scope, projectId: scope.projectId ?? projectId }, sourceId);

function identify(entry: ImportEntry, scope: Scope): IdentifiedEntry | undefined {
  const { agentId } = scope;
  if (entry.kind === 'turn')
    return { kind: 'turn', id: turnIdsOf(entry.turn, scope)[0] as string, agentId, sessionId: entry.turn.sessionId };
  if (entry.kind === 'memory')
    return { kind: 'memory', id: idFromSource(scope, entry.memory.sourceId), agentId, sessionId: '' };
  if (entry.kind !== 'record') return undefined;
  const { record } = entry;
  if (record.kind === 'episode')
    return { kind: 'turn', id: record.id, agentId: record.agentId, sessionId: record.sessionId };
  return record.kind === 'memory'
    ? { kind: 'memory', id: record.id, agentId: record.agentId, sessionId: '' }
    : undefined;
}

/** Counts entries that are stored already or occur twice in the source. */
function createKnownCounter({ store }: OperationContext, owner: Owner, known: { turns: number; memories: number }) {
  let page: IdentifiedEntry[] = [];
  const seen = new Set<string>();
  const end = async () => {
    const fresh = page.filter(({ kind, id }) => seen.size < seen.add(`${kind} ${id}`).size);
    const isTurn = ({ kind }: IdentifiedEntry) => kind === 'turn';
    known.turns += page.filter(isTurn).length - fresh.filter(isTurn).length;
    known.memories += page.length - fresh.length - (page.filter(isTurn).length - fresh.filter(isTurn).length);
    for (const [agentId, own] of Map.groupBy(fresh, (each) => each.agentId)) {
      const targetOwner = { ...owner, agentId };
      const ids = (kind: IdentifiedEntry['kind']) => own.flatMap((each) => (each.kind === kind ? [each.id] : []));
      known.turns += (await store.getEpisodes(targetOwner, ids('turn'), true)).length;
      known.memories += (await store.getMemories(targetOwner, ids('memory'))).length;
    }
    page = [];
  };
  return {
    end,
    async see(identified: IdentifiedEntry) {
      page.push(identified);
      if (page.length >= BATCH) await end();
    },
  };
}

async function recordTurns(request: ImportRequest, context: OperationContext, total: number): Promise<number> {
  let recorded = 0;
  let done = 0;
  let batch: SourcedTurn[] = [];
  const write = async () => {
    context.signal?.throwIfAborted();
    recorded += await recordBatch(batch, context, request);
    done += batch.length;
    batch = [];
    context.onProgress?.({ stage: 'recording', done, total });
  };
  for await (const entry of request.entries()) {
    if (entry.kind !== 'turn') continue;
    batch.push(entry.turn);
    if (batch.length >= BATCH) await write();
  }
  if (batch.length > 0) await write();
  return recorded;
}

async function recordBatch(
  turns: readonly SourcedTurn[],
  { souvenir, memory, store }: OperationContext,
  { settings }: ImportRequest,
): Promise<number> {
  const owner = ownerOf(memory.scope);
  const ids = turns.map((turn) => turnIdsOf(turn, memory.scope));
  const storedEpisodes = new Map((await store.getEpisodes(owner, ids.flat(), true)).map((each) => [each.id, each]));
  const byId = new Map(turns.map((turn, at) => [ids[at]?.[0] as string, turn]));
  for (const [id = '', earlier = ''] of ids) {
    const projectId = memory.scope.projectId ?? byId.get(id)?.projectId;
    if (storedEpisodes.has(id) || (storedEpisodes.has(earlier) && storedEpisodes.get(earlier)?.projectId === projectId))
      byId.delete(id);
  }
  const scopeKeyOf = ({ projectId, sessionId }: SourcedTurn) => JSON.stringify([projectId, sessionId]);
  for (const sessionTurns of Map.groupBy(byId.values(), scopeKeyOf).values()) {
    const { projectId, sessionId } = sessionTurns[0] as SourcedTurn;
    const handle = souvenir.for({ ...owner, projectId: memory.scope.projectId ?? projectId, sessionId });
    await handle.recordAll(
      sessionTurns.map((turn) => episodeOf(turn, settings.own)),
      { index: false },
    );
    await yieldToEventLoop();
  }
  return byId.size;
}

function episodeOf(turn: SourcedTurn, isOwn: boolean) {
  const { tenantId: _, userId: __, agentId: ___, projectId: ____, sessionId: _____, ...episode } = turn;
  return isOwn ? episode : { ...episode, metadata: { ...episode.metadata, trust: 'import' as const } };
}

async function* recordsIn(request: ImportRequest, owner: Owner, name: string): AsyncGenerator<ExportRecord> {
  const now = new Date();
  const { agentId } = owner;
  const entityId = (entity: string) => idFromSource(owner, `${name}/entity/${foldName(entity)}`);
  if (name !== 'export') yield { kind: 'export', format: 1, ...owner, at: now };
  for await (const entry of request.entries()) {
    if (entry.kind === 'record') yield entry.record;
    if (entry.kind === 'memory')
      yield {
        kind: 'memory',
        ...memoryOf(entry.memory, request, name, now),
        entityIds: entry.memory.about?.map(entityId) ?? [],
      };
    if (entry.kind === 'entity')
      yield { kind: 'entity', agentId, id: entityId(entry.name), name: entry.name, type: entry.type };
    // A relation without a memory that states it belongs to no project.
    if (entry.kind === 'relation' && request.scope.projectId === undefined)
      yield {
        ...{ kind: 'relationship', agentId, relation: entry.relation, confidence: 1, updatedAt: now },
        ...{ fromId: entityId(entry.from), toId: entityId(entry.to) },
      };
  }
}

function memoryOf(
  { sourceId, content, category = 'fact', createdAt, updatedAt, rest }: ForeignMemory,
  { scope, settings }: ImportRequest,
  name: string,
  now: Date,
) {
  const { projectId } = scope;
  const owner = ownerOf(scope);
  const madeAt = createdAt === undefined || createdAt > now ? now : createdAt;
  const confidence = 0.8;
  return {
    ...owner,
    ...(projectId !== undefined && { projectId }),
    ...{ id: idFromSource(scope, sourceId), content, type: 'semantic' as const, component: REMEMBERED, category },
    ...{ importance: 0.5, confidence, confidenceTrajectory: [{ confidence, at: madeAt }], salience: 0.5 },
    provenance: { episodeIds: [], turnIds: [], learningContext: `imported (${name})` },
    metadata: { ...(rest && { [name]: { ...rest } }), ...(!settings.own && { trust: 'import' }) } as never,
    createdAt: madeAt,
    updatedAt: updatedAt === undefined || updatedAt > now || updatedAt < madeAt ? madeAt : updatedAt,
    ...{ accessCount: 0, status: 'active' as const },
  };
}
