import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readBeam } from '../read/read-beam.ts';
import { isUpdateFirst } from './beam.ts';

it('an update counts as found if no statement that it replaced ranks above it', () => {
  const isFirst = (...ranked: string[]) => isUpdateFirst(ranked, { original: ['old'], updated: ['new', 'newer'] });
  expect(isFirst('x', 'newer', 'old')).toBe(true);
  expect(isFirst('new')).toBe(true);
  expect(isFirst('old', 'new')).toBe(false);
  expect(isFirst('x', 'y')).toBe(false);
});

it('the repository of beam is read by size, without marks of its plans, and questions without evidence of the user are left out', () => {
  const folder = temporaryFolder();
  const chat = join(folder, 'beam', 'chats', '100K', '7');
  mkdirSync(join(chat, 'probing_questions'), { recursive: true });
  const turns = [
    [
      { role: 'user', id: 0, time_anchor: 'March-15-2024', index: '1,1', content: 'I keep 2 rabbits. ->-> 1,1' },
      { role: 'assistant', id: 1, content: 'Lovely.' },
    ],
    [{ role: 'user', id: 2, content: 'Now there are 3.' }],
  ];
  writeFileSync(join(chat, 'chat.json'), JSON.stringify([{ batch_number: 1, turns }]));
  const probes = {
    abstention: [{ question: 'What does the dog eat?', rubric: [] }],
    knowledge_update: [
      { question: 'How many rabbits?', source_chat_ids: { original_info: [0], updated_info: [2] }, rubric: [] },
    ],
    information_extraction: [{ question: 'What was lovely?', source_chat_ids: [1] }],
  };
  writeFileSync(join(chat, 'probing_questions', 'probing_questions.json'), JSON.stringify(probes));
  expect(readBeam(folder)).toEqual([
    {
      name: 'beam 100K 7',
      sessions: [
        {
          id: '1',
          startsAt: new Date('2024-03-15T00:00:00Z'),
          turns: [
            { unit: 'user 0', role: 'user', content: 'I keep 2 rabbits.' },
            { unit: 'assistant 1', role: 'assistant', content: 'Lovely.' },
            { unit: 'user 2', role: 'user', content: 'Now there are 3.' },
          ],
        },
      ],
      questions: [
        { text: 'What does the dog eat?', section: '100K', gold: [], unanswerable: 'unanswerable', update: undefined },
        {
          ...{ text: 'How many rabbits?', section: '100K', gold: ['user 0', 'user 2'] },
          update: { original: ['user 0'], updated: ['user 2'] },
        },
      ],
    },
  ]);
});
