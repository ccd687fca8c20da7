import { expect, it } from 'vitest';
import { spelledNumbers } from './spelled-numbers.ts';

it.each([
  ['I am driving a Ranger, a twenty twenty-one.', [2021]],
  ['We pulled two hundred and sixty-five pounds, best since twenty sixteen.', [265, 2016]],
  ['It had two hundred eighty-one thousand miles on it.', [281_000]],
  ['Nineteen hundred jars, seven of them broken.', [1900, 7]],
  ['A million thanks to all of you.', [1_000_000]],
  ['No number stands here.', []],
])('the numbers spelled out in %j are %j', (text, numbers) => expect(spelledNumbers(text)).toEqual(numbers));
