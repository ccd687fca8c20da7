import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashEmbedder } from '../../../src/embedders/hash-embedder.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { measure } from '../measure.ts';
import { stories } from './stories.ts';

const question = (text: string, current: string[], kind = 'paraphrase') => ({
  ...{ id: text, at: '2026-03-01T10:00:00Z', text, kind, current, stale: [], answer: '' },
});

const story = (fields: object) => ({
  ...{ story: 'one', language: 'en', user: 'Ana', english: [], facts: [], notfacts: [] },
  sessions: [
    {
      id: 's1',
      at: '2026-01-05T09:00:00Z',
      turns: [
        { id: 't1', speaker: 'Ana', text: 'My rabbits are called Flip and Flop.' },
        { id: 't2', speaker: 'assistant', text: 'Lovely names.' },
        { id: 't3', speaker: 'tool:bash', text: 'exit code 127' },
      ],
    },
  ],
  ...fields,
});

it('the stories dataset reads one file per story from a folder', async () => {
  const folder = temporaryFolder();
  for (const name of ['a', 'b'])
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(story({ questions: [question('rabbits?', ['t1'])] })));
  const { n } = await stories({
    ...{ folder: '', stories: folder, every: 1, embedder: hashEmbedder(), progress: () => {} },
  });
  expect(n).toBe(2);
});

it('the stories dataset runs the stories of given writers only', async () => {
  const folder = temporaryFolder();
  for (const name of ['en-w1a', 'en-w1b', 'en-w2a'])
    writeFileSync(
      join(folder, `${name}.json`),
      JSON.stringify(story({ story: name, questions: [question('rabbits?', ['t1'])] })),
    );
  const { n } = await stories({
    ...{ folder: '', stories: folder, every: 1, embedder: hashEmbedder(), progress: () => {} },
    writers: new Set(['en-w1']),
  });
  expect(n).toBe(2);
});

it('the stories dataset runs each story in its own memory and reports languages separately', async () => {
  const folder = temporaryFolder();
  const lines = [
    story({ questions: [question('What are the rabbits called?', ['t1']), question('exit code 127', ['t3'])] }),
    story({
      ...{ story: 'two', language: 'es', questions: [question('rabbits Flip Flop', ['t1'])] },
      ...{ english: [question('rabbits called?', ['t1'])], facts: [{ text: 'Ana has rabbits.', from: ['t1'] }] },
    }),
  ];
  writeFileSync(join(folder, 'stories.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  const { n, souvenir } = await measure(stories, {
    ...{ folder: '', stories: folder, every: 1, embedder: hashEmbedder(), progress: () => {} },
  });
  expect(n).toBe(4);
  const perfect = { value: 100 };
  expect(souvenir).toMatchObject({ 'hit@1': perfect, 'other.hit@1': perfect, 'cross.hit@1': perfect });
  expect(souvenir).toHaveProperty(['other.facts.coverage']);
  expect(souvenir).not.toHaveProperty(['facts.coverage']);
});
