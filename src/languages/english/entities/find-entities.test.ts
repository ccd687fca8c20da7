import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findEntities } from './find-entities.ts';

const named = (text: string): string[] => findEntities(text).map((matches) => matches.text);

describe('findEntities on names', () => {
  it.each([
    ['I had lunch with Maribel.', ['Maribel']],
    ['Anna Kowalski moved to Lisbon.', ['Anna Kowalski', 'Lisbon']],
    ["My sister Priya works at Siemens' office in Berlin", ['Priya', 'Siemens', 'Berlin']],
    ["We read Tolkien's letters", ['Tolkien']],
    ['The flight goes over New Zealand and South Korea', ['New Zealand', 'South Korea']],
    ['They saw the Lord of the Rings twice', ['Lord of the Rings']],
    ['He studies at the University of Leiden', ['University of Leiden']],
    ['We hiked up Mount Rainier and swam in Lake Tahoe', ['Mount Rainier', 'Lake Tahoe']],
    ['She drives a Volvo 240 now', ['Volvo 240']],
    ['I installed Windows 11 on it', ['Windows 11']],
    ['I told Anna 3 times', ['Anna']],
    ['my new iPhone broke', ['iPhone']],
    ['NASA and ESA launched it', ['NASA', 'ESA']],
    ['Ludwig van Beethoven wrote it', ['Ludwig van Beethoven']],
    ["O'Brien called Jean-Luc", ["O'Brien", 'Jean-Luc']],
    ['I finished "The Old Man and the Sea" today', ['The Old Man and the Sea']],
    ['Tom, Nadia and Yusuf came along', ['Tom', 'Nadia', 'Yusuf']],
    ['Thanks, Mateo!', ['Mateo']],
    ['Dr. Okafor said so', ['Okafor']],
    ['Élodie lives in Zürich', ['Élodie', 'Zürich']],
    ['i flew to tokyo with emma', ['tokyo', 'emma']],
    ['we use github and whatsapp', ['github', 'whatsapp']],
    ['look at kevin spencerly dancing', ['kevin spencerly']],
  ])('%s', (text, names) => expect(named(text)).toEqual(names));
});

describe('findEntities on text without names', () => {
  it.each([
    'I think so. I do.',
    'Yesterday was great. Running helps.',
    'Unfortunately it rained; Everyone left.',
    'See you on Monday or in March.',
    'Merry Christmas!',
    'Took a walk. Felt better.',
    "Don't worry. That's fine. How'd it go?",
    'OK, LOL, that is SO GOOD',
    'THIS IS WHAT SHOUTING LOOKS LIKE',
    'She speaks French and eats Italian food',
    'Sooooo good',
    'i will mark the bill and slack off',
    'Obstacles are everywhere. Friendships matter.',
    'see #ThrowbackThursday and @someone',
    'The end',
    '12 34 !?',
    '',
  ])('%s', (text) => expect(named(text)).toEqual([]));
});

describe('findEntities on types', () => {
  it.each([
    ['I met Laura there', 'person'],
    ['my friend Xochitl came', 'person'],
    ['Uncle Ferdinandus and I', 'person'],
    ['a trip to Ljubljana', 'place'],
    ['a walk on Redwood Street', 'place'],
    ['flying to Japan', 'place'],
    ['a job at Google', 'organization'],
    ['she joined Northwind Foundation', 'organization'],
    ['he plays Minecraft', 'product'],
    ['the new Galaxy 9 is out', 'product'],
    ['I was watching Moonfall', 'work'],
    ['the song "Paper Boats"', 'work'],
    ['We asked Sigrun Achterberg', 'person'],
    ['Hello Okwudili', 'person'],
    ['Claude wrote the migration', 'product'],
    ['Cursor deleted my branch', 'unknown'],
    ['Zed crashes when I open large files', 'unknown'],
    ['My editor is Neovim now', 'unknown'],
    ['I asked Codex for a review', 'unknown'],
    ['we use Terraform for the servers', 'unknown'],
    ['I always let Copilot write the tests', 'unknown'],
    ['Sigrid is from Bergen', 'unknown place'],
  ])('%s: %s', (text, types) => expect(findEntities(text).map(({ type }) => type)).toEqual(types.split(' ')));
});

describe('findEntities on any text', () => {
  const words = 'Anna of the New York new york "The NASA Windows 7 I will Monday and - & ’s . , # @ É iPhone'.split(
    ' ',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((each) => each.join(' ')),
  );

  it('returns ordered, separate offsets of the names', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0;
        for (const matches of findEntities(text)) {
          expect(text.slice(matches.start, matches.end)).toBe(matches.text);
          expect(matches.start).toBeGreaterThanOrEqual(last);
          expect(matches.end).toBeGreaterThan(matches.start);
          last = matches.end;
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each(['Anna ', 'new york ', '"A ', "a'", 'A-', 'of the '])('finishes on 100 KB of repeated %j', (piece) => {
    const matches = findEntities(`${piece.repeat(100_000 / piece.length)}. it was in Lisbon`);
    expect(matches.at(-1)?.text).toBe('Lisbon');
  });
});
