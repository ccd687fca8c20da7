import { happenedAt } from '../model/memory.ts';
import type { ChunkPart, MemoryPart, ProcedurePart, TurnPart } from './parts.ts';
import { labelText } from './plain-text.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')}Z`;

const joined = (...parts: readonly (string | undefined)[]): string =>
  `[${parts.filter((part) => part !== undefined && part !== '').join(', ')}]`;

type LabelledMemory = Omit<MemoryPart, 'id' | 'content' | 'score'>;

export function memoryLabel(memory: LabelledMemory, contradicted: readonly ChunkPart[] = []): string {
  const { component, category, status, doubtedAt } = memory;
  const state = status !== 'active' ? status : doubtedAt === undefined ? undefined : 'in doubt';
  return joined(
    `${labelText(component)}/${labelText(category)} ${dayOf(happenedAt(memory))}`,
    state,
    ...contradicted.map(({ title }) => `contradicted by the document ${labelText(title)}`),
  );
}

export function chunkLabel(chunk: ChunkPart, contradicting: readonly LabelledMemory[] = []): string {
  const { title, headings, source, date } = chunk;
  const from = labelText(source);
  const place = (headings[0] === title ? headings : [title, ...headings]).map(labelText).filter((part) => part !== '');
  return joined(
    place.join(' › '),
    place.includes(from) ? undefined : from,
    date && dayOf(date),
    ...contradicting.map((memory) => `contradicted by a memory of ${dayOf(happenedAt(memory))}`),
  );
}

export const turnLabel = ({ role, speaker, at }: TurnPart): string =>
  joined([role, labelText(speaker ?? ''), minuteOf(at)].filter((part) => part !== '').join(' '));

export function procedureLabel({ name, successRate, runs }: ProcedurePart): string {
  const rate = successRate === undefined ? undefined : `${Math.round(successRate * 100)} % succeeded`;
  return joined(labelText(name), rate, runs === undefined ? undefined : `${runs} ${runs === 1 ? 'run' : 'runs'}`);
}
