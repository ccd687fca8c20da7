import type { EpisodeInput } from '../../src/index.ts';

export interface Turn extends Pick<EpisodeInput, 'content' | 'role' | 'speaker' | 'type'> {
  /** Its source unit: what recall is scored by. */
  readonly unit: string;
}

export interface Session {
  readonly id: string;
  /** When its first turn is said; a minute after the item before it if the data does not tell. */
  readonly startsAt?: Date;
  readonly turns: readonly Turn[];
}

export interface Question {
  readonly text: string;
  /** The units that answer it. */
  readonly gold: readonly string[];
  /** When it is asked, where the data tells. */
  readonly at?: Date;
  /** Asked before anything of this session is recorded; without one, after the last. */
  readonly beforeSession?: string;
  /** What it is left out with when something is fitted on the others; the trial unless given. */
  readonly group?: string;
  /** Why the memory has no answer, in a word; undefined where it has one. */
  readonly unanswerable?: string | undefined;
  /** A part of the dataset that is reported by itself. */
  readonly section?: string | undefined;
}

/** One memory to build and what to ask of it. */
export interface Trial<Asked extends Question = Question> {
  readonly name: string;
  readonly sessions: readonly Session[];
  readonly questions: readonly Asked[];
}
