import type { z } from 'zod';
import type { jsonSchema } from '../../model/primitives.ts';
import { holdsSecret, isSecretName, masked } from '../../text/secrets.ts';

/** Anything JSON can hold; undefined is no value at all. */
export type SettingValue = z.infer<typeof jsonSchema> | undefined;

/** What of a value stands in the sentence; the metadata has all of it. */
const LONGEST_TOLD = 200;
const CONNECTION = /(?:connectionstring|connectionurl|databaseurl|dsn)$/;

/** "The setting editor.theme is now "dark" (before: "light")." */
export function tellSetting(key: string, value: SettingValue, before: SettingValue): string {
  const now = value === undefined ? 'is no longer set' : `is ${before === undefined ? '' : 'now '}${written(value)}`;
  return `The setting ${key} ${now}${before === undefined ? '' : ` (before: ${written(before)})`}.`;
}

function written(value: SettingValue): string {
  const text = JSON.stringify(value);
  return text.length <= LONGEST_TOLD ? text : `${text.slice(0, LONGEST_TOLD).toWellFormed()}…`;
}

/** A password, a token, a key, or a connection string that may hold one: by the name of the setting or of a part of it, or by how it looks. */
export function isSecretSetting(key: string, value: SettingValue): boolean {
  if (value === undefined) return false;
  if ((isSecretName(key) || CONNECTION.test(key.replace(/[^\p{L}]/gu, '').toLowerCase())) && masked(value) !== value)
    return true;
  if (typeof value === 'string') return holdsSecret(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => isSecretSetting(Array.isArray(value) ? '' : name, part));
}

/** Whether two values are the same, whatever the order of their keys. */
export const sameSetting = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other);

const ordered = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
