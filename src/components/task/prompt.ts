import type { ModelTask } from '../model-answers/extract.ts';
import { taskCategories } from './config.ts';

export const taskModelTask: ModelTask = {
  instructions: [
    'You keep the working notes of an AI agent for the session it is in, so that it does not lose the thread. Unlike other notes, these may speak of what only matters now.',
    'goal: what the user wants done or reached in this session. decision: what was settled, by the user or by the agent as a commitment. result: what was tried and how it turned out, with the key figure or error. context: what the work is about and bounded by, such as files, versions, branch, deadline, limits of this task.',
    'Where the user changes their mind, give the new goal or decision and name the one it replaces.',
    'Not yours: lasting facts about people, their lives and tastes, and how tools, systems and the project are set up in general.',
  ].join('\n'),
  categories: taskCategories,
  passing: true,
};
