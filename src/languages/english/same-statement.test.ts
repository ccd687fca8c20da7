import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saySame } from './same-statement.ts';

describe('sameStatement accepts', () => {
  it.each([
    ['I moved to Oslo.', '  i MOVED to   Oslo!'],
    ['I live in Oslo', 'The user lives in Oslo now.'],
    ['Ben: I work at Siemens', 'Ben works at Siemens.'],
    ['The user prefers dark mode in the editor', 'Prefers dark mode in the editor'],
    ["I don't eat peanuts", 'The user does not eat peanuts'],
    ["She won't fly", 'She will not fly'],
    ['Ana has two rabbits, Pip and Clover', 'Ana definitely has two rabbits, Pip and Clover'],
    ['I dislike games with pixel art', 'I strongly dislike games with pixel art'],
    ['東京に住んでいます', '東京に住んでいます。'],
    ['🎉', ' 🎉 '],
  ])('%j, %j', (left, right) => {
    expect(saySame(left, right)).toBe(true);
    expect(saySame(right, left)).toBe(true);
  });
});

describe('sameStatement rejects', () => {
  it.each([
    ['an opposite', 'prefers dark mode', 'prefers light mode'],
    [
      'an opposite among many words',
      'prefers dark mode in the editor at night on the old laptop at home in the kitchen',
      'prefers light mode in the editor at night on the old laptop at home in the kitchen',
    ],
    ['a negation', 'likes strong black coffee in the morning', 'does not like strong black coffee in the morning'],
    ['a negation', "I can eat peanuts at my sister's house", "I can't eat peanuts at my sister's house"],
    ['a number in words', 'Ana keeps two rabbits in the garden', 'Ana keeps twenty two rabbits in the garden'],
    ['a part', 'She paid the rent for the flat in May', 'She paid half the rent for the flat in May'],
    ['a kinship', 'My daughter sings in the choir', 'My step daughter sings in the choir'],
    ['a number', 'Ana has 2 rabbits in the garden', 'Ana has 3 rabbits in the garden'],
    ['a number more', 'Meet me at the old station by the river', 'Meet me at the old station by the river 12'],
    ['a date', 'The dentist appointment is on 3 May', 'The dentist appointment is on 4 May'],
    ['a name', 'Ana moved to Oslo with the two cats', 'Ben moved to Oslo with the two cats'],
    ['a name more', 'Ana moved to Oslo with both her cats', 'Ana moved to Oslo with Ben and both her cats'],
    ['who did it', 'Ana lent Ben the money for the car', 'Ben lent Ana the money for the car'],
    ['a direction', 'a flight from Paris to Rome', 'a flight from Rome to Paris'],
    ['another person', 'he lives in Oslo with two cats', 'she lives in Oslo with two cats'],
    ['a time past', 'The user works at Siemens in Berlin', 'The user worked at Siemens in Berlin'],
    ['a time past', 'The user is allergic to peanuts', 'The user was allergic to peanuts'],
    ['a habit given up', 'I used to run by the river before work', 'I run by the river before work'],
    ['a plan', 'I plan to move to the house by the river', 'I move to the house by the river'],
    ['a feeling', 'I like the tea shop on the corner of our street', 'I hate the tea shop on the corner of our street'],
    ['a question', 'You live in Oslo', 'You live in Oslo?'],
    ['a sign', 'I write C# at work', 'I write C++ at work'],
    ['a sign', 'It was -5 outside', 'It was 5 outside'],
    ['an emoji', 'The exam today 😀', 'The exam today 😢'],
    ['a word in few', 'red car', 'car'],
    ['nothing', '!!!', '...'],
    ['only small words', 'I am', 'It is mine'],
  ])('%s: %j, %j', (_, left, right) => {
    expect(saySame(left, right)).toBe(false);
    expect(saySame(right, left)).toBe(false);
  });

  it('long texts that differ at all', () => {
    const long = 'The build takes ten minutes on the old machine. '.repeat(30);
    expect(saySame(long, ` ${long}`)).toBe(true);
    expect(saySame(long, `${long} Really.`)).toBe(false);
  });
});

it('sameStatement accepts any text and itself in any case and spacing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(saySame(text, `  ${text} `)).toBe(true);
    }),
  );
});
