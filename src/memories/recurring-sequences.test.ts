import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPartOf, recurringSequences } from './recurring-sequences.ts';

const names = (lists: string[], atLeast = 3) =>
  recurringSequences(
    lists.map((list) => [...list]),
    atLeast,
  ).map(({ actions, occurrences }) => `${actions.join('')}×${occurrences.length}`);

describe('recurring sequences', () => {
  it('are found in different lists or in one', () => {
    expect(names(['abc', 'xabc', 'abcy'])).toEqual(['abc×3']);
    expect(names(['abc1abc2abc'])).toEqual(['abc×3']);
    expect(names(['abc', 'abc'])).toEqual([]);
  });

  it('prefer the longest over its parts', () => {
    expect(names(['abc', 'abc', 'abc', 'ab', 'ab'])).toEqual(['abc×3']);
    expect(names(['abc', 'abc', 'abc', 'ab', 'ab', 'ab'])).toEqual(['abc×3', 'ab×3']);
  });

  it('need more than one action', () => {
    expect(names(['a', 'a', 'a', 'a'])).toEqual([]);
    expect(names(['aaaaaaaaa'])).toEqual([]);
  });

  it('reduce a repeated cycle to one round', () => {
    expect(names(['abababab'])).toEqual(['ab×4']);
    expect(names(['abababababab'])).toEqual(['ab×6']);
    expect(names(['abab', 'abab', 'abab'])).toEqual(['ab×6']);
    expect(names(['aba', 'aba', 'aba'])).toEqual(['aba×3']);
  });

  it('distinguish actions with any name', () => {
    expect(
      recurringSequences(
        [
          ['a", "b', 'c'],
          ['a', 'b", "c'],
          ['a', 'b', 'c'],
        ],
        2,
      ),
    ).toEqual([]);
  });

  const action = fc.constantFrom(...'abcd');
  const lists = fc.array(fc.array(action, { maxLength: 14 }), { maxLength: 6 });

  it('are counted correctly and without overlap', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 2, max: 4 }), (given, atLeast) => {
        const places = new Set<string>();
        for (const { actions, occurrences } of recurringSequences(given, atLeast)) {
          expect(actions.length).toBeGreaterThanOrEqual(2);
          expect(occurrences.length).toBeGreaterThanOrEqual(atLeast);
          for (const { list, at } of occurrences)
            for (const [step, name] of actions.entries()) {
              expect(given[list]?.[at + step]).toBe(name);
              expect(places.has(`${list}/${at + step}`)).toBe(false);
              places.add(`${list}/${at + step}`);
            }
        }
      }),
    );
  });

  it('are as long as possible', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 2, max: 4 }), (given, atLeast) => {
        const reported = recurringSequences(given, atLeast);
        const taken = new Set(
          reported.flatMap(({ actions, occurrences }) =>
            occurrences.flatMap(({ list, at }) => actions.map((_, step) => `${list}/${at + step}`)),
          ),
        );
        for (const { actions, occurrences } of reported)
          for (const adjacent of [-1, actions.length]) {
            const next = occurrences.map(({ list, at }) => given[list]?.[at + adjacent]);
            const areFree = occurrences.every(({ list, at }) => !taken.has(`${list}/${at + adjacent}`));
            const [first] = next;
            // An action that the sequence already holds may make it go round.
            const couldBeLonger =
              first !== undefined && areFree && next.every((each) => each === first) && !actions.includes(first);
            expect(couldBeLonger).toBe(false);
          }
      }),
    );
  });

  it('are found among unique actions', () => {
    const hidden = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 2, maxLength: 8 });
    const noise = fc.array(fc.array(fc.constant('?'), { maxLength: 5 }), { minLength: 3, maxLength: 6 });
    fc.assert(
      fc.property(hidden, noise, (sequence, around) => {
        let unique = 0;
        const given = around.map((before) => [...before.map(() => `n${unique++}`), ...sequence, `n${unique++}`]);
        const matches = recurringSequences(given, 3);
        expect(matches.map(({ actions, occurrences }) => [actions, occurrences.length])).toEqual([
          [sequence, around.length],
        ]);
      }),
    );
  });

  it.each<[string, (list: number, at: number) => string]>([
    ['ever the same', (_, at) => `step ${at}`],
    ['round and round', (_, at) => (at % 2 === 0 ? 'a' : 'b')],
    ['nearly one action', (list, at) => (at % 49 === 48 ? `b${list}` : 'a')],
    ['without order', (list, at) => `${(list * 7919 + at * at * 31) % 97}`],
  ])('take linear time: %s', (_, actionAt) => {
    const given = Array.from({ length: 10 }, (_, list) => Array.from({ length: 2000 }, (_, at) => actionAt(list, at)));
    const matches = recurringSequences(given, 3);
    expect(matches.every(({ occurrences }) => occurrences.length >= 3)).toBe(true);
  });
});

describe('a part of a sequence', () => {
  it('is contiguous', () => {
    expect(isPartOf([...'bc'], [...'abcd'])).toBe(true);
    expect(isPartOf([...'ac'], [...'abcd'])).toBe(false);
    expect(isPartOf([...'cde'], [...'abcd'])).toBe(false);
  });
});
