const WHOLE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const FINE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export type Format = (value: number) => string;

export const number: Format = (value) => (value >= 100 ? WHOLE : FINE).format(value);
export const percent: Format = (share) => `${WHOLE.format(share * 100)} %`;
export const milliseconds: Format = (value) =>
  value >= 10_000 ? `${number(value / 1000)} s` : `${(value >= 10 ? WHOLE : FINE).format(value)} ms`;
export const counted = (count: number, one: string, several: string): string =>
  `${number(count)} ${count === 1 ? one : several}`;

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;
export function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3));
  return `${FINE.format(value / 1000 ** power)} ${UNITS[power]}`;
}
