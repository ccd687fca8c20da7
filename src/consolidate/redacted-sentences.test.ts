import { expect, it } from 'vitest';
import { sharedReader } from '../../test/support/shared-embedder.ts';
import { createSouvenir, type Llm, memoryStore } from '../index.ts';
import { readRecent } from './cycle/gather.ts';
import { withoutRedactedSentences } from './redacted-sentences.ts';

it.each([
  ['My wifi password is [redacted: password].', ''],
  [
    'I live in Oslo. My pin is [redacted: code]. I have a dog.\n- tea\n- coffee',
    'I live in Oslo. I have a dog.\n- tea\n- coffee',
  ],
  ['パスワードは[redacted: password]。東京に住んでいます。', '東京に住んでいます。'],
  ['Nothing  is\n\n gone. ', 'Nothing  is\n\n gone. '],
])('the redaction of %j leaves %j', (text, left) => {
  expect(withoutRedactedSentences(text)).toBe(left);
});

const fact = (text: string) => ({ text, category: 'fact', from: [1], importance: 0.9 });
const models: [string, Llm | undefined][] = [
  ['a reader', undefined],
  [
    'a model',
    async () =>
      JSON.stringify({ facts: [fact('The user’s wifi password is redacted.'), fact('The user lives in Oslo.')] }),
  ],
];

it.each(models)('%s learns no lasting memory from a redacted sentence, and the turn stays', async (_, llm) => {
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, embedder: null, reader: sharedReader });
  const user = souvenir.for({ userId: 'ana' });
  await user.record({ content: 'My wifi password is hunter2. I live in Oslo.' });
  await user.record({ content: 'My bank password is hunter2.' });
  await user.consolidate(llm === undefined ? {} : { llm });
  const { memories } = await user.memories.list({ limit: 20 });
  expect(memories.filter(({ type }) => type === 'semantic').map(({ content }) => content)).toEqual([
    expect.stringMatching(/live.? in Oslo/),
  ]);
  const turns = memories.filter(({ type }) => type === 'episodic');
  expect(turns).toHaveLength(2);
  const ids = turns.map(({ id }) => id);
  const recent = turns[0] && (await readRecent(turns[0], store, ids));
  expect(recent?.map(({ text }) => text).sort()).toEqual(['', 'I live in Oslo.']);
  expect(JSON.stringify(await user.profile.get())).not.toMatch(/password/);
  await souvenir.close();
});
