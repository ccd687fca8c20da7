import { holiday } from './holidays.ts';
import { monthDate } from './month-dates.ts';
import { monthDay } from './month-days.ts';
import { numericDate } from './numeric-dates.ts';
import { period } from './periods.ts';
import { longestOf, type Rule } from './phrase.ts';
import { relative } from './relative.ts';
import { weekday } from './weekdays.ts';

/** A date or period that names no other one. */
export const moment: Rule = longestOf([numericDate, monthDate, monthDay, weekday, relative, period, holiday]);
