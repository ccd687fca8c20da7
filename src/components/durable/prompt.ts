import type { ModelTask } from '../model-answers/extract.ts';

export const durableTask: ModelTask = {
  instructions: [
    'You keep the long-term memory of an assistant. From what happened, take only what will still matter in months, whatever is being worked on:',
    'who people are, what they prefer, do regularly, own, plan for their lives, and what is true of their projects ("fact", "preference"), and lasting knowledge they taught ("knowledge").',
    'Not what is being done right now, not moods, not advice the assistant gave. Importance: 0.9 for health, family, hard limits; 0.5 for ordinary facts; below 0.3 leave it out.',
  ].join('\n'),
  categories: ['fact', 'preference', 'knowledge'],
  graph: true,
};
