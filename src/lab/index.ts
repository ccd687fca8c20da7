export {
  type ChangedMemory,
  type ComparedMemory,
  type Comparison,
  type Cost,
  compare,
  costOf,
} from './compare.ts';
export {
  type ConsolidationQuality,
  type ConsolidationQualityOptions,
  type Evaluated,
  type Expected,
  evaluateConsolidation,
  evaluateRecall,
  type Fidelity,
  type Recalled,
} from './evaluate.ts';
export { type Replay, type ReplayOptions, type ReplaySource, replay } from './replay.ts';
