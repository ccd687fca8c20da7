import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { measure } from '../measure.ts';
import { locomoPlus, readLocomoPlus } from './locomo-plus.ts';
import { personamem, readPersonamem } from './personamem.ts';
import { precisionmembench, readPrecisionmembench } from './precisionmembench.ts';
import { readVehiclemembench, vehiclemembench } from './vehiclemembench.ts';

function dataWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
const contextOf = (folder: string) => ({ folder, every: 1, embedder: hashEmbedder(), progress: () => {} });

const PERSONAMEM_HEAD =
  'persona_id,question_id,question_type,topic,user_question_or_message,correct_answer,all_options,shared_context_id,end_index_in_shared_context';
const OPTIONS = `"['(a) Take the train, since it is slow.', ""(b) Feed the rabbits, they're hungry."", '(c) Read.', '(d) Sleep.']"`;

it('personamem asks each question after the messages before its end, and finds the option nearest to what is recalled', async () => {
  const rows = [
    `0,q1,recall,pets,"What now, with ""pets"" about?",(b),${OPTIONS},ctx,3`,
    `0,q2,recall,pets,"Later,\nwhat now?",(a),${OPTIONS},ctx,4`,
  ];
  const messages = [
    { role: 'system', content: 'You are talking to Ana.' },
    { role: 'user', content: 'Feed the rabbits, they are hungry, I always say.' },
    { role: 'assistant', content: 'Noted.' },
    { role: 'user', content: 'Trains are slow.' },
  ];
  const folder = dataWith({
    'personamem/questions_32k.csv': `${[PERSONAMEM_HEAD, ...rows].join('\r\n')}\r\n`,
    'personamem/shared_contexts_32k.jsonl': JSON.stringify({ ctx: messages }),
  });
  const [trial] = readPersonamem(join(folder, 'personamem'));
  expect(trial?.sessions.map(({ id, turns }) => [id, turns.map(({ unit }) => unit)])).toEqual([
    ['0', ['32k ctx#1', '32k ctx#2']],
    ['3', ['32k ctx#3']],
  ]);
  expect(trial?.questions[0]).toMatchObject({ text: 'What now, with "pets" about?', beforeSession: '3', right: 1 });
  expect(trial?.questions[1]).toMatchObject({ text: 'Later,\nwhat now?', right: 0, section: '32k' });
  expect(trial?.questions[1]).not.toHaveProperty('beforeSession');
  expect(trial?.questions[0]?.options).toEqual([
    'Take the train, since it is slow.',
    "Feed the rabbits, they're hungry.",
    'Read.',
    'Sleep.',
  ]);
  const { n, souvenir } = await measure(personamem, contextOf(folder));
  expect(n).toBe(2);
  expect(souvenir['32k.choice']?.value).toBeGreaterThanOrEqual(0);
});

it('personamem without a file is missing, and names an answer that is not among the options', () => {
  expect(() => readPersonamem(temporaryFolder())).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  const folder = dataWith({
    'questions_1M.csv': `${PERSONAMEM_HEAD}\n0,q1,recall,pets,What?,(z),${OPTIONS},ctx,0\n`,
    'shared_contexts_1M.jsonl': JSON.stringify({ ctx: [] }),
  });
  expect(() => readPersonamem(folder)).toThrow('the right answer (z) is not among the options');
});

it('precisionmembench asks each scope for its beliefs and those of every scope', async () => {
  const belief = (_id: string, scope: string, content: string) => ({
    ...{ _id, canonical_name: _id, aliases: [`${_id}-alias`], content, scope: [scope], superseded_by: null },
    created_at: '2026-09-01T00:00:00Z',
  });
  const asked = (caseId: string, query: string, shouldOnlyInclude?: string[]) => ({
    ...{ caseId, category: 'Any', query, scope: ['domain:code'] },
    expect: { pinnedFacts: { mustInclude: [] }, ...(shouldOnlyInclude && { relevantBeliefs: { shouldOnlyInclude } }) },
  });
  const folder = dataWith({
    'precisionmembench/fixtures/beliefs.seed.json': JSON.stringify([
      belief('k8s', 'domain:code', 'Deploys with Kubernetes.'),
      belief('direct', 'user:universal', 'Wants short replies.'),
      belief('plot', 'domain:writing', 'Writes a novel.'),
    ]),
    'precisionmembench/fixtures/retrieval.cases.json': JSON.stringify([
      asked('found', 'k8s, k8s-alias: Deploys with Kubernetes.', ['k8s']),
      asked('nothing', 'What is for dinner?', []),
      asked('pinned', 'Which persona?'),
    ]),
  });
  const [trial] = readPrecisionmembench(join(folder, 'precisionmembench'));
  expect(trial?.sessions.map(({ id }) => id)).toEqual(['k8s', 'direct']);
  expect(trial?.questions).toEqual([
    { text: 'k8s, k8s-alias: Deploys with Kubernetes.', gold: ['k8s'], group: 'found' },
    { text: 'What is for dinner?', gold: [], group: 'nothing', unanswerable: 'unanswerable' },
  ]);
  const { souvenir } = await measure(precisionmembench, contextOf(folder));
  expect(souvenir['R@1']?.value).toBe(100);
  expect(souvenir).toHaveProperty(['relevant']);
  expect(souvenir).toHaveProperty(['silent.unanswerable']);
});

