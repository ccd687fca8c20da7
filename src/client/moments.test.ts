import { expect, test } from 'vitest';
import { jsonSchemaOf } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import type { EventName, SouvenirEvents } from '../telemetry/events.ts';
import { MOMENTS, OPAQUE_FIELDS, withMoments } from './moments.ts';

interface Json {
  readonly [key: string]: unknown;
}

/** Every place of an answer that holds a date, another text, or whatever the caller chose, by the name of its field. */
function placesOf(
  schema: Json,
  root: Json,
  name: string,
  visit: (kind: string, name: string) => void,
  seen: readonly Json[],
): void {
  const next = (part: unknown, at = name): void => placesOf(part as Json, root, at, visit, [...seen, schema]);
  if (seen.includes(schema)) return;
  if (typeof schema['$ref'] === 'string') {
    const path = schema['$ref'].split('/').slice(1);
    next(path.reduce((part, key) => part[key] as Json, root));
    return;
  }
  const parts = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) => (schema[key] ?? []) as Json[]);
  for (const part of parts) next(part);
  if (schema['items'] !== undefined) next(schema['items']);
  for (const [field, part] of Object.entries((schema['properties'] ?? {}) as Json)) next(part, field);
  const more = schema['additionalProperties'];
  // Its fields are named by the caller: a text in there may have any name.
  const own = (kind: string, at: string) => visit(at === name ? 'own' : kind, at);
  if (typeof more === 'object') placesOf(more as Json, root, name, own, [...seen, schema]);
  if (schema['format'] === 'date-time') visit('moment', name);
  else if (schema['type'] === 'string' || schema['const'] !== undefined) visit('text', name);
  else if (Object.keys(schema).every((key) => key === '$schema')) visit('own', name);
}

const seen = new Set<string>();
for (const { name, output } of Object.values(operations)) {
  const schema = jsonSchemaOf(output, 'output') as Json;
  placesOf(schema, schema, name, (kind, field) => seen.add(`${kind} ${field}`), []);
}
const named = (kind: string) =>
  [...seen].filter((each) => each.startsWith(`${kind} `)).map((each) => each.split(' ')[1]);

type MomentIn<Reported> = {
  [Name in keyof Reported]-?: Reported[Name] extends Date | undefined ? Name : never;
}[keyof Reported];
/** Events have no schema; those that hold what operations answer too have its dates. */
const OF_EVENTS: Record<{ [Name in EventName]: MomentIn<SouvenirEvents[Name]> }[EventName], true> = { retryAt: true };

test('the date fields of the client are exactly those of the schemas and events', () => {
  expect([...named('moment'), ...Object.keys(OF_EVENTS)].sort()).toEqual([...MOMENTS].sort());
  expect(named('text').filter((name) => MOMENTS.has(name ?? ''))).toEqual([]);
});

test('free-form fields are excluded by name', () => {
  expect(named('own').filter((name) => !OPAQUE_FIELDS.has(name ?? ''))).toEqual(['profile.get']);
});

test('date fields become dates, except in data of the caller', () => {
  const at = '2026-03-01T00:00:00.000Z';
  const stored = { createdAt: at, metadata: { at }, list: [{ at, from: 3 }], since: null };
  expect(withMoments(stored)).toEqual({
    ...{ createdAt: new Date(at), metadata: { at }, list: [{ at: new Date(at), from: 3 }], since: null },
  });
});
