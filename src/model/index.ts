export {
  EPISODE_IMPORTANCE,
  episodeInputSchema,
  episodeMetadataSchema,
  episodeSchema,
  episodeTypeSchema,
  roleSchema,
} from './episode.ts';
export { entitySchema, linkSchema, linkTypeSchema, relationshipSchema } from './graph.ts';
export {
  causeSchema,
  changeKindSchema,
  confidencePointSchema,
  memoryDraftSchema,
  memorySchema,
  memoryStatusSchema,
  memoryTypeSchema,
  memoryUpdateSchema,
  provenanceSchema,
} from './memory.ts';
export {
  breakdownSchema,
  inactiveStatusSchema,
  recallFieldsSchema,
  recallItemSchema,
  recallModeSchema,
  recallOptionsSchema,
  recallResultSchema,
} from './recall.ts';
export {
  componentReportSchema,
  consolidationReportSchema,
  cycleReportSchema,
  cycleStageSchema,
  degradationSchema,
} from './report.ts';
export {
  addOptionsSchema,
  listOptionsSchema,
  memoryChangeSchema,
  memorySelectionSchema,
  neighboursOptionsSchema,
  reinforcementReasonSchema,
} from './revision.ts';
export { salienceSchema, salienceWeightsSchema } from './salience.ts';
export { ownerSchema, scopeInputSchema, scopeSchema } from './scope.ts';
export { rollbackOptionsSchema } from './version.ts';
