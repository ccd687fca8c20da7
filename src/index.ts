/** The public surface: what every user of a memory needs. Adapters and tools are under subpaths, see package.json. */
export type { Persona, StoredPersona } from './components/personality/persona.ts';
export type { OutcomeInput } from './components/procedures/outcome-episode.ts';
export type { MatchedProcedure } from './components/procedures/procedures.ts';
export type { TrackRecord } from './components/procedures/track-record.ts';
export type { ToolQuery, ToolRecord } from './components/tool/tool-records.ts';
export type { CompositionAudit, SectionAudit, SectionName } from './compose/audit.ts';
export type { Composition } from './compose/compose.ts';
export type { SectionBudgets } from './compose/parts.ts';
export type { ChatMessage } from './compose/prompt.ts';
export type { CycleConfig, CycleConfigInput } from './consolidate/cycle/cycle-run.ts';
export type { DocumentInput, DocumentsConfigInput, IngestReport } from './context/documents/ingest-document.ts';
export { type CorePrompt, type CorePromptCheck, corePromptOf } from './context/instructions/core-prompt.ts';
export type { InstructionProposal } from './context/instructions/custom-instructions.ts';
export { violationsOf } from './context/instructions/custom-instructions.ts';
export type { DiffLine } from './context/instructions/line-diff.ts';
export type { ProfileReading } from './context/profile/profile.ts';
export type { ProfileSummary } from './context/profile/profile-summary.ts';
export type { ExtractProfile, ProfileUpdate } from './context/profile/schema.ts';
export { defaultProfileSchema } from './context/profile/schema.ts';
export { type Clock, systemClock } from './contracts/clock.ts';
export type { Cap, Component, ComponentContext, Consolidation, Fading, SessionBatch } from './contracts/component.ts';
export type * from './contracts/document-store.ts';
export type { Embedder, EmbedOptions, Vector } from './contracts/embedder.ts';
export type { Guardrail, Violation } from './contracts/guardrail.ts';
export type * from './contracts/instruction-store.ts';
export type { DeadJob, Job, JobRunner, JobWork } from './contracts/jobs.ts';
export type * from './contracts/language.ts';
export type { JsonSchema, Llm, LlmOptions, TokenUsage } from './contracts/llm.ts';
export type { PersonaStore, PersonaVersion } from './contracts/persona-store.ts';
export type * from './contracts/policies.ts';
export type * from './contracts/profile-store.ts';
export type { Passage, PassageReading, Reader } from './contracts/reader.ts';
export type { Calibration, RerankCandidate, Reranker } from './contracts/reranker.ts';
export type * from './contracts/store.ts';
export type { Tokenizer } from './contracts/tokenizer.ts';
export { noTracing, type Span, type SpanAttributes, type Tracing } from './contracts/tracing.ts';
export { type ErrorCode, SouvenirError } from './errors.ts';
export type { RefusedSetting } from './memories/settings.ts';
export type * from './model/episode.ts';
export type { EraseSelection, ErasureProof, ErasureReceipt } from './model/erasure.ts';
export type * from './model/graph.ts';
export type * from './model/memory.ts';
export type * from './model/recall.ts';
export type * from './model/report.ts';
export type * from './model/revision.ts';
export type * from './model/salience.ts';
export type * from './model/scope.ts';
export type { Trust } from './model/trust.ts';
export type * from './model/version.ts';
export type { RecallChange, RecallConfig, RecallConfigInput } from './recall/config.ts';
export type { ConsideredItem, ExplainOptions, Explanation } from './recall/explain.ts';
export { handSetRanker, linearRanker } from './recall/rankers/rankers.ts';
export type { Limits } from './record/limits.ts';
export { writePolicy } from './record/write-policy.ts';
export { redact } from './secrets/redact.ts';
export { type Agent, type AgentInput, defineAgent } from './souvenir/agent.ts';
export type { AgentSettings, SavedAgentSettings, SettingsChange } from './souvenir/agent-settings.ts';
export { type AgentCharacter, defaultComponents } from './souvenir/default-components.ts';
export type { Documents } from './souvenir/documents.ts';
export type {
  AroundOptions,
  CountedEntity,
  Entities,
  EntityAround,
  EntityGraph,
  EntityListOptions,
  GraphOptions,
} from './souvenir/entities.ts';
export type { EvaluateOptions, Evaluation } from './souvenir/evaluation.ts';
export type { ExperimentOptions } from './souvenir/experiment.ts';
export type { Experiment } from './souvenir/experiment-report.ts';
export type { ExportRecord } from './souvenir/export-records.ts';
export type { ExportedUser } from './souvenir/export-user.ts';
export type { CompleteOptions, Considered, HandleOptions, ScopedSouvenir } from './souvenir/handle.ts';
export type { Imported, ImportOptions } from './souvenir/import-records.ts';
export type { ApplyOptions, Instructions, RollbackInstructionsOptions } from './souvenir/instructions.ts';
export type {
  CorrectOptions,
  DiffOptions,
  LinkOptions,
  Memories,
  Moment,
  ReinforceOptions,
  Setting,
  UnlinkOptions,
} from './souvenir/memories.ts';
export type { ProfileSettings, SouvenirOptions } from './souvenir/options.ts';
export type { AgentPersona } from './souvenir/persona.ts';
export type { Action, Procedures } from './souvenir/procedures.ts';
export type { UserProfile } from './souvenir/profile.ts';
export type { SecretsOption } from './souvenir/secrets.ts';
export type { ConsolidateOptions, EndOptions, Sessions, TurnPage, TurnsOptions } from './souvenir/sessions.ts';
export {
  type BackupOptions,
  type CycleOptions,
  createSouvenir,
  type OwnersInput,
  type Souvenir,
  type SouvenirStats,
} from './souvenir/souvenir.ts';
export type { PastConsolidation, Timeline, TimelineOptions, TimeSpan } from './souvenir/timeline.ts';
export { memoryStore } from './stores/memory/memory-store.ts';
export type { EventName, Listener, NamedEvent, SouvenirEvents, StreamOptions } from './telemetry/events.ts';
export type { Activity } from './telemetry/stored-metrics.ts';
export type { Chat, ChatOptions } from './turn/chat.ts';
export { retrievalPolicy } from './turn/retrieval-policy.ts';
export type { SessionContext } from './turn/session-context.ts';
export type { Turn, TurnOptions, TurnOutcome } from './turn/turn.ts';
