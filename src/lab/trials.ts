import type { TrialsOf } from '../souvenir/trials.ts';
import { evaluate } from './evaluation.ts';
import { experiment } from './experiment.ts';
import { timelineOf } from './timeline.ts';

export const trialsOf: TrialsOf = (engine, scope) => ({
  async evaluate(options = {}) {
    return evaluate(engine, scope, options);
  },
  async experiment(options = {}) {
    return experiment(engine, scope, options);
  },
  async timeline(options = {}) {
    return timelineOf(engine, scope, options);
  },
});
