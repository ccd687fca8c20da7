import { isDeepStrictEqual } from 'node:util';

const OPERATORS: Readonly<Record<string, (actual: unknown, expected: unknown) => boolean>> = {
  $eq: (actual, expected) => isDeepStrictEqual(actual, expected),
  $ne: (actual, expected) => !isDeepStrictEqual(actual, expected),
  $gt: (actual, expected) => Number(actual) > Number(expected),
  $gte: (actual, expected) => Number(actual) >= Number(expected),
  $lt: (actual, expected) => Number(actual) < Number(expected),
  $lte: (actual, expected) => Number(actual) <= Number(expected),
  $in: (actual, expected) => Array.isArray(expected) && expected.some((each) => isDeepStrictEqual(actual, each)),
  $nin: (actual, expected) => !(Array.isArray(expected) && expected.some((each) => isDeepStrictEqual(actual, each))),
};

/** Whether each field equals the filter's value or satisfies its operators, such as `$gt`. */
export const matches = (value: Readonly<Record<string, unknown>>, filter: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(filter).every(([field, expected]) => {
    const rules = Object.entries(Object(expected)).map(([name, wanted]) => ({ rule: OPERATORS[name], wanted }));
    const areRules = rules.length > 0 && typeof expected === 'object' && rules.every(({ rule }) => rule !== undefined);
    return areRules
      ? rules.every(({ rule, wanted }) => rule?.(value[field], wanted))
      : isDeepStrictEqual(value[field], expected);
  });

/** The text of a value: all of it, or at paths such as `title` or `chapters[*].content`. */
export const textOf = (value: object, paths: readonly string[] | undefined): string =>
  paths === undefined || paths.includes('$')
    ? wordsOf(value)
    : paths.flatMap((path) => partsAt(value, stepsOf(path)).map(wordsOf)).join('\n');

const stepsOf = (path: string): string[] =>
  path
    .replaceAll('[', '.')
    .replaceAll(']', '')
    .split('.')
    .filter((step) => step !== '');

function partsAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Object.values(value).flatMap((each) => partsAt(each, rest));
  const part = Array.isArray(value) ? value.at(Number(step)) : (value as Record<string, unknown>)[step];
  return part === undefined ? [] : partsAt(part, rest);
}

/** A single text stands alone; several get their names. */
function wordsOf(value: unknown): string {
  const leaves = leavesOf(value, '');
  return leaves.length === 1
    ? (leaves[0]?.text ?? '')
    : leaves.map(({ name, text }) => (name === '' ? text : `${name}: ${text}`)).join('\n');
}

function leavesOf(value: unknown, name: string): { readonly name: string; readonly text: string }[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [{ name, text: String(value) }];
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, name));
  return Object.entries(value).flatMap(([field, each]) => leavesOf(each, name === '' ? field : `${name} ${field}`));
}
