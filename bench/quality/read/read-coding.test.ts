import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readCoding } from './read-coding.ts';

const HISTORIES = fileURLToPath(new URL('../../coding', import.meta.url));

it('A history is read with a result for each turn of a tool and without reversals where there are none', () => {
  const folder = temporaryFolder();
  const history = {
    ...{ history: 'x1', writer: 'x', user: 'Ana', project: 'a shop' },
    sessions: [
      {
        ...{ id: 's1', at: '2026-03-02T09:10:00Z', branch: 'main' },
        turns: [
          { id: 's1.1', speaker: 'user', text: 'Use npm.' },
          { id: 's1.2', speaker: 'tool', text: '$ npm test -> exit 0' },
        ],
      },
    ],
    decisions: [{ text: 'npm', turns: ['s1.1'], reversedBy: null }],
    prompts: [{ at: '2026-04-02T09:10:00Z', text: 'Add zod.', relevant: ['s1.1'], outdated: [], needs: true }],
  };
  writeFileSync(join(folder, 'x1.json'), JSON.stringify(history));
  expect(readCoding(folder)).toMatchObject([
    {
      name: 'x1',
      sessions: [
        {
          startsAt: new Date('2026-03-02T09:10:00Z'),
          turns: [
            { unit: 's1.1', content: 'Use npm.', role: 'user' },
            { unit: 's1.2', role: 'tool', type: 'toolResult' },
          ],
        },
      ],
      decisions: [{ reversedBy: [] }],
      prompts: [{ at: new Date('2026-04-02T09:10:00Z') }],
    },
  ]);
});

it('The histories name turns that they have', () => {
  const histories = readCoding(HISTORIES);
  expect(histories.map(({ name }) => name)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']);
  for (const { name, sessions, decisions, prompts } of histories) {
    const units = new Set(sessions.flatMap(({ turns }) => turns.map(({ unit }) => unit)));
    const named = [
      ...decisions.flatMap(({ turns, reversedBy }) => [...turns, ...reversedBy]),
      ...prompts.flatMap(({ relevant, outdated }) => [...relevant, ...outdated]),
    ];
    expect(
      named.filter((unit) => !units.has(unit)),
      name,
    ).toEqual([]);
    expect(
      prompts.filter(({ needs, relevant }) => needs !== relevant.length > 0),
      name,
    ).toEqual([]);
  }
});
