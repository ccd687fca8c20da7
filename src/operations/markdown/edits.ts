import { reasonOf, SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import { jsonSchema, nameSchema, statementSchema } from '../../model/primitives.ts';
import { ownerKey } from '../../model/scope.ts';
import type { ScopedSouvenir } from '../../souvenir/handle.ts';
import { type MarkdownItem, plain, readItems } from './items.ts';
import {
  editableOf,
  hashOf,
  INSTRUCTIONS,
  MANIFEST,
  type Manifest,
  MEMORY_PAGES,
  type MemoryPage,
  manifestSchema,
  PROFILE,
} from './pages.ts';

/** An edit in the files, and the operation that applies it. */
export type Edit = { readonly file: string; readonly before?: string; readonly after?: string } & (
  | { readonly do: 'correct' | 'forget'; readonly id: string }
  | { readonly do: 'add'; readonly page: MemoryPage; readonly category: string | undefined }
  | { readonly do: 'set'; readonly field: string; readonly value: unknown }
  | { readonly do: 'clear'; readonly field: string }
  | { readonly do: 'instruct' }
);

/** Finds the edits of a folder; refuses one that is ambiguous. Nothing is written. */
export async function editsIn(files: ReadonlyMap<string, string>, memory: ScopedSouvenir): Promise<Edit[]> {
  const manifest = manifestOf(files.get(MANIFEST));
  if (!isOf(manifest, memory))
    throw refusal(
      MANIFEST,
      'belongs to another tenant, user, agent or project',
      'pass the ones that it was exported from',
    );
  return [
    ...(await memoryEdits(files, manifest, memory)),
    ...(await profileEdits(files.get(PROFILE), manifest, memory)),
    ...(await instructionEdits(files.get(INSTRUCTIONS), manifest, memory)),
  ];
}

/** Refuses to overwrite other files, or edits that are not yet imported. Edited headings do not count: they are lost. */
export async function refuseLoss(files: ReadonlyMap<string, string>, memory: ScopedSouvenir): Promise<void> {
  const manifest = files.has(MANIFEST) ? manifestOf(files.get(MANIFEST)) : undefined;
  const isOwn = manifest !== undefined && isOf(manifest, memory);
  const edited = [...files].flatMap(([name, text]) =>
    name === MANIFEST || hashOf(text) === manifest?.pages[name] ? [] : [name],
  );
  // If the edits cannot be determined, every edited file counts.
  const waiting = isOwn ? await editsIn(files, memory).then(filesOf, () => edited) : edited;
  const reasons = [
    ...(isOwn ? [] : ['the folder is not empty and does not belong to this memory']),
    ...edited.filter((name) => waiting.includes(name)).map((name) => `${name} was edited`),
  ];
  if (reasons.length > 0)
    throw new SouvenirError('conflict', reasons.join('; '), {
      advice: 'nothing was written; import the edits, pass another folder, or set `force: true`',
    });
}

const filesOf = (edits: readonly Edit[]): string[] => edits.map(({ file }) => file);

const isOf = ({ owner, projectId }: Manifest, { scope }: ScopedSouvenir): boolean =>
  ownerKey(owner) === ownerKey(scope) && projectId === scope.projectId;

/** Applies the profile's edits first: its values may be refused, and then nothing has been changed. */
export async function apply(edits: readonly Edit[], memory: ScopedSouvenir): Promise<void> {
  const reason = 'edited in Markdown';
  const values = edits.flatMap((edit) => (edit.do === 'set' ? [[edit.field, edit.value] as const] : []));
  if (values.length > 0) await memory.profile.set(Object.fromEntries(values) as never, { reason });
  for (const edit of edits.toReversed()) {
    const { after = '' } = edit;
    if (edit.do === 'clear') await memory.profile.clear([edit.field as never], { reason });
    if (edit.do === 'instruct' && after === '') await memory.instructions.rollback(0, { reason });
    if (edit.do === 'instruct' && after !== '') await memory.instructions.apply(after, { author: 'user', reason });
    if (edit.do === 'correct') await memory.memories.update(edit.id, { content: after, reason });
    if (edit.do === 'forget') await memory.memories.forget(edit.id);
    if (edit.do === 'add')
      await memory.memories.add(after, {
        type: MEMORY_PAGES[edit.page].type,
        ...(edit.category !== undefined && { category: edit.category }),
      });
  }
}

async function memoryEdits(
  files: ReadonlyMap<string, string>,
  { memories: written }: Manifest,
  memory: ScopedSouvenir,
): Promise<Edit[]> {
  const stored = new Map((await editableOf(memory)).map(({ id, content }) => [id, content]));
  const texts = new Set([...stored.values()].map(plain));
  const seen = new Set<string>();
  const edits: Edit[] = [];
  for (const page of Object.keys(MEMORY_PAGES) as MemoryPage[])
    for (const { id, text, heading: category, line } of itemsOf(page, files.get(page))) {
      const location = `${page}, line ${line}`;
      if (id === undefined) {
        refuseInvalid(text, category, location);
        if (!texts.has(text)) edits.push({ do: 'add', file: page, page, category, after: text });
        texts.add(text);
        continue;
      }
      if (seen.has(id)) throw refusal(location, `has ${id} twice`, 'remove one of them');
      seen.add(id);
      const before = stored.get(id);
      const known = Object.hasOwn(written, id) ? written[id]?.[1] : undefined;
      if (known === undefined)
        throw refusal(location, `has an id that was not exported, ${id}`, 'omit the id of a new item');
      const isEdited = hashOf(text) !== known && text !== plain(before ?? '');
      if (isEdited) refuseInvalid(text, undefined, location);
      if (isEdited && (before === undefined || hashOf(before) !== known)) throw overtaken(location, `memory ${id}`);
      if (isEdited && before !== undefined) edits.push({ do: 'correct', file: page, id, before, after: text });
    }
  for (const [id, [file, known]] of Object.entries(written)) {
    const before = stored.get(id);
    if (seen.has(id) || before === undefined || !files.has(file)) continue;
    if (hashOf(before) !== known) throw overtaken(file, `memory ${id}`);
    edits.push({ do: 'forget', file, id, before });
  }
  return edits;
}

/** Refuses an invalid edit before any other edit of the folder is applied. */
function refuseInvalid(text: string, category: string | undefined, location: string): void {
  parse(statementSchema, text, location);
  if (category !== undefined) parse(nameSchema, category, `${location}: heading`);
}

const FIELD = /^- ([^:]{1,200}): (.*)$/s;

async function profileEdits(text: string | undefined, manifest: Manifest, memory: ScopedSouvenir): Promise<Edit[]> {
  if (text === undefined) return [];
  const current: Readonly<Record<string, unknown>> = await memory.profile.get();
  const edits: Edit[] = [];
  const seen = new Set<string>();
  const beforeOf = (value: unknown) => (value === undefined ? {} : { before: JSON.stringify(value) });
  const isOvertaken = (field: string) =>
    (current[field] === undefined ? undefined : hashOf(JSON.stringify(current[field]))) !== manifest.profile[field];
  for (const [at, line] of plain(text).split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const location = `${PROFILE}, line ${at + 1}`;
    const [, field, json = ''] = FIELD.exec(line) ?? [];
    if (field === undefined)
      throw refusal(location, 'is not "- field: value"', 'a value is JSON, such as "Ana" or ["a", "b"]');
    seen.add(field);
    const value = parse(jsonSchema, valueIn(json, location), location);
    const after = JSON.stringify(value);
    if (hashOf(after) === manifest.profile[field] || after === JSON.stringify(current[field])) continue;
    if (isOvertaken(field)) throw overtaken(location, field);
    edits.push({ do: 'set', file: PROFILE, field, value, ...beforeOf(current[field]), after });
  }
  for (const field of Object.keys(manifest.profile)) {
    if (seen.has(field) || current[field] === undefined) continue;
    if (isOvertaken(field)) throw overtaken(PROFILE, field);
    edits.push({ do: 'clear', file: PROFILE, field, ...beforeOf(current[field]) });
  }
  return edits;
}

async function instructionEdits(text: string | undefined, manifest: Manifest, memory: ScopedSouvenir): Promise<Edit[]> {
  if (text === undefined || hashOf(text) === manifest.instructions) return [];
  const before = (await memory.instructions.current())?.text ?? '';
  const after = plain(text);
  if (plain(before) === after) return [];
  if (hashOf(before) !== manifest.instructions) throw overtaken(INSTRUCTIONS, 'the instructions');
  const { violations } = after === '' ? { violations: [] } : await memory.instructions.propose(after);
  const [violation] = violations;
  if (violation !== undefined) throw refusal(INSTRUCTIONS, violation.reason, 'use other words');
  return [{ do: 'instruct', file: INSTRUCTIONS, before, after }];
}

function manifestOf(text: string | undefined): Manifest {
  if (text === undefined)
    throw refusal(MANIFEST, 'is missing: the folder is not an export', 'make one with `export --markdown`');
  return parse(manifestSchema, valueIn(text, MANIFEST), MANIFEST);
}

function valueIn(json: string, location: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw refusal(location, reasonOf(cause), 'a value is JSON, such as "Ana" or ["a", "b"]');
  }
}

function itemsOf(page: string, text: string | undefined): MarkdownItem[] {
  try {
    return text === undefined ? [] : readItems(text);
  } catch (cause) {
    throw refusal(page, reasonOf(cause), 'begin an item with "- ", and indent its further lines by two spaces');
  }
}

const refusal = (location: string, reason: string, advice: string): SouvenirError =>
  new SouvenirError('invalidInput', `${location}: ${reason}`, { advice: `nothing was changed; ${advice}` });

const overtaken = (location: string, what: string): SouvenirError =>
  new SouvenirError('overtaken', `${location}: ${what} was changed since the export`, {
    advice: 'nothing was changed; export to another folder and edit it there',
  });
