import { describe, expect, it } from 'vitest';
import { isEnd } from './ends.ts';
import { rewrite } from './rewrite.ts';
import { tokensOf } from './tokens.ts';

const spokenAt = new Date('2023-05-08T10:00:00Z');
const tokens = (said: string) => rewrite(tokensOf(said, spokenAt));

describe('isEnd', () => {
  it.each([
    'I left Berlin',
    'I have left Berlin for good',
    'I quit my job',
    'I changed jobs this month',
    'my wife and I got divorced',
    'I broke up with Lena',
    'Rex died last week',
    'my dog Rex passed away',
    'I sold my Volvo',
    'I stopped eating meat',
    'I have given up smoking',
    'the meeting was cancelled',
  ])('of %s', (said) => expect(isEnd(tokens(said))).toBe(true));

  it.each([
    'I left the office early',
    'I left my keys in Berlin',
    'I left Berlin by train',
    'I stopped at the shop',
    'I sold two tickets',
    'I gave up my seat',
    'I gave up on it',
    'I broke up the fight',
    'he died in the game',
    'the hero died in the game',
    'you left Berlin',
    'the meeting was long',
  ])('not of %s', (said) => expect(isEnd(tokens(said))).toBe(false));
});
