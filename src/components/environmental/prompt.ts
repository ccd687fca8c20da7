import type { ModelTask } from '../model-answers/extract.ts';
import { environmentalCategories } from './config.ts';

export const environmentalModelTask: ModelTask = {
  instructions: [
    'You keep what an AI agent has learnt about itself and its surroundings, for all sessions to come.',
    'capability: what the agent or one of its tools can do. constraint: what it cannot or must not do, limits and quotas. environment: how the system, repository, tools and runtime are set up, with names and versions. pattern: what happens again and again in this work.',
    'Only what will still hold in the next session. Call the agent "the agent".',
    'Not yours: facts about people, their lives and tastes, the goals and results of today, a failure that happened once, offers of help, general knowledge.',
  ].join('\n'),
  categories: environmentalCategories,
};
