import { existsSync, mkdirSync } from 'node:fs';
import type { Command } from 'commander';
import { episodePages } from '../../contracts/store-pages.ts';
import { erasedFrom } from '../../hooks/erased.ts';
import { commitEntries } from '../../hooks/git-log.ts';
import type { HookMemory } from '../../hooks/hook-memory.ts';
import { homeFolder, type ProjectOptions, projectAt } from '../../hooks/project.ts';
import { sealOf } from '../../hooks/seal.ts';
import { Spool } from '../../hooks/spool.ts';
import { endSessions, takeIn } from '../../hooks/take-in.ts';
import { type BackfillNotes, entriesOf, findTranscripts, type StoredTurns } from '../../hooks/transcripts/backfill.ts';
import { TRANSCRIPT_FORMATS } from '../../hooks/transcripts/formats.ts';
import type { Episode } from '../../model/episode.ts';
import { ownerOf } from '../../model/scope.ts';
import type { ImportEntry } from '../../operations/formats/format.ts';
import { importEntries } from '../../operations/import-from.ts';
import { withProgress } from '../../operations/sessions.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { hookConfig } from '../hook-memory.ts';
import { note, printResult } from '../in-out.ts';
import { type OpenMemory, withMemory } from '../memory.ts';
import type { CHOICES } from '../options.ts';
import { type BackfilledProject, backfillLines } from '../render/backfill.ts';
import { count } from '../render/text.ts';
import { shownLocation } from '../store-location.ts';
import { reportShortfall } from './record.ts';

export type BackfillSource = (typeof CHOICES.importSource)[number];

const OWNER_FLAGS = ['tenant', 'user', 'agent'] as const;

export interface BackfillFlags extends GlobalOptions {
  readonly all?: boolean;
  readonly global?: boolean;
  readonly bad: 'fail' | 'skip';
  readonly consolidate: boolean;
  readonly dryRun: boolean;
  readonly isEmbedderFlag?: boolean;
}

/** Imports what a program, or git, has on disk about this repository, into the memory that its hooks use. */
export async function backfill(
  cli: Cli,
  given: BackfillFlags,
  source: BackfillSource,
  command: Command,
): Promise<void> {
  const isFlag = (name: keyof GlobalOptions) => command.getOptionValueSourceWithGlobals(name) === 'cli';
  // A memory that is set for every command does not apply: hooks have that of the repository, of one user.
  const isNamed = isFlag('db') || isFlag('store');
  const { project, ...others } = given;
  const options = {
    ...others,
    ...Object.fromEntries(OWNER_FLAGS.filter((name) => !isFlag(name)).map((name) => [name, 'default'])),
    ...(isFlag('project') && project !== undefined && { project }),
    isEmbedderFlag: isFlag('embedder'),
  };
  const home = homeFolder() ?? '';
  const location: ProjectOptions = {
    ...(home !== '' && { home }),
    ...(options.global && { global: true }),
    ...(isFlag('db') && { db: options.db }),
  };
  // Transcripts are written by programs: a damaged line in one cannot be mended, and must not keep the others out.
  const bad = command.getOptionValueSource('bad') === 'default' ? 'skip' : options.bad;
  const settings = { ...options, bad };
  if (source === 'git') return printProjects(options, source, [await importCommits(cli, settings, location, isNamed)]);
  const format = TRANSCRIPT_FORMATS[source];
  const place = { home, variables: process.env };
  const folder = format.folderOf(place);
  if (!existsSync(folder)) note(`${folder} does not exist: ${source} has no transcripts here`);
  const cwd = options.all ? undefined : process.cwd();
  const { projects, homeless } = await findTranscripts(format, { ...place, cwd, options: location });
  if (options.all && homeless.length > 0)
    note(`${count(homeless.length, 'transcript')} of folders that are gone or not named, such as ${homeless[0]}`);
  const imported: BackfilledProject[] = [];
  for (const each of projects) {
    const notes: BackfillNotes = { unknown: new Map(), known: 0 };
    const entries = (memory: OpenMemory) => {
      const stored = storedTurnsIn(memory);
      return () => entriesOf(each, stored, notes);
    };
    const projectId =
      options.all && isNamed ? projectAt(each.project.root, { global: true, home }).projectId : undefined;
    const project = { ...each.project, ...(projectId !== undefined && { projectId }) };
    const done = await importInto(cli, settings, source, { project, isNamed, entries, isOwn: true });
    imported.push({ ...done, known: done.known + notes.known });
    for (const [type, times] of notes.unknown)
      note(
        `${count(times, 'record')} of the unknown type ${JSON.stringify(type)} ${times === 1 ? 'was' : 'were'} passed over`,
      );
  }
  return printProjects(options, source, imported);
}

