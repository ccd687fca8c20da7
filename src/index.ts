export { durable } from './components/durable/durable.ts';
export { environmental } from './components/environmental/environmental.ts';
export { episodic } from './components/episodic/episodic.ts';
export { currentPersona, type KeptPersona, type Persona, personaVersions } from './components/personality/persona.ts';
export { personality } from './components/personality/personality.ts';
export { storedPersona } from './components/personality/stored-persona.ts';
export type { OutcomeInput } from './components/procedures/outcome-episode.ts';
export { type MatchedProcedure, type Procedures, procedures } from './components/procedures/procedures.ts';
export { type TrackRecord, trackRecords } from './components/procedures/track-records.ts';
export { reinforcement } from './components/reinforcement/reinforcement.ts';
export { shared } from './components/shared.ts';
export { task } from './components/task/task.ts';
export { tool } from './components/tool/tool.ts';
export { type ToolQuery, type ToolRecord, toolRecords } from './components/tool/tool-records.ts';
export type { CompositionAudit, SectionAudit, SectionName } from './compose/audit.ts';
export { type Composition, compose } from './compose/compose.ts';
export type { ComposeOptions, SectionBudgets } from './compose/options.ts';
export type { ComposeParts } from './compose/parts.ts';
export type { ChatMessage } from './compose/prompt.ts';
export type { CycleConfig, CycleConfigInput } from './consolidate/cycle/config.ts';
export { citationOf } from './context/documents/citation.ts';
export type { DocumentsConfigInput } from './context/documents/config.ts';
export type { DocumentInput } from './context/documents/document-input.ts';
export type { IngestReport } from './context/documents/ingest-document.ts';
export { type RecallOver, type StoredDocumentsOptions, storedDocuments } from './context/documents/stored-documents.ts';
export { type CorePrompt, type CorePromptCheck, corePromptOf } from './context/instructions/core-prompt.ts';
export type { ApplyInstructions, InstructionProposal } from './context/instructions/custom-instructions.ts';
export type { DiffLine } from './context/instructions/line-diff.ts';
export { storedInstructions } from './context/instructions/stored-instructions.ts';
export { violationsOf } from './context/instructions/unsafe-instructions.ts';
export { defaultProfileSchema } from './context/profile/default-profile-schema.ts';
export { type ProfileSummary, profileSummary } from './context/profile/profile-summary.ts';
export type { ExtractProfile, ProfileUpdate } from './context/profile/profile-update.ts';
export type { ProfileReading } from './context/profile/read-fields.ts';
export { storedProfile } from './context/profile/stored-profile.ts';
export { type Clock, systemClock } from './contracts/clock.ts';
export type { Cap, Component, ComponentContext, Consolidation, Fading, SessionBatch } from './contracts/component.ts';
export * from './contracts/document-store.ts';
export type { Embedder, EmbedOptions, Vector } from './contracts/embedder.ts';
export type { Guardrail, Violation } from './contracts/guardrail.ts';
export type * from './contracts/instruction-store.ts';
export type { Llm, LlmOptions, TokenUsage } from './contracts/llm.ts';
export type { PersonaStore, PersonaVersion } from './contracts/persona-store.ts';
export type * from './contracts/profile-store.ts';
export type { Calibration, RerankCandidate, Reranker } from './contracts/reranker.ts';
export type * from './contracts/store.ts';
export type { Tokenizer } from './contracts/tokenizer.ts';
export { noTracing, type Span, type SpanAttributes, type Tracing } from './contracts/tracing.ts';
export { hashEmbedder } from './embedders/hash-embedder.ts';
export { openAiEmbedder } from './embedders/open-ai-embedder.ts';
export { souvenirEmbedder } from './embedders/souvenir-embed/souvenir-embedder.ts';
export { transformersEmbedder } from './embedders/transformers-embedder.ts';
export { type ErrorCode, SouvenirError } from './errors.ts';
export type { FormatLimits } from './guardrails/format.ts';
export { defaultGuardrails } from './guardrails/guard.ts';
export {
  type ChangedMemory,
  type Comparison,
  type Cost,
  compare,
  costOf,
  type Side,
} from './lab/compare.ts';
export {
  type ConsolidationQuality,
  type ConsolidationQualityOptions,
  type Evaluated,
  evaluateConsolidation,
} from './lab/evaluate-consolidation.ts';
export { type Expected, evaluateRecall, type Fidelity, type Recalled } from './lab/evaluate-recall.ts';
export { type Replay, type ReplayOptions, type ReplaySource, replay } from './lab/replay.ts';
export { type AiSdkModel, aiSdkLlm } from './llms/ai-sdk-llm.ts';
export { anthropicLlm } from './llms/anthropic-llm.ts';
export { ollamaLlm } from './llms/ollama-llm.ts';
export { openAiLlm } from './llms/open-ai-llm.ts';
export type { Corrected } from './memories/corrections.ts';
export type { NotKept } from './memories/settings.ts';
export * from './model/episode.ts';
export * from './model/graph.ts';
export * from './model/memory.ts';
export * from './model/memory.ts';
export * from './model/recall.ts';
export * from './model/report.ts';
export * from './model/revision.ts';
export * from './model/salience.ts';
export * from './model/scope.ts';
export * from './model/version.ts';
export * from './model/version.ts';
export type { RecallConfig, RecallConfigInput } from './recall/config.ts';
export { fittedRanker } from './recall/rankers/fitted.ts';
export { handSetRanker } from './recall/rankers/hand-set.ts';
export { linearRanker } from './recall/rankers/linear-ranker.ts';
export { REINFORCEMENT_RATES } from './reconcile/reinforced.ts';
export { type TurnForPolicy, type WritePolicy, type WriteVerdict, writePolicy } from './record/write-policy.ts';
export { type Agent, type AgentInput, defineAgent } from './souvenir/agent.ts';
export type {
  ConfigurationInput,
  ConfirmationInput,
  CorrectionInput,
  WorkflowInput,
} from './souvenir/capture-inputs.ts';
export type { Capturing } from './souvenir/capturing.ts';
export type { CycleOptions } from './souvenir/cycling.ts';
export { type AgentCharacter, defaultComponents } from './souvenir/default-components.ts';
export type { Fabric } from './souvenir/fabric.ts';
export type { Familiar, Message } from './souvenir/familiar.ts';
export type { Instructing } from './souvenir/instructing.ts';
export type { Knowing } from './souvenir/knowing.ts';
export type { ProfileSettings, SouvenirOptions } from './souvenir/options.ts';
export type { Profiling } from './souvenir/profiling.ts';
export type { Moment, Retracing } from './souvenir/retracing.ts';
export {
  type ConsolidateOptions,
  createSouvenir,
  type PressingOptions,
  type Souvenir,
  type SouvenirStats,
} from './souvenir/souvenir.ts';
export { memoryStore } from './stores/memory/memory-store.ts';
export { sqliteStore } from './stores/sqlite/sqlite-store.ts';
export type { EventName, Listener, NamedEvent, SouvenirEvents, StreamOptions } from './telemetry/events.ts';
export type { Activity } from './telemetry/kept-metrics.ts';
export { measure, type Observable } from './telemetry/measure.ts';
export { createMetrics, type Metrics, PROMETHEUS_CONTENT_TYPE, prometheusText } from './telemetry/metrics.ts';
export type { Latency } from './telemetry/metrics-summary.ts';
export { type HitRate, type MetricsSummary, metricsSummary } from './telemetry/metrics-summary.ts';
export { type OpenTelemetryTracer, openTelemetry } from './telemetry/open-telemetry.ts';
export { timedTracing } from './telemetry/spans.ts';
export { approximateTokenizer, modelTokenizer } from './tokenizers/tokenizers.ts';
export {
  type RetrievalInput,
  type RetrievalPolicy,
  type RetrievalReason,
  type RetrievalVerdict,
  retrievalPolicy,
} from './turn/retrieval-policy.ts';
export type { SessionContext } from './turn/session-context.ts';
export type { Turn, TurnInput, Turning, TurnOutcome } from './turn/turn.ts';
