import type { Component, ComponentContext, SessionBatch } from '../../contracts/component.ts';
import { compareClaims } from '../../languages/english/claims/compare.ts';
import type { Finding } from '../../reconcile/finding.ts';
import { type ReconcileOptions, reconcile } from '../../reconcile/reconcile.ts';
import { extractWithModel, type ModelTask } from '../model-answers/extract.ts';
import { entitiesOf } from './entities.ts';

type Compare = NonNullable<ReconcileOptions['compare']>;

/** What rules found, and how it compares with what is held where that takes knowing the batch. */
export interface RuledFindings {
  readonly findings: readonly Omit<Finding, 'entities'>[];
  readonly compare?: Compare;
}

interface Weighed {
  readonly name: string;
  readonly type: NonNullable<Finding['type']>;
  /** What importance is multiplied by. */
  readonly categoryWeights: Readonly<Record<string, number>>;
  /** What a model is asked, where there is one; what is passing is compared within its session only. */
  readonly modelTask: ModelTask;
  readonly findWithRules: (batch: SessionBatch, context: ComponentContext) => RuledFindings | Promise<RuledFindings>;
  readonly compare?: Compare;
}

/** Found by a model or else by rules, weighed by category, and compared with what is held. */
export function weighedComponent(weighed: Weighed): Pick<Component, 'name' | 'consolidate'> {
  const { name, type, categoryWeights, modelTask, findWithRules } = weighed;
  return {
    name,
    async consolidate(batch, context) {
      const { llm } = context;
      const session = modelTask.passing === true && { sessionId: batch.sessionId };
      const found: RuledFindings & { readonly refused?: number } =
        llm === undefined
          ? await findWithRules(batch, context)
          : await extractWithModel(name, batch, context, llm, { ...modelTask, ...session });
      const { findings, compare = weighed.compare ?? compareClaims, refused = 0 } = found;
      const kept = findings.map(
        (finding): Finding => ({
          ...{ ...finding, type, entities: entitiesOf(finding.content) },
          importance: Math.min(1, finding.importance * (categoryWeights[finding.category] ?? 1)),
        }),
      );
      return {
        ...(await reconcile(kept, batch, context, {
          among: { components: [name], ...session },
          compare,
        })),
        refused,
      };
    },
  };
}
