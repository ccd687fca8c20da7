import {
  evaluateFieldsSchema,
  evaluationSchema,
  experimentFieldsSchema,
  experimentSchema,
} from '../souvenir/trials.ts';
import { named, operation } from './operation.ts';

export const trials = named({
  evaluate: operation({
    summary: 'Measure recall on test queries under a trial configuration.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: evaluateFieldsSchema,
    output: evaluationSchema,
    handler: ({ memory, signal, onProgress }, input) => memory.evaluate({ ...input, signal, onProgress }),
  }),
  experiment: operation({
    summary: 'Replay the recorded episodes into a second memory under another configuration, and compare both.',
    effect: 'reads',
    capability: 'consolidate',
    belongsTo: 'allProjects',
    input: experimentFieldsSchema,
    output: experimentSchema,
    handler: ({ memory, signal, onProgress }, input) => memory.experiment({ ...input, signal, onProgress }),
  }),
});
