export { durable } from './components/durable/durable.ts';
export { environmental } from './components/environmental/environmental.ts';
export { episodic } from './components/episodic/episodic.ts';
export { currentPersona, type KeptPersona, type Persona, personaVersions } from './components/personality/persona.ts';
export { personality } from './components/personality/personality.ts';
export type { OutcomeInput } from './components/procedures/outcome-episode.ts';
export { type MatchedProcedure, type Procedures, procedures } from './components/procedures/procedures.ts';
export { type TrackRecord, trackRecords } from './components/procedures/track-records.ts';
export { reinforcement } from './components/reinforcement/reinforcement.ts';
export { shared } from './components/shared.ts';
export { task } from './components/task/task.ts';
export { tool } from './components/tool/tool.ts';
export { type ToolQuery, type ToolRecord, toolRecords } from './components/tool/tool-records.ts';
export { type Agent, type AgentInput, defineAgent } from './config/agent.ts';
export { type AgentCharacter, defaultComponents } from './config/default-components.ts';
export type { SouvenirOptions } from './config/options.ts';
export type { CycleConfig, CycleConfigInput } from './consolidate/cycle/config.ts';
export { type Clock, systemClock } from './contracts/clock.ts';
export type { Cap, Component, ComponentContext, Consolidation, Fading, SessionBatch } from './contracts/component.ts';
export type { Embedder, EmbedOptions, Vector } from './contracts/embedder.ts';
export type { Llm, LlmOptions, TokenUsage } from './contracts/llm.ts';
export type { Calibration, RerankCandidate, Reranker } from './contracts/reranker.ts';
export type * from './contracts/store.ts';
export type { Tokenizer } from './contracts/tokenizer.ts';
export { hashEmbedder } from './embedders/hash-embedder.ts';
export { openAiEmbedder } from './embedders/open-ai-embedder.ts';
export { souvenirEmbedder } from './embedders/souvenir-embed/souvenir-embedder.ts';
export { transformersEmbedder } from './embedders/transformers-embedder.ts';
export { type ErrorCode, SouvenirError } from './errors.ts';
export type { ConfigurationInput, ConfirmationInput, CorrectionInput, WorkflowInput } from './facade/capture-inputs.ts';
export type { Capturing } from './facade/capturing.ts';
export type { CycleOptions } from './facade/cycling.ts';
export type { Fabric } from './facade/fabric.ts';
export type { Familiar, Message } from './facade/familiar.ts';
export type { Moment, Retracing } from './facade/retracing.ts';
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
export * from './model/cause.ts';
export * from './model/episode.ts';
export * from './model/graph.ts';
export * from './model/memory.ts';
export * from './model/recall.ts';
export * from './model/report.ts';
export * from './model/retracing.ts';
export * from './model/revision.ts';
export * from './model/salience.ts';
export * from './model/scope.ts';
export * from './model/version.ts';
export type { RecallConfig, RecallConfigInput } from './recall/config.ts';
export { fittedRanker } from './recall/rankers/fitted.ts';
export { handSetRanker } from './recall/rankers/hand-set.ts';
export { linearRanker } from './recall/rankers/linear-ranker.ts';
export { REINFORCEMENT_RATES } from './reconcile/reinforced.ts';
export { type TurnForPolicy, type WritePolicy, type WriteVerdict, writePolicy } from './record/write-policy.ts';
export type { NotKept } from './revise/capture/configuration.ts';
export type { Corrected } from './revise/capture/correction.ts';
export {
  type ConsolidateOptions,
  createSouvenir,
  type PressingOptions,
  type SessionContext,
  type Souvenir,
} from './souvenir.ts';
export { memoryStore } from './stores/memory/memory-store.ts';
export { sqliteStore } from './stores/sqlite/sqlite-store.ts';
export type { StreamOptions } from './telemetry/event-stream.ts';
export type { EventName, Listener, NamedEvent, SouvenirEvents } from './telemetry/events.ts';
export { approximateTokenizer } from './tokenizers/approximate-tokenizer.ts';
export { modelTokenizer } from './tokenizers/model-tokenizer.ts';