function importCommits(
  cli: Cli,
  options: BackfillFlags,
  location: ProjectOptions,
  isNamed: boolean,
): Promise<BackfilledProject> {
  const project = projectAt(process.cwd(), location);
  const entries = () => () => commitEntries(project.root, cli.signal);
  // A commit message is the word of whoever wrote it, and not of the user.
  return importInto(cli, options, 'git', { project, isNamed, entries, isOwn: false });
}

/** As they were before this import, since two turns of one session may say the same. */
function storedTurnsIn({ store, memory: { scope } }: OpenMemory): StoredTurns {
  const sessions = new Map<string, ReturnType<StoredTurns>>();
  const read = async (sessionId: string) => {
    const turns: Episode[] = [];
    for await (const page of episodePages(store, ownerOf(scope), { sessionId, withHidden: true })) turns.push(...page);
    return turns.map(({ role, content, occurredAt }) => ({ role, content, occurredAt }));
  };
  return (sessionId) => {
    const turns = sessions.get(sessionId) ?? read(sessionId);
    sessions.set(sessionId, turns);
    return turns;
  };
}

const hookMemoryOf = ({ souvenir, memory: { scope } }: OpenMemory): HookMemory => ({
  for: (within) => souvenir.for({ ...ownerOf(scope), ...within }),
  close: async () => {},
});

/** Hooks have their own configuration file, next to the memory. */
async function withHookSettings(options: BackfillFlags, folder: string): Promise<BackfillFlags> {
  const settings = await hookConfig(folder);
  const { keyFile, embedder } = settings;
  return {
    ...{ ...options, settings: { ...options.settings, ...settings } },
    ...(keyFile !== undefined && { keyFile }),
    ...(embedder !== undefined && !options.isEmbedderFlag && { embedder }),
  };
}

interface BackfillTarget {
  readonly project: ReturnType<typeof projectAt>;
  /** Whether a memory was named, instead of the repository's own. */
  readonly isNamed: boolean;
  readonly isOwn: boolean;
  entries(memory: OpenMemory): () => AsyncIterable<ImportEntry>;
}

async function importInto(
  cli: Cli,
  options: BackfillFlags,
  source: BackfillSource,
  { project, isNamed, isOwn, entries }: BackfillTarget,
): Promise<BackfilledProject> {
  const { dryRun, bad, consolidate } = options;
  const target = {
    ...(isNamed ? options : await withHookSettings({ ...options, db: project.db, store: undefined }, project.folder)),
    ...(project.projectId !== undefined && { project: project.projectId }),
  };
  if (!dryRun && !isNamed) mkdirSync(project.folder, { recursive: true, mode: 0o700 });
  const needs = dryRun ? ({ absent: 'empty' } as const) : ({ absent: 'made', vectors: 'changed' } as const);
  const { report, ...imported } = await withMemory(cli, target, needs, async (memory) => {
    const hooked = hookMemoryOf(memory);
    const spool = new Spool(project.folder, sealOf(project));
    const reported = dryRun || isNamed ? [] : spool.names();
    const context = { memory: hooked, spool, ...(memory.signal && { signal: memory.signal }) };
    // A transcript is compared with all that hooks have reported.
    await takeIn(reported, { ...context, log: note });
    const left = { erased: 0 };
    const all = entries(memory);
    const remaining = () => withoutErased(all(), erasedFrom(project.folder), left);
    const request = { entries: remaining, settings: { dryRun, bad, own: isOwn }, scope: memory.memory.scope };
    const done = await importEntries({ ...request, nameOf: () => source, mayBeEmpty: true }, memory);
    const isDue = consolidate && !dryRun && done.turns > 0;
    const report = isDue ? await withProgress(memory, (signal) => memory.memory.consolidate({ ...signal })) : undefined;
    if (consolidate) await endSessions(reported, context);
    return { ...done, report, erased: left.erased };
  });
  for (const { place, reason } of imported.bad) note(`${place}: ${reason}`);
  if (report !== undefined) reportShortfall(cli, report);
  return {
    ...{ root: project.root, memory: shownLocation(target) },
    ...imported,
    ...(report !== undefined && { report }),
  };
}

/** What was erased from this memory stays erased, though the transcripts and git still have it. */
async function* withoutErased(
  entries: AsyncIterable<ImportEntry>,
  isErased: ReturnType<typeof erasedFrom>,
  left: { erased: number },
): AsyncGenerator<ImportEntry, void> {
  left.erased = 0;
  for await (const entry of entries) {
    const content = entry.kind === 'turn' ? entry.turn : entry.kind === 'memory' ? entry.memory : undefined;
    if (content !== undefined && isErased(content)) left.erased += 1;
    else yield entry;
  }
}

const printProjects = (options: BackfillFlags, source: BackfillSource, projects: readonly BackfilledProject[]) =>
  printResult(options, { source, dryRun: options.dryRun, projects }, backfillLines);
