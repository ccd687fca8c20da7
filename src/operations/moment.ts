const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? (\\d{4})`, 'i');
const MONTH_FIRST = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})`, 'i');
const NUMERIC =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s?([ap]m)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
/** Smaller numbers are seconds, not milliseconds: as milliseconds they would lie before March 1973. */
const MIN_MS = 100_000_000_000;

/** Reads a date with or without a time, as people and programs write them; UTC without a zone. */
export function readMoment(value: unknown): Date | undefined {
  if (value instanceof Date) return value;
  if (typeof value === 'number') return validDate(value < MIN_MS ? value * 1000 : value);
  return typeof value === 'string' ? readText(value.trim()) : undefined;
}

function readText(text: string): Date | undefined {
  const numeric = text
    .replace(DAY_FIRST, (_, day, month, year) => `${year}-${monthNumber(month)}-${day}`)
    .replace(MONTH_FIRST, (_, month, day, year) => `${year}-${monthNumber(month)}-${day}`);
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '0', half, zone] =
    NUMERIC.exec(numeric) ?? [];
  if (year === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const hour = hourOf(Number(hours), half);
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // A day that the month does not have would become a day of the next month.
  if (hour === undefined || new Date(midnight).getUTCDate() !== Number(day) || Number(month) > 12) return undefined;
  const time = ((hour * 60 + Number(minutes)) * 60 + Number(seconds) + Number(fraction)) * 1000;
  return validDate(midnight + Math.round(time) - zoneMs(zone));
}

const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function hourOf(hours: number, half: string | undefined): number | undefined {
  if (half === undefined) return hours < 24 ? hours : undefined;
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

function zoneMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function validDate(ms: number): Date | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
