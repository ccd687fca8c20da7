import type { Random } from '../../../bench/random.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Strings at the edges: of length, of Unicode, of what programs take for something else. */
const STRINGS = [
  ...['', ' ', '\0', '\ud800', 'ﷺ'.repeat(50), 'a'.repeat(201), 'x'.repeat(70_000), '../../etc/passwd', '*'],
  ...["'; DROP TABLE memories; --", '<script>alert(1)</script>', '__proto__', 'constructor', '{{7*7}}', '%00%0d%0a'],
  ...[
    '2026-02-30',
    '-271822-01-01',
    '1e999',
    'NaN',
    'null',
    '\u202egnp.exe',
    '👩‍👩‍👧‍👦',
    '𝕳𝖊𝖑𝖑𝖔',
    '"',
    '\\',
    '\r\nx: y',
  ],
];
const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 8.64e15 + 1, 1000, 1001];
const PLAIN = ['The lamp is by the door.', 'I moved to Porto in spring.', 'Where do I live?', 'lamp', 'editor', 'site'];

const nested = (depth: number): unknown => JSON.parse(`${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`);

/** Anything at all, whatever is asked for. */
function anything(random: Random): unknown {
  return random.pick<() => unknown>([
    () => random.pick(STRINGS),
    () => random.pick(NUMBERS),
    () => random.pick([true, false, null]),
    () => [],
    () => ({}),
    () => nested(random.pick([1, 20, 150, 1500])),
    () => Array.from({ length: random.pick([1, 500]) }, () => random.pick(PLAIN)),
  ])();
}

export interface Bodies {
  /** The schemas that others refer to by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Ids that there are. */
  readonly ids: readonly string[];
}

/** A value that fits a JSON schema, but for what chance makes of it. */
export function valueFor(schema: Schema, random: Random, bodies: Bodies, depth = 0): unknown {
  if (random.chance(depth === 0 ? 0.02 : 0.06)) return anything(random);
  const { $ref, enum: choices, const: only, anyOf, oneOf, allOf, type } = schema;
  const within = (inner: unknown) => valueFor((inner ?? {}) as Schema, random, bodies, depth + 1);
  if (typeof $ref === 'string') return within(bodies.schemas[$ref.split('/').at(-1) as string]);
  if (choices !== undefined) return random.pick(choices as unknown[]);
  if (only !== undefined) return only;
  if (anyOf ?? oneOf) return within(random.pick((anyOf ?? oneOf) as unknown[]));
  if (allOf !== undefined) return Object.assign({}, ...(allOf as unknown[]).map(within));
  if (type === 'object') return objectFor(schema, random, within);
  if (type === 'array') return Array.from({ length: random.between(0, 3) }, () => within(schema['items']));
  if (type === 'integer' || type === 'number') return numberFor(schema, random);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return textFor(schema, random, bodies);
}

function objectFor(schema: Schema, random: Random, within: (inner: unknown) => unknown): unknown {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties as Record<string, unknown>).filter(([name]) =>
    (required as string[]).includes(name) ? !random.chance(0.03) : random.chance(0.4),
  );
  const more = typeof additionalProperties === 'object' && random.chance(0.5) ? [[random.pick(PLAIN), {}]] : [];
  const unknown = random.chance(0.05) ? [[random.pick(['__proto__', 'limit', 'constructor']), {}]] : [];
  return Object.fromEntries([...fields, ...more, ...unknown].map(([name, inner]) => [name, within(inner)]));
}

function numberFor({ minimum = 0, maximum = 10, type }: Schema, random: Random): number {
  if (random.chance(0.1)) return random.pick(NUMBERS);
  const value = Number(minimum) + random.next() * (Math.min(Number(maximum), 100) - Number(minimum));
  return type === 'integer' ? Math.round(value) : value;
}

function textFor({ format }: Schema, random: Random, { ids }: Bodies): string {
  if (format === 'date-time') return new Date(Date.UTC(2026, random.between(-5, 20), 1)).toISOString();
  if (random.chance(0.15)) return random.pick(STRINGS);
  return random.chance(0.4) && ids.length > 0 ? random.pick(ids) : random.pick(PLAIN);
}
