import type { Component } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { weighedComponent } from '../work-talk/weighed-component.ts';
import { compareSurroundings } from './compare-surroundings.ts';
import { type EnvironmentalConfigInput, environmentalConfigSchema } from './config.ts';
import { findSurroundings } from './find-surroundings.ts';
import { environmentalModelTask } from './prompt.ts';

/** What the agent has learnt about itself and its surroundings; it lasts beyond the session, and fades when nothing confirms it. */
export function environmental(input: EnvironmentalConfigInput = {}): Component {
  const { maxItems, defaultImportance, categoryWeights, fading } = parse(
    environmentalConfigSchema,
    input,
    'environmental',
  );
  return {
    ...weighedComponent({
      ...{ name: 'environmental', type: 'semantic', categoryWeights, modelTask: environmentalModelTask },
      compare: compareSurroundings,
      findWithRules: ({ episodes }) => ({
        findings: findSurroundings(episodes).map(({ category, content, episodes: sources }) => ({
          ...{ content, category, importance: defaultImportance, confidence: 0.7 },
          episodeIds: sources.map(({ id }) => id),
          ...(sources[0] !== undefined && { validAt: sources[0].occurredAt }),
        })),
      }),
    }),
    cap: { items: maxItems, per: 'owner' },
    fading: [{ since: 'update', ...fading }],
  };
}
