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
    about: 'Ask a question: recalled memories, reasons and dropped items.',
    load: async () => (await import('./recall/recall.tsx')).RecallView,
  },
  {
    ...{ name: 'memories', title: 'Memories' },
    about: 'Browse, correct, forget and restore all memories.',
    load: async () => (await import('./memories/memories.tsx')).MemoriesView,
  },
  {
    ...{ name: 'timeline', title: 'Timeline' },
    about: 'Turns and memories over time, and changes between two moments.',
    load: async () => (await import('./timeline/timeline.tsx')).TimelineView,
  },
  {
    ...{ name: 'programs', title: 'Programs' },
    about: 'Sessions of coding agents: what was captured, what they were given and why, what was kept out.',
    load: async () => (await import('./programs/programs.tsx')).ProgramsView,
  },
  {
    ...{ name: 'graph', title: 'Graph' },
    about: 'People, places and things in memories, and their relationships.',
    load: async () => (await import('./graph/graph.tsx')).GraphView,
  },
  {
    ...{ name: 'context', title: 'Context' },
    about: 'The prompt of a message by section; profile, instructions and persona.',
    load: async () => (await import('./context/context.tsx')).ContextView,
  },
  {
    ...{ name: 'chat', title: 'Chat' },
    about: 'Chat with this memory.',
    load: async () => (await import('./chat/chat.tsx')).ChatView,
  },
  {
    ...{ name: 'live', title: 'Live' },
    about: 'Events as they happen.',
    load: async () => (await import('./live/live.tsx')).LiveView,
  },
  {
    ...{ name: 'experiments', title: 'Experiments' },
    about: 'Replay conversations under other settings and compare.',
    load: async () => (await import('./experiments/experiments.tsx')).ExperimentsView,
  },
  {
    ...{ name: 'health', title: 'Health' },
    about: 'Answers and silence, times, size, waiting work.',
    load: async () => (await import('./health/health.tsx')).HealthView,
  },
];
