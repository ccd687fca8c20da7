import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASIDE } from '../../../../test/fixtures/profile/aside.ts';
import type { Labelled } from '../../../../test/fixtures/profile/labelled.ts';
import { SEEN } from '../../../../test/fixtures/profile/seen.ts';
import { readProfile } from './read-profile.ts';

const WORDS = 'The user|Ana|is|wants to|and|keeps|mixing up|speaks|German|,|a|senior|level|prefers|in|B2|finds|hard|.';

const bare = (text: string): string => text.replace(/\b(?:an?|the) /g, '');
const read = (content: string): string[] =>
  readProfile(content, ['Ana']).map(({ field, value, isOver }) => bare(`${field}: ${isOver ? '-' : ''}${value}`));

function score(cases: readonly Labelled[]) {
  const counts = { right: 0, wrong: 0, missed: 0 };
  const slips: string[] = [];
  for (const [content, ...labels] of cases) {
    const expected = labels.map(bare);
    const found = read(content);
    const wrong = found.filter((each) => !expected.includes(each));
    const missed = expected.filter((each) => !found.includes(each));
    counts.right += found.length - wrong.length;
    counts.wrong += wrong.length;
    counts.missed += missed.length;
    slips.push(...wrong.map((each) => `${content} → ${each}`), ...missed.map((each) => `${content} ↛ ${each}`));
  }
  const { right, wrong, missed } = counts;
  return { precision: right / (right + wrong), recall: right / (right + missed), slips };
}

describe('what a memory says for a profile', () => {
  it.each<[string, readonly Labelled[]]>([
    ['seen', SEEN],
    ['aside', ASIDE],
  ])('is found with a precision of 0.9 and a recall of 0.7: %s', (_, cases) => {
    const { precision, recall, slips } = score(cases);
    expect(precision, slips.join('\n')).toBeGreaterThanOrEqual(0.9);
    expect(recall, slips.join('\n')).toBeGreaterThanOrEqual(0.7);
  });

  it.each([
    ["I'm Ana", ['name: Ana']],
    ["I'm Norwegian.", []],
    ["I'm learning German and I'm tired.", ['languages: German (learning)']],
    ['I’ve been studying Thai.', ['languages: Thai (learning)']],
    ["I don't like crowds.", ['preferences: does not like crowds']],
    ['My goal is to learn Welsh. I live in Oslo.', ['goals: learn Welsh']],
    ["The user's name is Ana, and the user wants to learn Welsh.", ['name: Ana', 'goals: learn Welsh']],
    ['Is the user learning German?', []],
    ['The user is studying German history.', []],
    ["The user's German teacher is advanced.", []],
    ['Ana speaks Greek but struggles with accents.', ['languages: Greek', 'gaps: accents']],
    ['The user does not speak Greek.', []],
    ['The user gave away things, like shirts.', []],
    ['The user enjoys cooking and shared recipe with Ben.', ['preferences: enjoys cooking']],
    ['The user is trying to improve the search of their website.', []],
    ['The user wants to add some content to the plan.', []],
    ['The user is having trouble getting it to work.', []],
    ['The user strongly dislikes online courses.', ['preferences: dislikes online courses']],
    ['The user follows a strict halal diet.', ['restrictions: strict halal diet']],
    ["I'm lactose intolerant, so no milk for me.", ['health: lactose intolerant']],
    ['I am allergic to nuts, eggs and shellfish.', ['health: allergic to nuts, eggs and shellfish']],
    [
      "I can't drink milk because I'm lactose intolerant.",
      ['restrictions: cannot drink milk', 'health: lactose intolerant'],
    ],
    ['I am allergic to nuts, and my sister found out.', ['health: allergic to nuts']],
    ['I have a severe peanut allergy.', ['health: severe peanut allergy']],
    ['I have a severe allergy to nuts and shellfish.', ['health: severe allergy to nuts and shellfish']],
    ["I'm on holiday in April.", []],
    ['I have a friend with asthma.', []],
    ['I have a job in academia.', []],
    ['I may not come to the party.', []],
    [
      'I have type 2 diabetes and I take metformin every morning.',
      [...['health: type 2 diabetes', 'health: takes metformin every morning']],
    ],
    ['I was diagnosed with rheumatoid arthritis last year.', ['health: rheumatoid arthritis']],
    ["I don't have any allergies.", []],
    ['I have no allergies.', []],
    ['I take the bus to work every morning.', []],
    ['I take photos of the two tablets.', []],
    ["I'm not allowed to drive at night.", ['restrictions: is not allowed to drive at night']],
    ["I don't eat pork.", ['restrictions: does not eat pork']],
    ["I don't eat meat anymore.", ['restrictions: does not eat meat']],
    ['I stopped drinking alcohol.', ['restrictions: does not drink alcohol']],
    ["I'm no longer vegetarian.", ['restrictions: -vegetarian']],
    ["I'm not vegan anymore.", ['restrictions: -vegan']],
    ['The user stopped taking metformin.', ['health: -metformin']],
    ['My wife is allergic to cats.', []],
    ["I can't have dairy.", ['restrictions: cannot have dairy']],
    ["I'm lactose-intolerant.", ['health: lactose-intolerant']],
    ['The user stopped eating meat in 2025.', ['restrictions: does not eat meat']],
    ["I can't find my pills.", []],
    ['I keep kosher.', ['restrictions: kosher']],
    ["I'm on a gluten-free diet.", ['restrictions: gluten-free diet']],
    [
      'The user wants the assistant to always cite sources when the user asks about history.',
      ['style: cite sources when asked about history'],
    ],
    ['The user wants the assistant to never got off the ground.', []],
    ["The user doesn't speak Greek anymore.", ['languages: -Greek']],
  ])('of %j is %j', (content, expected) => expect(read(content)).toEqual(expected));

  it('knows the user by the names given alone', () => {
    expect(readProfile('Ana speaks Greek.', [])).toEqual([]);
    expect(readProfile('Anastasia speaks Greek.', ['Ana'])).toEqual([]);
    expect(readProfile('A.a speaks Greek.', ['A.a'])).toHaveLength(1);
    expect(readProfile('Axa speaks Greek.', ['A.a', ''])).toEqual([]);
  });

  it('is read of any text, and stands in it', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...WORDS.split('|')), fc.string()), { maxLength: 60 });
    fc.assert(
      fc.property(text, (parts) => {
        for (const { value, confidence } of readProfile(parts.join(' '), ['Ana'])) {
          expect(value.trim()).not.toBe('');
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('is read of a long text', { tags: ['long'] }, () => {
    for (const part of WORDS.split('|'))
      expect(readProfile(`The user ${`${part} `.repeat(50_000)}`).length).toBeLessThan(100);
  });
});
