import { expect, it } from 'vitest';
import { seededRandom } from '../../random.ts';
import { logistic } from './logistic.ts';

it('finds the weights that made the odds', () => {
  const random = seededRandom(5);
  const cases = Array.from({ length: 20_000 }, () => {
    const inputs = [random.next() - 0.5, random.next() - 0.5];
    const odds = 1 / (1 + Math.exp(-(3 * (inputs[0] ?? 0) - 2 * (inputs[1] ?? 0) + 0.5)));
    return { inputs, isTrue: random.next() < odds, weight: 1 };
  });
  const [first, second, bias] = logistic(cases, 0);
  expect(first).toBeCloseTo(3, 0);
  expect(second).toBeCloseTo(-2, 0);
  expect(bias).toBeCloseTo(0.5, 1);
});
