import type { Component, ComponentContext, SessionBatch } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { extractWithModel } from '../model-answers/extract.ts';
import type { Finding } from '../reconcile/finding.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { entitiesOf } from '../work-talk/entities.ts';
import { compareSurroundings } from './compare-surroundings.ts';
import {
  type EnvironmentalCategory,
  type EnvironmentalConfig,
  type EnvironmentalConfigInput,
  environmentalCategories,
  environmentalConfigSchema,
} from './config.ts';
import { findSurroundings } from './find-surroundings.ts';
import { environmentalInstructions } from './prompt.ts';

/** What the agent has learnt about itself and its surroundings; it lasts beyond the session, and fades when nothing confirms it. */
export function environmental(input: EnvironmentalConfigInput = {}): Component {
  const config = Object.freeze(parse(environmentalConfigSchema, input, 'environmental'));
  const component = 'environmental';
  return {
    name: component,
    cap: { items: config.maxItems, per: 'owner' },
    fading: [{ since: 'update', ...config.fading }],
    consolidate: async (batch, context) => {
      const { findings, refused } = await findingsOf(batch, context, config);
      const weighed = findings.map((finding): Finding => {
        const weight = config.categoryWeights[finding.category as EnvironmentalCategory];
        const importance = Math.min(1, finding.importance * weight);
        return { ...finding, type: 'semantic', importance, entities: entitiesOf(finding.content) };
      });
      return { ...(await reconcile(weighed, batch, context, { component, compare: compareSurroundings })), refused };
    },
  };
}

interface Found {
  readonly findings: readonly Finding[];
  readonly refused: number;
}

async function findingsOf(batch: SessionBatch, context: ComponentContext, config: EnvironmentalConfig): Promise<Found> {
  const { llm } = context;
  if (llm !== undefined)
    return extractWithModel('environmental', batch, context, llm, {
      ...{ instructions: environmentalInstructions, categories: environmentalCategories },
    });
  const findings = findSurroundings(batch.episodes).map(
    ({ category, content, episodes }): Finding => ({
      ...{ content, category, importance: config.defaultImportance, confidence: 0.7, entities: [] },
      episodeIds: episodes.map(({ id }) => id),
      ...(episodes[0] !== undefined && { validAt: episodes[0].occurredAt }),
    }),
  );
  return { findings, refused: 0 };
}