it('locomo-plus puts each cue into a chat as long before the question as its gap says', async () => {
  const turn = (id: string, speaker: string, text: string) => ({ id, speaker, text });
  const chat = (sample_id: string) => ({
    ...{ sample_id, speaker_a: 'Ana', speaker_b: 'Ben' },
    sessions: [
      { n: 1, date: '1:56 pm on 8 May, 2023', turns: [turn('D1:1', 'Ana', 'Hello Ben.')] },
      { n: 2, date: '1:56 pm on 8 June, 2023', turns: [turn('D2:1', 'Ben', 'Hello Ana.')] },
    ],
  });
  const cue = (time_gap: string) => ({
    ...{ relation_type: 'causal', time_gap, trigger_query: 'A: I volunteered again.' },
    cue_dialogue: 'A: Saying no helped me,\nreally.\nB: Good for you.',
  });
  const folder = dataWith({
    'locomo/conversations.jsonl': ['one', 'two'].map((name) => JSON.stringify(chat(name))).join('\n'),
    'locomo/qa.jsonl': '',
    'locomo-plus/locomo_plus.json': JSON.stringify([cue('two weeks later'), cue('a month later'), cue('soon')]),
  });
  const trials = readLocomoPlus(join(folder, 'locomo-plus'), [
    ...['one', 'two'].map((name) => ({
      ...{ name, speakers: ['Ana', 'Ben'] as const, questions: [] },
      sessions: [{ id: '1', startsAt: new Date('2023-06-08T12:00:00Z'), turns: [] }],
    })),
  ]);
  expect(trials.map(({ questions }) => questions.map(({ group }) => group))).toEqual([['cue 0', 'cue 2'], ['cue 1']]);
  expect(trials[0]?.sessions.map(({ id, startsAt }) => [id, startsAt?.toISOString().slice(0, 10)])).toEqual([
    ['cue 0', '2023-06-01'],
    ['1', '2023-06-08'],
    ['cue 2', '2023-06-15'],
  ]);
  expect(trials[1]?.sessions[0]?.startsAt?.toISOString().slice(0, 10)).toBe('2023-05-16');
  expect(trials[0]?.sessions[0]?.turns).toEqual([
    { unit: 'cue 0:0', speaker: 'Ana', content: 'Saying no helped me,\nreally.' },
    { unit: 'cue 0:1', speaker: 'Ben', content: 'Good for you.' },
  ]);
  expect(trials[0]?.questions[0]).toMatchObject({ text: 'I volunteered again.', gold: ['cue 0:0', 'cue 0:1'] });
  expect((await measure(locomoPlus, contextOf(folder))).n).toBe(3);
});

it('vehiclemembench finds the days that the gold retells', async () => {
  const folder = dataWith({
    'vehiclemembench/benchmark/history/history_3.txt': [
      '[2025-03-10 08:00] Gary Allen: I love a green panel: it calms me.',
      'no line of talk',
      '[2025-03-10 08:01] Ana Lee: It does.',
      '[2025-03-12 09:00] Gary Allen: The roads are wet.',
    ].join('\n'),
    'vehiclemembench/benchmark/qa_data/qa_3.json': JSON.stringify({
      related_to_vehicle_preference: [
        {
          gold_memory: '[March 10, 2025] Gary chose green.\n[March 10, 2025] Ana agreed.',
          query: 'I love a green panel',
        },
        { gold_memory: 'Nothing is dated.', query: 'Which radio?' },
      ],
    }),
  });
  const [trial] = readVehiclemembench(join(folder, 'vehiclemembench'));
  expect(trial?.sessions.map(({ id, startsAt, turns }) => [id, startsAt?.toISOString(), turns.length])).toEqual([
    ['2025-03-10', '2025-03-10T08:00:00.000Z', 2],
    ['2025-03-12', '2025-03-12T09:00:00.000Z', 1],
  ]);
  expect(trial?.sessions[0]?.turns[0]).toEqual({
    ...{ unit: '2025-03-10#0', speaker: 'Gary Allen', content: 'I love a green panel: it calms me.' },
  });
  expect(trial?.questions).toEqual([{ text: 'I love a green panel', gold: ['2025-03-10'] }]);
  const { souvenir } = await measure(vehiclemembench, contextOf(folder));
  expect(souvenir['day.R@1']?.value).toBe(100);
});
