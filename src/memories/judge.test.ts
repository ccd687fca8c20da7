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

describe('how long something handed in holds', () => {
  it('until the end of the last day that its words name', async () => {
    const { validAt, invalidAt } = await findingOf('Bea is on call until 20 March.');
    expect([validAt, invalidAt]).toEqual([NOW, new Date('2026-03-21T00:00:00Z')]);
  });

  it('until the moment that was given', async () => {
    const given = new Date('2026-03-19T12:00:00Z');
    expect((await findingOf('Bea is on call until 20 March.', { invalidAt: given })).invalidAt).toEqual(given);
  });

  it('for good, if it is an event', async () => {
    expect(await findingOf('Bea is on call until 20 March.', { type: 'episodic' })).not.toHaveProperty('invalidAt');
  });

  it('for good, if it would end before it begins', async () => {
    const validAt = new Date('2026-04-01T00:00:00Z');
    expect(await findingOf('Bea is on call until 20 March.', { validAt })).not.toHaveProperty('invalidAt');
  });

  it('for good, where no end is told', async () => {
    expect(await findingOf('Bea is on call.')).not.toHaveProperty('invalidAt');
  });
});

const TEXT = 'Yesterday we moved the database to Frankfurt.';

describe('the type of what is handed in', () => {
  it('is told by rules where there is no model', async () => {
    expect(await classify(TEXT, { languages: languages(), llm: undefined })).toMatchObject({ type: 'episodic' });
  });

  it('is told by a model, who is shown the text, the signal and what to answer with', async () => {
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
  ])('is told by rules where the model %s, and says so', async (_, llm, why) => {
    const reading = await classify(TEXT, { languages: languages(), llm });
    expect(reading.type).toBe('episodic');
    expect(reading.why).toMatch(why);
  });

  it('is not told once nobody waits', async () => {
    const llm = () => Promise.reject(new Error('aborted by the server'));
    await expect(
      classify(TEXT, { languages: languages(), llm, signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
  });
});

describe('the day a text clearly tells', () => {
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

it('of a text that is very long, the beginning tells its names', async () => {
  const content = `Bea lives in Porto. ${'and so on '.repeat(2000)}Then Chidi came to Lagos.`;
  const { entities = [], content: kept } = await findingOf(content);
  expect(entities.map(({ name }) => name)).toEqual(expect.arrayContaining(['Bea', 'Porto']));
  expect(entities.map(({ name }) => name)).not.toContain('Chidi');
  expect(kept).toBe(content);
});
