import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { reasonOf } from '../../errors.ts';
import type { Episode, EpisodeInput } from '../../model/episode.ts';
import type { ImportEntry } from '../../operations/formats/format.ts';
import { readTurn } from '../../operations/turn-fields.ts';
import { attemptOf, episodesOf, type FailedAttempt, sessionIdOf, solutionOf } from '../capture.ts';
import type { HookEvent } from '../event.ts';
import { type ProjectLocation, type ProjectOptions, projectAt } from '../project.ts';
import type { Transcript, TranscriptFormat, TranscriptHome, TranscriptItem } from './transcript.ts';

/** Transcripts that belong into one memory. */
export interface ProjectTranscripts {
  readonly project: ProjectLocation;
  readonly transcripts: readonly Transcript[];
}

export interface TranscriptSearch extends TranscriptHome {
  /** Only transcripts of the repository that this folder belongs to; all others too if it is undefined. */
  readonly cwd: string | undefined;
  readonly options: ProjectOptions;
}

export interface TranscriptsByProject {
  readonly projects: readonly ProjectTranscripts[];
  /** Paths of transcripts whose folder is gone, or that name none. */
  readonly homeless: readonly string[];
}

/** The transcripts of a program by the memory that its hooks would use. */
export async function findTranscripts(
  format: TranscriptFormat,
  { cwd, options, ...home }: TranscriptSearch,
): Promise<TranscriptsByProject> {
  const own = cwd === undefined ? undefined : projectAt(cwd);
  const roots = own === undefined || cwd === undefined ? [] : [own.root, cwd];
  const projects = new Map<string, { project: ProjectLocation; transcripts: Transcript[] }>();
  const homeless: string[] = [];
  for await (const transcript of format.list(format.folderOf(home), roots)) {
    if (transcript.cwd === undefined) {
      homeless.push(transcript.path);
      continue;
    }
    // The default memory stands for its repository, whichever memory is written to.
    if (own !== undefined && projectAt(transcript.cwd).db !== own.db) continue;
    const project = projectAt(transcript.cwd, options);
    // A memory is made where a project is, and not where one was.
    if (!existsSync(project.root)) {
      homeless.push(transcript.path);
      continue;
    }
    const key = JSON.stringify([project.db, project.projectId]);
    const ofProject = projects.get(key) ?? { project, transcripts: [] };
    ofProject.transcripts.push(transcript);
    projects.set(key, ofProject);
  }
  return { projects: [...projects.values()], homeless };
}

/** The parts of transcripts that gave no entry. */
export interface BackfillNotes {
  /** Records of unknown types, by type. */
  readonly unknown: Map<string, number>;
  /** Turns that hooks recorded under another id. */
  known: number;
}

/** What is stored of a session, also what was forgotten. */
export type StoredTurns = (sessionId: string) => Promise<readonly Pick<Episode, 'role' | 'content' | 'occurredAt'>[]>;

/** The episodes that hooks would have recorded, as entries of an import. */
export async function* entriesOf(
  { project, transcripts }: ProjectTranscripts,
  stored: StoredTurns,
  notes: BackfillNotes,
): AsyncGenerator<ImportEntry, void> {
  notes.unknown.clear();
  notes.known = 0;
  for (const transcript of transcripts) {
    const session = new SessionEntries(project, stored, notes);
    try {
      for await (const item of transcript.items()) {
        if (item.kind === 'unknown') notes.unknown.set(item.type, (notes.unknown.get(item.type) ?? 0) + 1);
        if (item.kind === 'bad') yield { ...item, place: `${item.place} of ${transcript.path}` };
        if (item.kind === 'event')
          try {
            yield* await session.entries(item);
          } catch (error) {
            yield { kind: 'bad', place: `${item.place} of ${transcript.path}`, reason: reasonOf(error) };
          }
      }
    } catch (error) {
      yield { kind: 'bad', place: transcript.path, reason: reasonOf(error) };
    }
  }
}

/** A hook is called within this time of what the transcript says. */
const MAX_SKEW_MS = 600_000;

type EventItem = Extract<TranscriptItem, { kind: 'event' }>;

class SessionEntries {
  readonly #project: ProjectLocation;
  readonly #stored: StoredTurns;
  readonly #notes: BackfillNotes;
  #lastAt: Date | undefined;
  /** Several events may stand for one episode. */
  readonly #sourceIds = new Set<string>();
  readonly #failures = new Map<string, FailedAttempt>();

  constructor(project: ProjectLocation, stored: StoredTurns, notes: BackfillNotes) {
    this.#project = project;
    this.#stored = stored;
    this.#notes = notes;
  }

  async entries({ event, at, isDated, branch }: EventItem): Promise<ImportEntry[]> {
    const location = this.#locationOf(event, branch);
    // Ids that are made from the moment must be the same at the next import.
    const now = isDated ? (at ?? NEVER) : NEVER;
    const solution = this.#solutionOf(event, location, now);
    const episodes = [...episodesOf(event, location, now), ...(solution === undefined ? [] : [solution])];
    this.#lastAt = at ?? this.#lastAt;
    const occurredAt = this.#lastAt;
    const sessionId = sessionIdOf(event);
    const stored = await this.#stored(sessionId);
    return episodes.flatMap((episode): ImportEntry[] => {
      const { sourceId, ...turn } = readTurn({ ...episode, occurredAt, sessionId });
      if (sourceId === undefined || this.#sourceIds.has(sourceId)) return [];
      this.#sourceIds.add(sourceId);
      const isKnown = stored.some(
        (each) =>
          each.role === turn.role &&
          each.content === turn.content &&
          (!isDated || Math.abs(+each.occurredAt - +now) < MAX_SKEW_MS),
      );
      if (isKnown) this.#notes.known += 1;
      return isKnown ? [] : [{ kind: 'turn', turn: { ...turn, sourceId, sessionId } }];
    });
  }

  /** The branch is that of its moment, and not the one of today. */
  #locationOf({ cwd }: HookEvent, branch: string | undefined): ProjectLocation {
    const { branch: _, ...project } = this.#project;
    const { root } = projectAt(cwd);
    const within = relative(root, cwd).split(sep).join('/') || '.';
    return { ...project, root, cwd: within, ...(branch !== undefined && { branch }) };
  }

  #solutionOf(event: HookEvent, location: ProjectLocation, now: Date): EpisodeInput | undefined {
    const attempt = attemptOf(event);
    if (attempt === undefined) return undefined;
    const before = this.#failures.get(attempt.name);
    if (attempt.failed === undefined) this.#failures.delete(attempt.name);
    else this.#failures.set(attempt.name, attempt.failed);
    return attempt.failed === undefined && before !== undefined ? solutionOf(before, event, location, now) : undefined;
  }
}

const NEVER = new Date(0);
