import type { EpisodeType, Role } from '../model/episode.ts';
import type { Languages } from './language.ts';

/** What a policy is told of a turn. */
export interface TurnForPolicy {
  readonly content: string;
  readonly role?: Role | undefined;
  readonly type?: EpisodeType | undefined;
  readonly speaker?: string | undefined;
}

export interface WriteVerdict {
  readonly keep: boolean;
  /** In plain words. */
  readonly why: string;
  /** It must not be stored, not even beside a reply or a message that is worth keeping. */
  readonly never?: boolean;
}

/** Decides whether a turn is worth recording at all. */
export type WritePolicy = (turn: TurnForPolicy, languages: Languages) => WriteVerdict;

/** What a policy is told of a message. */
export interface RetrievalInput {
  readonly message: string;
  /** The names in it that memory knows. */
  readonly knownEntities: readonly string[];
  /** How sure the caller is of an answer without memory, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** How many turns of this session the model sees anyway. */
  readonly turnsSoFar?: number | undefined;
}

export interface RetrievalReason {
  readonly trigger: 'historyAsked' | 'personalisationNeeded' | 'lowConfidence' | 'entityKnown' | 'forced';
  /** In plain words, with those of the message that say so. */
  readonly because: string;
}

export interface RetrievalVerdict {
  readonly retrieve: boolean;
  readonly reasons: readonly RetrievalReason[];
  /** Why not. */
  readonly skipped?: string;
}

/** Decides whether memory is asked at all before a message is answered. */
export type RetrievalPolicy = (input: RetrievalInput, languages: Languages) => RetrievalVerdict;
