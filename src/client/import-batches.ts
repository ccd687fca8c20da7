import type { ExportRecord } from '../transfer/export-records.ts';
import { ServedError } from './served-error.ts';

type RecordOfKind<Name extends ExportRecord['kind']> = Extract<ExportRecord, { kind: Name }>;

export interface ImportBatch {
  readonly text: string;
  readonly count: number;
}

/**
 * Splits an export into texts of about `maxChars`, each with the header. Turns stay with their progress, memories with their entities;
 * links come last.
 */
export function importBatches(records: readonly unknown[], maxChars: number): ImportBatch[] {
  const [header, ...rest] = records as readonly ExportRecord[];
  if (header?.kind !== 'export') throw new ServedError('invalidInput', 'record 1: an export begins with its owner');
  const recordsOf = <Name extends ExportRecord['kind']>(kind: Name) =>
    rest.filter((record): record is RecordOfKind<Name> => record.kind === kind);
  const keyOf = ({ agentId }: { readonly agentId: string }, id: string) => JSON.stringify([agentId, id]);
  const entities = new Map(recordsOf('entity').map((entity) => [keyOf(entity, entity.id), entity]));
  const entitiesNamed = (record: { readonly agentId: string }, ids: readonly string[]): ExportRecord[] =>
    ids.flatMap((id) => entities.get(keyOf(record, id)) ?? []);
  const sessions = Map.groupBy([...recordsOf('session'), ...recordsOf('episode'), ...recordsOf('progress')], (record) =>
    keyOf(record, record.sessionId),
  );
  const units: ExportRecord[][] = [];
  for (const memory of recordsOf('memory')) {
    // A field's or document's progress is stored under the id of its memory.
    const key = keyOf(memory, memory.id);
    units.push([...entitiesNamed(memory, memory.entityIds), memory, ...(sessions.get(key) ?? [])]);
    sessions.delete(key);
  }
  const allUnits = [
    ...[...sessions.values()].flatMap((session) => [...partsOf(session, maxChars)]),
    ...units,
    ...[...entities.values()].map((entity) => [entity]),
    ...recordsOf('relationship').map((relationship) => [
      ...entitiesNamed(relationship, [relationship.fromId, relationship.toId]),
      relationship,
    ]),
    ...[...recordsOf('link'), ...recordsOf('settings')].map((record) => [record]),
  ];
  return packUnits(header, allUnits, maxChars);
}

/** A session in parts of about this size, each with its progress; the last part has the session's end. */
function* partsOf(
  records: readonly RecordOfKind<'session' | 'episode' | 'progress'>[],
  maxChars: number,
): Generator<readonly ExportRecord[]> {
  const turns = records.filter((record) => record.kind === 'episode').sort((a, b) => a.position - b.position);
  const steps = records.filter((record) => record.kind === 'progress');
  const read = (after: number, upTo: number) =>
    steps
      .map((step) => ({ ...step, from: Math.max(step.from, after), through: Math.min(step.through, upTo) }))
      .filter(({ from, through }) => from < through);
  let part: RecordOfKind<'episode'>[] = [];
  let [size, after, last] = [0, 0, 0];
  for (const turn of turns) {
    const { length } = JSON.stringify(turn);
    if (part.length > 0 && size + length > maxChars) {
      yield [...part, ...read(after, last)];
      [part, size, after] = [[], 0, last];
    }
    part.push(turn);
    [size, last] = [size + length, turn.position];
  }
  yield [...records.filter(({ kind }) => kind === 'session'), ...part, ...read(after, Number.POSITIVE_INFINITY)];
}

function packUnits(header: ExportRecord, units: readonly (readonly ExportRecord[])[], maxChars: number): ImportBatch[] {
  const begin = () => ({ lines: new Set([JSON.stringify(header)]), size: 0, count: 0 });
  let batch = begin();
  const batches = [batch];
  for (const unit of units) {
    const lines = unit.map((record) => JSON.stringify(record));
    const size = lines.reduce((sum, line) => sum + line.length, 0);
    if (batch.size > 0 && batch.size + size > maxChars) {
      batch = begin();
      batches.push(batch);
    }
    for (const line of lines) batch.lines.add(line);
    batch.size += size;
    batch.count += unit.filter(({ kind }) => kind === 'episode' || kind === 'memory').length;
  }
  return batches.map(({ lines, count }) => ({ text: [...lines].join('\n'), count }));
}
