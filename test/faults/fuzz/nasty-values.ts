import type { Random } from '../../../bench/random.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';

const broken = (): never => {
  throw new TypeError('this cannot be read');
};

const WORDS = [
  '',
  ' ',
  '\0',
  '__proto__',
  'constructor',
  'default',
  'ana ',
  '\ud800',
  '\udc00x',
  '*',
  'shared:x',
  '1e999',
  '2026-99-99',
  '-1',
];
const NUMBERS = [Number.NaN, Infinity, -Infinity, -0, 0, -1, 0.5, 1e308, 2 ** 53, 2 ** 31, 5e-324];

const deep = (depth: number): unknown => {
  let value: unknown = 'bottom';
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { value };
  return value;
};

function cyclic(): unknown {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}

/** What only JavaScript can hand over. */
const STRANGE: readonly (() => unknown)[] = [
  ...[() => undefined, () => null, () => true, () => 12n, () => Symbol('s'), () => () => 1, () => broken],
  ...[cyclic, () => deep(3000), () => deep(40), () => new Proxy({}, { get: broken, ownKeys: broken, has: broken })],
  ...[() => Object.create(null), () => new Map([['a', 1]]), () => new Date(Number.NaN), () => new Date(8.64e15)],
  ...[
    () => ({
      get content() {
        return broken();
      },
    }),
    () => Object.fromEntries([['then', broken]]),
    () => new Array(5),
    () => Promise.resolve(1),
  ],
  ...[() => AbortSignal.abort(), () => new Error('given'), () => new Float32Array(3), () => /x/, () => [[[[]]]]],
];

/** A value that a caller could hand over by mistake or on purpose. */
export function nasty(random: Random, depth = 2): unknown {
  const kind = random.between(0, 9);
  if (kind <= 2) return text(random);
  if (kind === 3) return random.pick(NUMBERS);
  if (kind <= 6) return random.pick(STRANGE)();
  if (depth === 0) return random.pick(WORDS);
  const items = Array.from({ length: random.between(0, 4) }, () => nasty(random, depth - 1));
  if (kind === 7) return items;
  return Object.fromEntries(items.map((item) => [random.pick([...WORDS, 'content', 'id', 'type', 'sessionId']), item]));
}

function text(random: Random): string {
  if (random.chance(0.5)) return random.pick(WORDS);
  const [, hostile] = random.pick(hostileTexts);
  return hostile.slice(0, random.between(1, 3000));
}

/** A valid value with something in it that is not: a field of another kind, one too many, or one missing. */
export function mutated(random: Random, value: unknown): unknown {
  if (random.chance(0.25)) return value;
  if (typeof value === 'string') return mutatedText(random, value);
  if (Array.isArray(value) && value.length > 0) {
    const at = random.between(0, value.length - 1);
    return value.map((item, place) => (place === at ? mutated(random, item) : item));
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return nasty(random);
  const names = Object.keys(value);
  if (names.length === 0 || random.chance(0.2))
    return { ...value, [random.pick([...WORDS, 'limit', 'asOf', 'signal'])]: nasty(random) };
  const name = random.pick(names);
  const { [name as never]: field, ...rest } = value;
  return random.chance(0.1) ? rest : { ...rest, [name]: random.chance(0.5) ? nasty(random) : mutated(random, field) };
}

/** Text with a piece cut out, doubled or replaced. */
export function mutatedText(random: Random, value: string): string {
  const from = random.between(0, value.length);
  const to = Math.min(value.length, from + random.between(0, 12));
  const piece = random.pick(['', value.slice(from, to).repeat(3), text(random), '"', '{', '}', ']', '\\', '\n']);
  return value.slice(0, from) + piece + value.slice(to);
}
