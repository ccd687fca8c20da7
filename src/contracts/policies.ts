import type { EpisodeType, Role } from '../model/episode.ts';
import type { Languages } from './language.ts';

export interface TurnForPolicy {
  readonly content: string;
  readonly role?: Role | undefined;
  readonly type?: EpisodeType | undefined;
  readonly speaker?: string | undefined;
}

export interface WriteVerdict {
  readonly keep: boolean;
  readonly why: string;
  /** It must not be stored, not even together with a turn that is worth recording. */
  readonly never?: boolean;
}

/** Decides whether a turn is worth recording. */
export type WritePolicy = (turn: TurnForPolicy, languages: Languages) => WriteVerdict;

export interface RetrievalInput {
  readonly message: string;
  /** Names in the message that memory knows. */
  readonly knownEntities: readonly string[];
  /** The caller's confidence, from 0 to 1, in an answer without memory. */
  readonly confidence?: number | undefined;
  /** The number of this session's turns that the model sees anyway. */
  readonly turnsSoFar?: number | undefined;
}

export interface RetrievalReason {
  readonly trigger: 'historyAsked' | 'personalisationNeeded' | 'lowConfidence' | 'entityKnown' | 'forced';
  readonly because: string;
}

export interface RetrievalVerdict {
  readonly retrieve: boolean;
  readonly reasons: readonly RetrievalReason[];
  readonly skipped?: string;
}

/** Decides whether memory is queried before a message is answered. */
export type RetrievalPolicy = (input: RetrievalInput, languages: Languages) => RetrievalVerdict;
