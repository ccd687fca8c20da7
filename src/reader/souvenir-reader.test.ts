import { afterAll, describe, expect, it } from 'vitest';
import { souvenirReader } from './souvenir-reader.ts';

const reader = souvenirReader();
afterAll(() => reader.close());

describe('the reader', () => {
  it('tells the turn that answers from those that only speak of the same things', async () => {
    const [answer, asks, other] = await reader.answers('Where does my sister work?', [
      { text: 'Ilse: my sister started at the town library in May, she loves it' },
      { text: 'assistant: How is your sister these days?' },
      { text: 'Ilse: the library was closed again when I got off work' },
    ]);
    expect(answer).toBeGreaterThan(Math.max(asks ?? 0, other ?? 0) + 1);
  });

  it('reads a bare reply with the question before it', async () => {
    const text = 'Ilse: Thursdays, after six.';
    const [choir, dentist] = await reader.answers('When do I have choir practice?', [
      { text, before: 'assistant: Which evening is your choir practice?' },
      { text, before: 'assistant: And when can the dentist call you back?' },
    ]);
    expect(choir).toBeGreaterThan(dentist ?? 0);
  });

  it('reads the beginning of texts of any length, none among them', async () => {
    const long = 'word '.repeat(50_000);
    const odds = await reader.answers(long, [{ text: long, before: long, later: long }, { text: '' }]);
    expect(odds.map(Number.isFinite)).toEqual([true, true]);
    expect(await reader.answers('Anything?', [])).toEqual([]);
  });

  it('answers nothing once it is closed', async () => {
    const closed = souvenirReader();
    await closed.close();
    await expect(closed.answers('Anything?', [{ text: 'x' }])).rejects.toMatchObject({ code: 'closed' });
  });
});
