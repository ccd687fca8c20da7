import { expect, test } from 'vitest';
import { memory } from '../../test/conformance/store/samples.ts';
import { foldTurns, readAs } from './listed.ts';
import { type Memory, READ_BY_MODEL } from './memory.ts';

const from = (id: string) => ({ provenance: { episodeIds: [id], turnIds: [] } });
const turn = (id: string, content: string, more: Partial<Memory> = {}) =>
  memory(id, { content, type: 'episodic', component: 'episodic', category: 'conversation', ...from(id), ...more });
const fact = (id: string, of: string, content: string, more: Partial<Memory> = {}) =>
  memory(id, { content, category: 'fact', ...from(of), ...more });
const shown = (...memories: Memory[]) => foldTurns(memories).map((each) => [each.id, readAs(each)]);

test('a list shows a turn and its extracted sentences as one entry', () => {
  const statement = turn('said', 'We live in Porto. My sister is Inês. Rain again.');
  const home = fact('home', 'said', 'We live in Porto.', { metadata: { role: 'user', field: 'home' } });
  const sister = fact('sister', 'said', 'My sister is Inês.', { status: 'superseded' });
  const other = turn('other', 'Lunch is at noon.');
  expect(shown(home, other, statement, sister)).toEqual([
    ['said', 'home, fact (superseded)'],
    ['other', undefined],
  ]);
  expect(foldTurns([statement, home])[0]?.alsoIn).toEqual([
    { id: 'home', component: 'durable', type: 'semantic', category: 'fact', status: 'active', field: 'home' },
  ]);
});

test('a list matches sentences without the speaker name', () => {
  const statement = turn('said', 'Ben: Hello. I live in Oslo.', { metadata: { speaker: 'Ben' } });
  expect(shown(statement, fact('home', 'said', 'Ben: I live in Oslo.', { metadata: { speaker: 'Ben' } }))).toHaveLength(
    1,
  );
});

test('a list matches a reply without the end of the turn before, whatever the line breaks', () => {
  const statement = turn('said', 'Ben: It stops\nfrom November. Rain.', { metadata: { speaker: 'Ben' } });
  const reply = 'Ben: It stops from November. (assistant: So your monthly transfer?)';
  expect(shown(statement, fact('end', 'said', reply, { metadata: { speaker: 'Ben' } }))).toHaveLength(1);
});

test.each<[string, Memory[]]>([
  ['in other words', [fact('fact', 'said', 'The user lives in Porto')]],
  [
    'by a language model',
    [
      fact('fact', 'said', 'Ana lives in Porto.', {
        provenance: { episodeIds: ['said'], turnIds: [], learningContext: READ_BY_MODEL },
      }),
    ],
  ],
  ['of another turn', [fact('fact', 'another', 'We live in Porto.')]],
  [
    'of several turns',
    [fact('fact', 'said', 'We live in Porto.', { provenance: { episodeIds: ['said', 'b'], turnIds: [] } })],
  ],
])('a list shows a memory %s next to the turn', (_, retained) => {
  expect(shown(turn('said', 'We live in Porto. Rain again.'), ...retained)).toHaveLength(2);
});

test('a list shows memories without their turn alone', () => {
  expect(shown(fact('fact', 'said', 'We live in Porto.'))).toEqual([['fact', undefined]]);
});
