import { describe, expect, it } from 'vitest';
import { parseClaim } from './read-claim.ts';
import { cuesOf, restsOn } from './relations.ts';

describe('parseClaim', () => {
  it.each([
    ['Ana lives in Oslo', 'ana|home', 'Oslo'],
    ['Ana has just moved to Oslo', 'ana|home', 'Oslo'],
    ['The user is based in São Paulo these days', 'user|home', 'São Paulo'],
    ["I'm living in Oslo", 'user|home', 'Oslo'],
    ['Ben: I work for Acme', 'ben|employer', 'Acme'],
    ["Ana's sister got a job at Globex in May 2023", 'ana sister|employer', 'Globex'],
    ['The sister of Ana joined Globex', 'ana sister|employer', 'Globex'],
    ["The user's dog is called Rex", 'user dog|name', 'Rex'],
    ["The name of the user's dog is Rex", 'user dog|name', 'Rex'],
    ['The mayor of Ems is Ida Krall.', 'ems|mayor', 'Ida Krall'],
    ["Ems's mayor is Ida Krall", 'ems|mayor', 'Ida Krall'],
    ['The review was moved to Thursday', 'review|when', 'Thursday'],
    ['Prefers dark mode', 'user|prefer', 'dark mode'],
  ])('reads %j as %s, %s', (text, key, value) => {
    const claim = parseClaim(text);
    expect(claim && `${claim.subject}|${claim.relation}`).toBe(key);
    expect(claim?.value).toBe(value);
  });

  it('reads denials and single values', () => {
    expect(parseClaim('Ana no longer works at Acme')).toMatchObject({ negated: true, single: true, value: 'Acme' });
    expect(parseClaim('Ana likes tea')).toMatchObject({ negated: false, single: false });
  });

  it.each([
    'Does Ana live in Oslo?',
    'She lives in Oslo',
    'Her sister lives in Oslo',
    'If it rains, Ana stays in Oslo',
    'Ana may move to Oslo',
    'Ana lives in Oslo. Ben lives in Rome.',
    'Hello there',
    '',
  ])('finds no plain claim in %j', (text) => expect(parseClaim(text)).toBeUndefined());
});

it('a claim knows what its relation rests on', () => {
  expect(restsOn('commute')).toEqual(['home', 'employer']);
  expect(restsOn('likes')).toEqual([]);
});

it('a claim knows the words of its relation', () => {
  expect(cuesOf('home')).toEqual(expect.arrayContaining(['lives', 'moved', 'based', 'relocated']));
  expect(cuesOf('employer')).toEqual(expect.arrayContaining(['works', 'joined', 'hired']));
  expect(cuesOf('mayor')).toContain('mayor');
});
