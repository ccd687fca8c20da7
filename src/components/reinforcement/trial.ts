export type TrialOutcome = 'worked' | 'failed';

/** A strategy that was tried, and how it went. */
export interface Trial {
  /** What was done, as one would name it: "splitting the migration into two steps". */
  readonly strategy: string;
  /** What for: "fix the lock errors", or "when the table is locked"; empty where nobody says. */
  readonly task: string;
  readonly outcome: TrialOutcome;
  /** The episodes that name the strategy and tell the outcome; the last one tells it. */
  readonly episodeIds: readonly string[];
  readonly tags: readonly string[];
  readonly at: Date;
}

/** Something that is to be tried, or was. */
export interface Proposal {
  readonly strategy: string;
  readonly task: string;
  /** Told as done by the speaker rather than suggested. */
  readonly isDone: boolean;
  /** Advice: whoever is spoken to does it, and can tell how it went. */
  readonly isAdvice: boolean;
}

/** How something went: what the clause names, else what was proposed before. */
export interface Verdict {
  readonly outcome: TrialOutcome;
  readonly named?: Pick<Proposal, 'strategy' | 'task'>;
  readonly task: string;
  /** Says only how things stand, which tells of a strategy only where it has to do with what was to be solved. */
  readonly stands?: string;
}
