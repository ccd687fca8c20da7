import type { Component, ComponentContext, Consolidation, SessionBatch } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { extractWithModel } from '../model-answers/extract.ts';
import type { Finding } from '../reconcile/finding.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { entitiesOf } from '../work-talk/entities.ts';
import {
  type TaskCategory,
  type TaskConfig,
  type TaskConfigInput,
  taskCategories,
  taskConfigSchema,
} from './config.ts';
import { findTaskItems, type TaskItem } from './find-task-items.ts';
import { taskInstructions } from './prompt.ts';
import { revisionsIn } from './revisions.ts';

/** What is being done in this session: goals, decisions, results and what bounds them. It ends with the session. */
export function task(input: TaskConfigInput = {}): Component {
  const config = Object.freeze(parse(taskConfigSchema, input, 'task'));
  return {
    name: 'task',
    endsWithSession: true,
    cap: { items: config.maxItemsPerSession, per: 'session' },
    consolidate: (batch, context) =>
      context.llm === undefined ? withRules(batch, context, config) : withModel(batch, context, context.llm, config),
  };
}

async function withRules(batch: SessionBatch, context: ComponentContext, config: TaskConfig): Promise<Consolidation> {
  const items = findTaskItems(batch.episodes);
  const { replaces, compare } = await revisionsIn(items, batch, context);
  const findings = items.map((item): Finding => {
    const replaced = replaces.get(item);
    return { ...findingOf(item, config), ...(replaced !== undefined && { replaces: replaced }) };
  });
  return reconcile(findings, batch, context, { component: 'task', sessionId: batch.sessionId, compare });
}

async function withModel(
  batch: SessionBatch,
  context: ComponentContext,
  llm: NonNullable<ComponentContext['llm']>,
  config: TaskConfig,
): Promise<Consolidation> {
  const { sessionId } = batch;
  const { findings, refused } = await extractWithModel('task', batch, context, llm, {
    ...{ instructions: taskInstructions, passing: true, categories: taskCategories, sessionId },
  });
  const weighed = findings.map((finding): Finding => {
    const { content, category, importance } = finding;
    const weight = config.categoryWeights[category as TaskCategory];
    return { ...finding, type: 'working', importance: Math.min(1, importance * weight), entities: entitiesOf(content) };
  });
  return { ...(await reconcile(weighed, batch, context, { component: 'task', sessionId })), refused };
}

function findingOf(
  { category, content, episode }: TaskItem,
  { defaultImportance, categoryWeights }: TaskConfig,
): Finding {
  const isDirective = episode.type === 'userDirective';
  const base = isDirective ? Math.max(defaultImportance, episode.importance) : defaultImportance;
  return {
    ...{ content, category, type: 'working', entities: entitiesOf(content) },
    importance: Math.min(1, base * categoryWeights[category]),
    confidence: episode.type === 'conversation' ? 0.7 : 0.9,
    episodeIds: [episode.id],
    validAt: episode.occurredAt,
  };
}
