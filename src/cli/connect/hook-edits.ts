import { isDeepStrictEqual } from 'node:util';
import { HOOK_PROGRAMS } from '../../hooks/event.ts';
import { HOOK_TABLES, type HooksInFile, hookEntry } from './hook-tables.ts';
import { valueIn, withItem, withMember, withoutItems, withoutMember } from './jsonc.ts';

/** A command that `connect` wrote, of any version and with any options. */
const COMMAND = new RegExp(`(?:souvenir-memory|[\\\\/]bin\\.[jt]s)["']? hook (?:${HOOK_PROGRAMS.join('|')})(?:\\s|$)`);

const isOurCommand = (each: unknown): boolean =>
  typeof each === 'object' && each !== null && 'command' in each && COMMAND.test(String(each.command));

/** Groups of Claude Code, Codex and Gemini CLI hold commands; Cursor lists these themselves. */
const isOurs = (item: unknown): boolean => {
  const hooks: unknown = typeof item === 'object' && item !== null && 'hooks' in item ? item.hooks : undefined;
  return isOurCommand(item) || (Array.isArray(hooks) && hooks.length > 0 && hooks.every(isOurCommand));
};

const listAt = (text: string, event: string): readonly unknown[] => {
  const list = valueIn(text, ['hooks', event]);
  return Array.isArray(list) ? list : [];
};

export const areHooksIn = (text: string): boolean => eventsIn(text).some((event) => listAt(text, event).some(isOurs));

const eventsIn = (text: string): readonly string[] => Object.keys(valueIn(text, ['hooks']) ?? {});

/** Adds the hooks of a program, and replaces those of an earlier `connect`. The hooks of others stay where they are. */
export function withHooks(text: string, program: HooksInFile, command: string): string {
  const { events, required = {} } = HOOK_TABLES[program];
  let changed = text;
  for (const [key, value] of Object.entries(required))
    if (valueIn(changed, [key]) === undefined) changed = withMember(changed, [key], value);
  const wanted = new Map(events.map((each) => [each.event, [hookEntry(program, each, command)]]));
  for (const event of new Set([...eventsIn(changed), ...wanted.keys()])) {
    const entries = wanted.get(event) ?? [];
    if (isDeepStrictEqual(listAt(changed, event).filter(isOurs), entries)) continue;
    changed = withoutItems(changed, ['hooks', event], isOurs);
    for (const entry of entries) changed = withItem(changed, ['hooks', event], entry);
  }
  return changed;
}

/** Takes our hooks out, with the lists that then are empty and were not there `before`. */
export function withoutHooks(text: string, program: HooksInFile, before: string): string {
  let changed = text;
  for (const event of eventsIn(text)) {
    if (!listAt(changed, event).some(isOurs)) continue;
    changed = withoutItems(changed, ['hooks', event], isOurs);
    changed = withoutEmpty(changed, ['hooks', event], before);
  }
  if (changed === text) return text;
  changed = withoutEmpty(changed, ['hooks'], before);
  const required = Object.keys(HOOK_TABLES[program].required ?? {});
  const isRequired = (key: string): boolean => required.includes(key);
  if (before.trim() === '' && Object.keys(valueIn(changed, []) ?? {}).every(isRequired))
    changed = required.reduce((left, key) => withoutMember(left, [key]), changed);
  return withoutEmptyFile(changed, before);
}

/** A file that we made is as good as none once nothing is in it. */
export const withoutEmptyFile = (text: string, before: string): string =>
  before.trim() === '' && text.replace(/\s/g, '') === '{}' ? '' : text;

/** Takes an empty object or list out that was not there before. */
export function withoutEmpty(text: string, path: readonly string[], before: string): string {
  const value = valueIn(text, path);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty && valueIn(before, path) === undefined ? withoutMember(text, path) : text;
}
