import { InvalidArgumentError } from 'commander';
import { readMoment } from '../operations/turns/moment.ts';

const numberThat =
  (isFine: (value: number) => boolean, advice: string) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || !isFine(value)) throw new InvalidArgumentError(advice);
    return value;
  };

export const amountValue = numberThat((value) => value >= 0, 'It must be a number from 0 up.');
/** A share or a degree. */
export const unitValue = numberThat((value) => value >= 0 && value <= 1, 'It must be a number from 0 to 1.');
export const countValue = numberThat(
  (value) => Number.isInteger(value) && value >= 1 && value <= 1000,
  'It must be a whole number from 1 to 1000.',
);
const isWhole = (value: number): boolean => Number.isInteger(value) && value >= 0;
export const wholeValue = numberThat(isWhole, 'It must be a whole number from 0 up.');
const wholeOrNoneValue = numberThat(isWhole, 'It must be a whole number from 0 up, or none.');

/** Stands for `null`, which Commander takes for no value at all. */
export type None = 'none';

export const noneAsNull = <Value>(value: Value | None): Value | null => (value === 'none' ? null : value);

/** `none` for no limit. */
export const budgetValue = (text: string): number | None => (text === 'none' ? text : wholeOrNoneValue(text));

export function pathValue(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be the path of a file.');
  return text;
}

export function nameValue(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

export function dateValue(text: string): Date {
  const moment = readMoment(text);
  if (moment === undefined)
    throw new InvalidArgumentError('It must be a date such as 2024-05-01 or 2024-05-01T10:00Z.');
  return moment;
}

/** `none` to clear it. */
export const dateOrNoneValue = (text: string): Date | None => (text === 'none' ? text : dateValue(text));

export type JsonObject = Record<string, ReturnType<typeof JSON.parse>>;

export function objectValue(text: string): JsonObject {
  const refusal = new InvalidArgumentError('It must be a JSON object such as {"source":"wiki"}.');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    throw refusal;
  }
  throw refusal;
}

/** An option that may be repeated, each time with one of `choices` if there are any. */
export const listValue =
  (choices?: readonly string[]) =>
  (text: string, before: readonly string[] = []): string[] => {
    if (choices !== undefined && !choices.includes(text))
      throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.`);
    return [...before, nameValue(text)];
  };
