import { noTracing, type Tracing } from '../contracts/tracing.ts';
import { codeOf } from './measure.ts';
import type { Metrics } from './metrics.ts';

/** The same tracing, with the time and the failures of every span counted under its name. */
export function timedTracing(metrics: Metrics, tracing: Tracing = noTracing): Tracing {
  return {
    async span(name, attributes, work) {
      const operation = name.replace(/^souvenir\./, '');
      const begun = performance.now();
      try {
        return await tracing.span(name, attributes, work);
      } catch (error) {
        metrics.operationFailures.add({ operation, code: codeOf(error) });
        throw error;
      } finally {
        metrics.operationSeconds.observe({ operation }, (performance.now() - begun) / 1000);
      }
    },
  };
}
