import { describe, expect, it } from 'vitest';
import { statedEnd } from './stated-end.ts';

const NOW = new Date('2026-03-18T15:30:00Z');

describe('the stated end of a text', () => {
  it.each([
    ['Bea is on call until 20 March.', '2026-03-21'],
    ['Bea is on call through Friday.', '2026-03-21'],
    ['Bea is away till the end of June.', '2026-07-01'],
    ['The offer is valid up to and including 3 December.', '2026-12-04'],
    ['Bea is on call until 2026-04-02.', '2026-04-03'],
    ['Bea is on call from 19 March until 25 March.', '2026-03-26'],
    ['The office is closed until tomorrow.', '2026-03-20'],
    ['The trial has been extended until 1 May 2026.', '2026-05-02'],
    ['Use the old key until Friday.', '2026-03-21'],
    ['Bea is on leave through April.', '2026-05-01'],
    ['Bea is away until this Friday.', '2026-03-21'],
    ['Bea and Ben are on call until Friday.', '2026-03-21'],
  ])('%s', (text, day) => {
    expect(statedEnd(text, NOW)?.toISOString()).toBe(`${day}T00:00:00.000Z`);
  });

  it.each([
    ['a question', 'Is Bea on call until 20 March?'],
    ['the words of another', 'Ben said Bea is on call until 20 March.'],
    ['a quotation', 'The note reads “Bea is on call until 20 March”.'],
    ['what is over', 'Bea was on call until Friday.'],
    ['what happened', 'Bea stayed until Friday.'],
    ['a day gone by', 'Bea is on call until 3 May 2024.'],
    ['a day that has just gone', 'Bea is on call until 10 March.'],
    ['what begins then', 'The fix does not ship until Friday.'],
    ['another day', 'The demo is postponed until Friday.'],
    ['every week', 'Bea works from Monday through Friday.'],
    ['an hour', 'The shop is open until 6 pm.'],
    ['no day', 'The freeze holds until further notice.'],
    ['a way through', 'Read through the notes of Friday.'],
    ['a thing of that day', "Go through Friday's notes."],
    ['two ends', 'Bea is on call until 20 March and Ben until 27 March.'],
    ['one sentence of two', 'Ana likes tea. Bea is on call until 20 March.'],
    ['one clause of two', 'Bea lives in Oslo and is on call until 20 March.'],
    ['a month gone through', 'The tunnel goes through March.'],
    ['a condition', 'If Bea agrees, she is on call until 20 March.'],
    ['by another word', 'The report is due by 20 March.'],
  ])('is not read from %s', (_, text) => {
    expect(statedEnd(text, NOW)).toBeUndefined();
  });
});
