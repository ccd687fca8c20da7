/** The names for every application. Contracts to implement are under `souvenir-memory/contracts`; the other subpaths are in package.json. */
export type { Persona } from './components/personality/persona.ts';
export type { OutcomeInput } from './components/procedures/outcome-episode.ts';
export type { MatchedProcedure } from './components/procedures/procedures.ts';
export type { TrackRecord } from './components/procedures/track-record.ts';
export type { ToolRecord } from './components/tool/tool-records.ts';
export type { Composition } from './compose/compose.ts';
export type { ChatMessage } from './compose/prompt.ts';
export type { CycleConfigInput } from './consolidate/cycle/cycle-run.ts';
export type { DocumentInput, IngestReport } from './context/documents/ingest-document.ts';
export { type CorePrompt, corePromptOf } from './context/instructions/core-prompt.ts';
export { type InstructionProposal, violationsOf } from './context/instructions/custom-instructions.ts';
export type { ProfileSummary } from './context/profile/profile-summary.ts';
export { defaultProfileSchema, type ExtractProfile, type ProfileUpdate } from './context/profile/schema.ts';
export type { Clock } from './contracts/clock.ts';
export type { Component } from './contracts/component.ts';
export type { DocumentSearchResult, StoredDocument } from './contracts/document-store.ts';
export type { Embedder } from './contracts/embedder.ts';
export type { Guardrail, Violation } from './contracts/guardrail.ts';
export type { InstructionVersion } from './contracts/instruction-store.ts';
export type { JobRunner } from './contracts/jobs.ts';
export type { Languages } from './contracts/language.ts';
export type { Llm } from './contracts/llm.ts';
export type { PersonaVersion } from './contracts/persona-store.ts';
export type { RetrievalPolicy, WritePolicy } from './contracts/policies.ts';
export type { ProfileField, ProfileVersion } from './contracts/profile-store.ts';
export type { Reader } from './contracts/reader.ts';
export type { Reranker } from './contracts/reranker.ts';
export type { Store, StoreStats } from './contracts/store.ts';
export type { SessionSummary } from './contracts/store-queries.ts';
export type { Tokenizer } from './contracts/tokenizer.ts';
export type { Tracing } from './contracts/tracing.ts';
export { createSouvenir } from './create-souvenir.ts';
export { type ErrorCode, SouvenirError } from './errors.ts';
export type { Episode, EpisodeInput, EpisodeMetadata, EpisodeType, Role, StoredEpisode } from './model/episode.ts';
export type { EraseSelection, ErasureProof, ErasureReceipt } from './model/erasure.ts';
export type { Entity, Link, Relationship } from './model/graph.ts';
export type { Memory, MemoryStatus, MemoryType } from './model/memory.ts';
export type { RecallItem, RecallMode, RecallOptions, RecallResult } from './model/recall.ts';
export type { ConsolidationReport, CycleReport, Degradation } from './model/report.ts';
export type {
  Added,
  AddOptions,
  Corrected,
  Forgotten,
  ListOptions,
  MemoryChange,
  MemoryList,
  MemorySelection,
  Neighbour,
} from './model/revision.ts';
export type { Owner, Scope, ScopeInput } from './model/scope.ts';
export type { Trust } from './model/trust.ts';
export type { MemoryDiff, MemoryVersion, Rollback } from './model/version.ts';
export type { RecallConfigInput } from './recall/config.ts';
export type { Explanation } from './recall/explain.ts';
export { handSetRanker, linearRanker } from './recall/rankers/rankers.ts';
export type { Limits } from './record/limits.ts';
export type { SecretsOption } from './record/secrets.ts';
export { writePolicy } from './record/write-policy.ts';
export { redact } from './secrets/redact.ts';
export { type Agent, type AgentInput, defineAgent } from './souvenir/agent.ts';
export type { AgentSettings } from './souvenir/agent-settings.ts';
export { defaultComponents } from './souvenir/default-components.ts';
export type { Documents } from './souvenir/documents.ts';
export type { CountedEntity, Entities, EntityAround, EntityGraph } from './souvenir/entities.ts';
export type { RecordDecision, ScopedSouvenir } from './souvenir/handle.ts';
export type { Instructions } from './souvenir/instructions.ts';
export type { Memories, Moment } from './souvenir/memories.ts';
export type { ProfileSettings, SouvenirOptions } from './souvenir/options.ts';
export type { AgentPersona } from './souvenir/persona.ts';
export type { Procedures } from './souvenir/procedures.ts';
export type { UserProfile } from './souvenir/profile.ts';
export type { ConsolidateOptions, Sessions, TurnPage } from './souvenir/sessions.ts';
export type { Souvenir, SouvenirStats } from './souvenir/souvenir.ts';
export type { Timeline } from './souvenir/timeline.ts';
export type { Evaluation, Experiment } from './souvenir/trials.ts';
export { memoryStore } from './stores/memory/memory-store.ts';
export type { EventName, SouvenirEvents } from './telemetry/events.ts';
export type { ExportRecord } from './transfer/export-records.ts';
export type { ExportedUser } from './transfer/export-user.ts';
export type { Imported } from './transfer/import-records.ts';
export type { Chat } from './turn/chat.ts';
export type { TurnOutcome } from './turn/complete.ts';
export { retrievalPolicy } from './turn/retrieval-policy.ts';
export type { SessionContext } from './turn/session-context.ts';
export type { Turn, TurnOptions } from './turn/turn.ts';
