import { redact } from '../secrets/redact.ts';
import type { HookEvent } from './event.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';

/** An edit of a file by an agent, without its content. */
export interface FileEdit {
  readonly path: string;
  readonly did: 'edited' | 'written' | 'deleted';
  readonly added: number;
  readonly removed: number;
  /** The declaration around the first change, or the changed line itself. */
  readonly at?: string;
  /** Its purpose, in the words of the agent. */
  readonly purpose?: string;
}

const first = (fields: Fields, names: readonly string[]): string | undefined => {
  for (const name of names) if (typeof fields[name] === 'string') return fields[name];
  return undefined;
};
const PATH = ['file_path', 'filePath', 'path', 'notebook_path', 'target_file'];
const BEFORE = ['old_string', 'oldString', 'old_str'];
const AFTER = ['new_string', 'newString', 'new_str', 'new_source'];
const WHOLE = ['content', 'contents', 'file_text'];
const PATCH = ['command', 'patchText', 'patch', 'input'];

/** Recognized by the fields of the input, since each program and version names its tools differently. Files that are only read have none of these. */
export function fileEditsOf(event: Extract<HookEvent, { readonly kind: 'toolUse' }>): readonly FileEdit[] {
  const input = fieldsOf(event.input);
  const patch = first(input, PATCH) ?? (typeof event.input === 'string' ? event.input : undefined);
  if (patch?.trimStart().startsWith('*** Begin Patch')) return editsOfPatch(patch);
  const path = textOf(first(input, PATH));
  if (path === undefined) return [];
  if (/^delete/i.test(event.tool)) return [{ path, did: 'deleted', added: 0, removed: 0 }];
  const purpose = textOf(input['instruction']) ?? textOf(input['description']);
  const edits = [input, ...listOf(input['edits']).map(fieldsOf)].flatMap((each) => {
    const [before, after] = [first(each, BEFORE), first(each, AFTER)];
    return before === undefined && after === undefined ? [] : [changeOf(before ?? '', after ?? '')];
  });
  const whole = first(input, WHOLE);
  const about = { path, ...(purpose !== undefined && { purpose }) };
  if (edits.length > 0) {
    const at = edits.find((edit) => edit.at !== undefined)?.at;
    const sum = (count: 'added' | 'removed') => edits.reduce((total, edit) => total + edit[count], 0);
    return [{ ...about, did: 'edited', added: sum('added'), removed: sum('removed'), ...(at !== undefined && { at }) }];
  }
  return whole === undefined ? [] : [{ ...about, did: 'written', added: linesOf(whole).length, removed: 0 }];
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

interface Change {
  readonly added: number;
  readonly removed: number;
  readonly at?: string;
}

function changeOf(before: string, after: string): Change {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const changed = now.slice(start, now.length - end);
  const at = declarationIn([...now.slice(0, start)].reverse()) ?? firstText(changed) ?? firstText(old.slice(start));
  return {
    ...{ added: changed.length, removed: old.length - start - end },
    ...(at !== undefined && { at }),
  };
}

/** A line that begins a block which has a name, in most languages. */
const DECLARATION =
  /^\s*(?:export |default |public |private |protected |static |async |pub |abstract |final )*(?:function|class|interface|type|enum|struct|impl|trait|def|fn|func|module|namespace|const|let|var|sub|record|object)\s+[\w$]/;
const declarationIn = (lines: readonly string[]): string | undefined =>
  lines.flatMap((line) => (DECLARATION.test(line) ? [shown(line)] : []))[0];
const firstText = (lines: readonly string[]): string | undefined =>
  lines.flatMap((line) => (/[\p{L}\p{N}]/u.test(line) ? [shown(line)] : []))[0];

const MAX_LINE_CHARS = 120;
/** Redacted before the cut: half a secret is not recognized. */
const shown = (line: string): string => redact(line.trim().slice(0, 4_000)).slice(0, MAX_LINE_CHARS).toWellFormed();

const DID = { Add: 'written', Update: 'edited', Delete: 'deleted' } as const;

function editsOfPatch(patch: string): FileEdit[] {
  const edits: { path: string; did: FileEdit['did']; added: number; removed: number; at?: string }[] = [];
  for (const line of patch.split('\n')) {
    const [, kind, path] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? [];
    if (kind !== undefined && path !== undefined)
      edits.push({ path: path.trim(), did: DID[kind as keyof typeof DID], added: 0, removed: 0 });
    const edit = edits.at(-1);
    if (edit === undefined || line.startsWith('***')) continue;
    if (line.startsWith('+')) edit.added += 1;
    else if (line.startsWith('-')) edit.removed += 1;
    const at = line.startsWith('@@') ? line.slice(2) : /^[+-]/.test(line) ? line.slice(1) : '';
    if (edit.at === undefined && edit.did === 'edited' && at.trim() !== '') edit.at = shown(at);
  }
  return edits;
}
