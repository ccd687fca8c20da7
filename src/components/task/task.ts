import type { Component, ComponentContext, SessionBatch } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { type RuledFindings, weighedComponent } from '../work-talk/weighed-component.ts';
import { type TaskConfigInput, taskConfigSchema } from './config.ts';
import { findTaskItems } from './find-task-items.ts';
import { taskModelTask } from './prompt.ts';
import { revisionsIn } from './revisions.ts';

/** What is being done in this session: goals, decisions, results and what bounds them. It ends with the session. */
export function task(input: TaskConfigInput = {}): Component {
  const { maxItemsPerSession, defaultImportance, categoryWeights } = parse(taskConfigSchema, input, 'task');
  return {
    ...weighedComponent({
      ...{ name: 'task', type: 'working', categoryWeights, modelTask: taskModelTask },
      findWithRules: (batch, context) => findWithRules(batch, context, defaultImportance),
    }),
    endsWithSession: true,
    cap: { items: maxItemsPerSession, per: 'session' },
  };
}

async function findWithRules(
  batch: SessionBatch,
  context: ComponentContext,
  importance: number,
): Promise<RuledFindings> {
  const items = findTaskItems(batch.episodes);
  const { replaces, compare } = await revisionsIn(items, batch, context);
  const findings = items.map((item) => {
    const { category, content, episode } = item;
    const replaced = replaces.get(item);
    return {
      ...{ content, category, episodeIds: [episode.id], validAt: episode.occurredAt },
      importance: episode.type === 'userDirective' ? Math.max(importance, episode.importance) : importance,
      confidence: episode.type === 'conversation' ? 0.7 : 0.9,
      ...(replaced !== undefined && { replaces: replaced }),
    };
  });
  return { findings, compare };
}
