export { type ChangedMemory, type Comparison, type Cost, compare, costOf, type Side } from './compare.ts';
export {
  type ConsolidationQuality,
  type ConsolidationQualityOptions,
  type Evaluated,
  evaluateConsolidation,
} from './evaluate-consolidation.ts';
export { type Expected, evaluateRecall, type Fidelity, type Recalled } from './evaluate-recall.ts';
export { type Replay, type ReplayOptions, type ReplaySource, replay } from './replay.ts';
