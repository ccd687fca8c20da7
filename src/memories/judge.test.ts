import { describe, expect, it } from 'vitest';
import { languages } from '../languages/languages.ts';
import { addOptionsSchema } from '../model/revision.ts';
import { classify, judge } from './judge.ts';

const NOW = new Date('2026-03-18T15:30:00Z');

const findingOf = async (content: string, input: object = {}) =>
  (
    await judge(content, addOptionsSchema.parse(input), {
      llm: undefined,
      clock: { now: () => NOW },
      languages: languages(),
    })
  ).finding;

describe('the validity of an added memory', () => {
  it('ends with the last day in its text', async () => {
    const { validAt, invalidAt } = await findingOf('Bea is on call until 20 March.');
    expect([validAt, invalidAt]).toEqual([NOW, new Date('2026-03-21T00:00:00Z')]);
  });

  it('ends at the given moment', async () => {
    const given = new Date('2026-03-19T12:00:00Z');
    expect((await findingOf('Bea is on call until 20 March.', { invalidAt: given })).invalidAt).toEqual(given);
  });

  it('is unlimited for an event', async () => {
    expect(await findingOf('Bea is on call until 20 March.', { type: 'episodic' })).not.toHaveProperty('invalidAt');
  });

  it('is unlimited if the end is before the start', async () => {
    const validAt = new Date('2026-04-01T00:00:00Z');
    expect(await findingOf('Bea is on call until 20 March.', { validAt })).not.toHaveProperty('invalidAt');
  });

  it('is unlimited without a stated end', async () => {
    expect(await findingOf('Bea is on call.')).not.toHaveProperty('invalidAt');
  });
});

const TEXT = 'Yesterday we moved the database to Frankfurt.';

describe('the type of an added memory', () => {
  it('is decided by rules without a model', async () => {
    expect(await classify(TEXT, { languages: languages(), llm: undefined })).toMatchObject({ type: 'episodic' });
  });

  it('is decided by a model from the text, the signal and the choices', async () => {
    const asked: unknown[] = [];
    const { signal } = new AbortController();
    const llm = async (...given: unknown[]) => {
      asked.push(...given);
      return '{"type": "semantic", "why": "where it is"}';
    };
    expect(await classify(TEXT, { languages: languages(), llm, signal })).toEqual({
      type: 'semantic',
      why: 'where it is',
    });
    expect(asked).toEqual([
      expect.stringContaining('procedural'),
      expect.stringContaining(TEXT),
      { signal, schema: expect.objectContaining({ required: ['type', 'why'] }) },
    ]);
  });

  it.each([
    ['is down', () => Promise.reject(new Error('no route to host')), /the model failed: partFailed/],
    ['babbles', async () => 'I would say it depends', /the model failed: badModelAnswer/],
    ['invents a type', async () => '{"type": "emotional", "why": "sad"}', /the model failed: badModelAnswer/],
  ])('is decided by rules if the model %s, with a note', async (_, llm, why) => {
    const reading = await classify(TEXT, { languages: languages(), llm });
    expect(reading.type).toBe('episodic');
    expect(reading.why).toMatch(why);
  });

  it('is not decided after an abort', async () => {
    const llm = () => Promise.reject(new Error('aborted by the server'));
    await expect(
      classify(TEXT, { languages: languages(), llm, signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
  });
});

describe('the stated day of a text', () => {
  it.each([
    ['a date', 'We met on 3 May 2024.', '2024-05-03'],
    ['a day before today', 'Yesterday we moved to Frankfurt.', '2026-03-17'],
    ['a month, by its first day', 'In March 2023 the team met in Lisbon.', '2023-03-01'],
    ['none', 'Tom broke his leg.', undefined],
    ['two', 'We met on 3 May 2024 and on 5 May 2024.', undefined],
    ['one to come', 'The fair is on 3 May 2027.', undefined],
    ['one without a beginning', 'It was before May 2020.', undefined],
  ])('%s', async (_, text, day) => {
    const { validAt } = await findingOf(text, { type: 'episodic' });
    expect((validAt as Date | undefined)?.toISOString().slice(0, 10)).toBe(day);
  });
});

it('the entities of a very long text come from its beginning', async () => {
  const content = `Bea lives in Porto. ${'and so on '.repeat(2000)}Then Chidi came to Lagos.`;
  const { entities = [], content: retained } = await findingOf(content);
  expect(entities.map(({ name }) => name)).toEqual(expect.arrayContaining(['Bea', 'Porto']));
  expect(entities.map(({ name }) => name)).not.toContain('Chidi');
  expect(retained).toBe(content);
});
