import { InvalidArgumentError } from 'commander';
import { readMoment } from '../operations/turns/moment.ts';

export function numberValue(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

export function pathValue(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be the path of a file.');
  return text;
}

export function dateValue(text: string): Date {
  const moment = readMoment(text);
  if (moment === undefined)
    throw new InvalidArgumentError('It must be a date such as 2024-05-01 or 2024-05-01T10:00Z.');
  return moment;
}

/** An option that may be repeated, each time with one of `choices` if there are any. */
export const listValue =
  (choices?: readonly string[]) =>
  (text: string, before: readonly string[] = []): string[] => {
    if (choices !== undefined && !choices.includes(text))
      throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.`);
    return [...before, text];
  };
