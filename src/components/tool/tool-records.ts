import { z } from 'zod';
import type { StoreReader } from '../../contracts/store.ts';
import { parse } from '../../model/parse.ts';
import { givenJsonSchema, type Json, nameSchema, unitSchema } from '../../model/primitives.ts';
import type { Owner, ScopeFilter } from '../../model/scope.ts';
import { listAll } from '../list-all.ts';
import { COMPONENT } from './account.ts';
import { isObject } from './tool-call.ts';
import { lastUsedAt, type RecordFacts, readRecord } from './tool-record.ts';

export const toolQuerySchema = z.strictObject({
  tool: nameSchema.optional(),
  /** A pattern that the parameters must match; `*` in a text stands for anything. */
  parameters: givenJsonSchema.optional(),
  minSuccessRate: unitSchema.optional(),
  maxSuccessRate: unitSchema.optional(),
  limit: z.int().min(1).max(1000).default(50),
});
export type ToolQuery = Readonly<z.input<typeof toolQuerySchema>>;

/** The outcomes of one tool with one set of parameters. */
export interface ToolRecord extends RecordFacts {
  readonly memoryId: string;
  readonly successRate: number;
  readonly lastUsedAt: Date;
}

/**
 * The matching records, the one used last first; of one project if the scope names it.
 * @example const failing = await toolRecords(store, ana.scope, { maxSuccessRate: 0.5 });
 */
export async function toolRecords(
  reader: StoreReader,
  { projectId, ...owner }: Owner & ScopeFilter,
  query: ToolQuery = {},
): Promise<ToolRecord[]> {
  const { tool, parameters, minSuccessRate = 0, maxSuccessRate = 1, limit } = parse(toolQuerySchema, query, 'query');
  const entities = tool === undefined ? undefined : await reader.matchEntities(owner, [tool]);
  const records: ToolRecord[] = [];
  const filter = {
    ...{ components: [COMPONENT], categories: ['success', 'failure'] },
    ...(entities !== undefined && { entityIds: entities.map(({ id }) => id) }),
    ...(projectId !== undefined && { projectId }),
  };
  for await (const memory of listAll(reader, owner, filter)) {
    const facts = readRecord(memory);
    if (facts === undefined || (tool !== undefined && facts.tool !== tool)) continue;
    if (parameters !== undefined && !matchesPattern(facts.parameters, parameters)) continue;
    const successRate = facts.successes / facts.calls;
    if (successRate < minSuccessRate || successRate > maxSuccessRate) continue;
    records.push({ ...facts, memoryId: memory.id, successRate, lastUsedAt: lastUsedAt(facts) });
  }
  return records.sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime()).slice(0, limit);
}

/** An object matches if it has the pattern's keys, a list if it has its items, a text if it fits its `*`. */
export function matchesPattern(value: Json, pattern: Json): boolean {
  if (typeof pattern === 'string') return typeof value === 'string' && matchesWildcards(value, pattern);
  if (Array.isArray(pattern))
    return Array.isArray(value) && pattern.every((item) => value.some((each) => matchesPattern(each, item)));
  if (!isObject(pattern)) return value === pattern;
  return (
    isObject(value) &&
    Object.entries(pattern).every(
      ([key, part]) => Object.hasOwn(value, key) && matchesPattern(value[key] as Json, part),
    )
  );
}

function matchesWildcards(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
