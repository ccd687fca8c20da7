import {
  evaluateFieldsSchema,
  evaluationSchema,
  experimentFieldsSchema,
  experimentSchema,
} from '../souvenir/trials.ts';
import { named, operation } from './operation.ts';

export const trials = named({
  evaluate: operation({
    summary: 'Tell how well recall answers test queries, under a configuration to try.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: evaluateFieldsSchema,
    output: evaluationSchema,
    handler: ({ memory, signal, onProgress }, input) => memory.evaluate({ ...input, signal, onProgress }),
  }),
  experiment: operation({
    summary: 'Replay what was recorded into a second memory under another configuration, and compare the two.',
    effect: 'reads',
    capability: 'consolidate',
    belongsTo: 'allProjects',
    input: experimentFieldsSchema,
    output: experimentSchema,
    handler: ({ memory, signal, onProgress }, input) => memory.experiment({ ...input, signal, onProgress }),
  }),
});
