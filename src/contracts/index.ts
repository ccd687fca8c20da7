/** The contracts that a store, component, embedder, language or model of your own implements, and the types of their methods. */
export type { EpisodeMetadata, StoredEpisode } from '../model/episode.ts';
export type { Entity, Link, LinkType, Relationship } from '../model/graph.ts';
export type { Cause, ChangeKind, Memory, MemoryDraft, MemoryUpdate, Provenance, Validity } from '../model/memory.ts';
export type { Degradation } from '../model/report.ts';
export type { Salience, SalienceWeights } from '../model/salience.ts';
export type { Owner, ScopeFilter } from '../model/scope.ts';
export type { Trust } from '../model/trust.ts';
export type { MemoryVersion } from '../model/version.ts';
export type { Clock } from './clock.ts';
export type {
  Cap,
  Component,
  ComponentContext,
  Consolidation,
  Fading,
  MemoryRelation,
  MentionedEntity,
  MentionedRelationship,
  ModelFinding,
  SessionBatch,
  SessionFindings,
  SessionTask,
} from './component.ts';
export type {
  Audience,
  ChunkMatch,
  DocumentChunk,
  DocumentInfo,
  DocumentSearchOptions,
  DocumentSearchResult,
  DocumentStore,
  MediaType,
  Replacement,
  StoredChunk,
  StoredDocument,
} from './document-store.ts';
export type { Embedder, EmbedOptions, Vector } from './embedder.ts';
export type { Guardrail, Violation } from './guardrail.ts';
export type {
  InstructionAuthor,
  InstructionStore,
  InstructionVersion,
  NewInstructionVersion,
} from './instruction-store.ts';
export type { DeadJob, Job, JobRunner, JobWork } from './jobs.ts';
export type {
  Assessment,
  Claim,
  DateMatch,
  DateReading,
  Language,
  Languages,
  Manner,
  MemoryNeed,
  NameMatch,
  QueryIntent,
  SmallTalk,
  StatementRelation,
} from './language.ts';
export type { JsonSchema, Llm, LlmOptions, TokenUsage } from './llm.ts';
export type { PersonaStore, PersonaVersion } from './persona-store.ts';
export type {
  RetrievalInput,
  RetrievalPolicy,
  RetrievalReason,
  RetrievalVerdict,
  TurnForPolicy,
  WritePolicy,
  WriteVerdict,
} from './policies.ts';
export type {
  ProfileChange,
  ProfileField,
  ProfilePart,
  ProfileProvenance,
  ProfileSource,
  ProfileStore,
  ProfileUser,
  ProfileVersion,
} from './profile-store.ts';
export type {
  AnswerOptions,
  ModelCost,
  PairReading,
  PairRelation,
  Passage,
  PassageReading,
  Reader,
  ReadOptions,
  Sentence,
  SentenceKind,
  SentenceReading,
  StatementPair,
} from './reader.ts';
export type { Calibration, RerankCandidate, Reranker } from './reranker.ts';
export type { Store, StoreStats } from './store.ts';
export type {
  Changes,
  Embedding,
  Erased,
  Erasure,
  Expectation,
  MemoryVector,
  Note,
  OwnedChanges,
  Progress,
  ProgressStep,
  SalienceOrder,
  TakenStep,
} from './store-changes.ts';
export type { StoreBackup, StoreFiles } from './store-files.ts';
export type {
  ChangedQuery,
  EntityPage,
  EntityQuery,
  EpisodeQuery,
  Happenings,
  HappeningsQuery,
  LinkPage,
  MemoryFilter,
  MemoryMatch,
  MemoryOrder,
  MemoryPage,
  MentionCount,
  MentionQuery,
  OwnerPage,
  PendingQuery,
  PendingSession,
  RankQuery,
  SessionPage,
  SessionSummary,
  StepPage,
  Stoppable,
  TextMatch,
  TextQuery,
  VectorQuery,
  VersionPage,
} from './store-queries.ts';
export type { StoreReader } from './store-reader.ts';
export type { Tokenizer } from './tokenizer.ts';
export type { Span, SpanAttributes, Tracing } from './tracing.ts';
