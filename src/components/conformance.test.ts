import { expect, it } from 'vitest';
import { componentConformance } from '../../test/conformance/component.ts';
import { links } from '../../test/conformance/third-party.ts';
import type { Component } from '../contracts/component.ts';
import { createSouvenir, defineAgent, memoryStore } from '../index.ts';
import type { EpisodeInput } from '../model/episode.ts';
import { durable } from './durable/durable.ts';
import { environmental } from './environmental/environmental.ts';
import { episodic } from './episodic/episodic.ts';
import { personality } from './personality/personality.ts';
import { outcomeEpisode } from './procedures/outcome-episode.ts';
import { procedures } from './procedures/procedures.ts';
import { project } from './project/project.ts';
import { reinforcement } from './reinforcement/reinforcement.ts';
import { task } from './task/task.ts';
import { tool } from './tool/tool.ts';

const identity =
  'You are Nova, a calm assistant who helps a small team write reliable software and explains hard ideas.';
const call: EpisodeInput = {
  ...{ content: '3 rows', type: 'toolResult', role: 'tool' },
  metadata: { tool: 'sql', success: true, parameters: { query: 'select 1' } },
};

/** Each component with a session it learns from. */
const COMPONENTS: readonly (readonly [make: () => Component, sample: readonly (string | EpisodeInput)[]])[] = [
  [episodic, ['We painted the shed green in the end.', 'Hello!']],
  [durable, ['I live in Oslo.', 'My commute is 20 minutes.', 'I moved to Bergen.', "I'm married to Carla."]],
  [task, ["Let's use Postgres for the billing service.", 'The goal is to ship the importer by Friday.']],
  [environmental, ['You must not push to main.', 'The repository uses pnpm.']],
  [project, ['Tests need Redis.', { role: 'assistant', content: 'Shall I keep npm?' }, 'Yes.']],
  [tool, [call, { ...call, metadata: { tool: 'sql', success: false, error: 'no such table' } }]],
  [reinforcement, ['Switching to WAL mode fixed the lock errors.']],
  [
    procedures,
    [outcomeEpisode({ taskType: 'release', success: false, notes: 'the tag was missing' }), 'Let me try again.'],
  ],
  [
    () => personality({ identity, minEpisodes: 3, wordDrift: { max: 1 } }),
    ['Please keep it shorter.', 'Your answers are too long.', 'Could you be more concise?'],
  ],
  [links, ['Read https://example.org/a first.', 'Then https://example.org/a and http://example.org/b?c=d.']],
];

it('every component has a unique name', () => {
  const names = COMPONENTS.map(([make]) => make().name);
  expect(new Set(names).size).toBe(names.length);
});

it('a custom component continues where it stopped', async () => {
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, agents: defineAgent({ components: [links()] }), embedder: null });
  for (const content of ['See https://example.org/a.', 'https://example.org/a again, and http://example.org/b']) {
    await souvenir.for().record({ content });
    await souvenir.for().consolidate({ minAgeMs: 0 });
  }
  const { items } = await souvenir.for().recall('which links were mentioned?');
  expect(items.map(({ content }) => content).sort()).toEqual([
    'http://example.org/b was mentioned once.',
    'https://example.org/a was mentioned 2 times.',
  ]);
});

for (const [make, sample] of COMPONENTS) componentConformance(make, sample);
