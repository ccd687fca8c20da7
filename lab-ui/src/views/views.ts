import type { ComponentType } from 'preact';

export interface View {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly load: () => Promise<ComponentType>;
}

export const VIEWS: readonly View[] = [
  {
    ...{ name: 'recall', title: 'Recall' },
    about: 'Ask, and see what is recalled, why, and what was left out.',
    load: async () => (await import('./recall/recall.tsx')).RecallView,
  },
  {
    ...{ name: 'memories', title: 'Memories' },
    about: 'Everything that is held: look for it, correct it, take it back.',
    load: async () => (await import('./memories/memories.tsx')).MemoriesView,
  },
  {
    ...{ name: 'timeline', title: 'Timeline' },
    about: 'What was said and learnt when, and what has changed since.',
    load: async () => (await import('./timeline/timeline.tsx')).TimelineView,
  },
  {
    ...{ name: 'graph', title: 'Graph' },
    about: 'The people, places and things that memories name, and how they belong together.',
    load: async () => (await import('./graph/graph.tsx')).GraphView,
  },
  {
    ...{ name: 'context', title: 'Context' },
    about: 'The prompt that a message would get, section by section; profile, instructions and persona.',
    load: async () => (await import('./context/context.tsx')).ContextView,
  },
  {
    ...{ name: 'chat', title: 'Chat' },
    about: 'Talk to this memory.',
    load: async () => (await import('./chat/chat.tsx')).ChatView,
  },
  {
    ...{ name: 'live', title: 'Live' },
    about: 'What happens, as it happens.',
    load: async () => (await import('./live/live.tsx')).LiveView,
  },
  {
    ...{ name: 'experiments', title: 'Experiments' },
    about: 'The same conversations under other settings, side by side.',
    load: async () => (await import('./experiments/experiments.tsx')).ExperimentsView,
  },
  {
    ...{ name: 'health', title: 'Health' },
    about: 'How it does: answers and silence, time, size, what waits.',
    load: async () => (await import('./health/health.tsx')).HealthView,
  },
];
