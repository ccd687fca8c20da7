import { describe, expect, it } from 'vitest';
import { rememberContextSchema } from '../model/revision.ts';
import { whatItIs } from './what-it-is.ts';

const NOW = new Date('2026-03-18T15:30:00Z');

const judge = async (content: string, input: object = {}) =>
  (await whatItIs(content, rememberContextSchema.parse(input), { llm: undefined, clock: { now: () => NOW } })).finding;

describe('how long something handed in holds', () => {
  it('until the end of the last day that its words name', async () => {
    const { validAt, invalidAt } = await judge('Bea is on call until 20 March.');
    expect([validAt, invalidAt]).toEqual([NOW, new Date('2026-03-21T00:00:00Z')]);
  });

  it('until the moment that was given', async () => {
    const given = new Date('2026-03-19T12:00:00Z');
    expect((await judge('Bea is on call until 20 March.', { invalidAt: given })).invalidAt).toEqual(given);
  });

  it('for good, if it is an event', async () => {
    expect(await judge('Bea is on call until 20 March.', { type: 'episodic' })).not.toHaveProperty('invalidAt');
  });

  it('for good, if it would end before it begins', async () => {
    const validAt = new Date('2026-04-01T00:00:00Z');
    expect(await judge('Bea is on call until 20 March.', { validAt })).not.toHaveProperty('invalidAt');
  });

  it('for good, where no end is told', async () => {
    expect(await judge('Bea is on call.')).not.toHaveProperty('invalidAt');
  });
});
