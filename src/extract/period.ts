import { z } from 'zod';
import { DAY_MS } from '../model/day.ts';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const YEAR = /^[12]\d{3}$/;

/** A day, month or year, so that a model need not invent a day; anything else counts as absent. */
export const periodSchema = z
  .string()
  .refine((text) => MONTH.test(text) || YEAR.test(text) || z.iso.date().safeParse(text).success)
  .nullish()
  .catch(undefined);

/** The beginning of a period, and of the next one. */
export function periodOf(text: string | null | undefined): { readonly start: Date; readonly end: Date } | undefined {
  if (text == null) return undefined;
  const start = new Date(text);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  if (YEAR.test(text)) return { start, end: new Date(Date.UTC(year + 1, 0)) };
  if (MONTH.test(text)) return { start, end: new Date(Date.UTC(year, month + 1)) };
  return { start, end: new Date(start.getTime() + DAY_MS) };
}
