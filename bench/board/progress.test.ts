import { expect, it } from 'vitest';
import { boardProgress } from './progress.ts';

function run() {
  const lines: string[] = [];
  let now = 0;
  const progress = boardProgress(
    ['locomo', 'stories', 'speed'],
    { locomo: 120, stories: 240, speed: 60 },
    (line) => void lines.push(line),
    () => now,
  );
  const pass = (seconds: number): void => {
    now += 1000 * seconds;
  };
  return { progress, lines, pass };
}

it('the time left is what an earlier run took, at the pace of this one', () => {
  const { progress, lines, pass } = run();
  progress.begin('locomo');
  pass(60);
  progress.end('locomo', 'is measured', false);
  progress.begin('stories');
  expect(lines).toEqual([
    '[   0 s, 0 of 3 parts] locomo; about 7 min left',
    '[  60 s, 1 of 3 parts] locomo is measured',
    '[  60 s, 1 of 3 parts] stories; about 3 min left',
  ]);
});

it('a part that takes longer than expected makes the rest longer, and is never about to end', () => {
  const { progress, lines, pass } = run();
  progress.begin('locomo');
  pass(600);
  progress.step({ stage: 'conv-1: questions', done: 3, total: 9 });
  expect(lines.at(-1)).toBe('[ 600 s, 0 of 3 parts] conv-1: questions 3/9; about 27 min left');
});

it('steps are shown every few seconds, and a part from before does not change the pace', () => {
  const { progress, lines, pass } = run();
  progress.begin('locomo');
  progress.end('locomo', 'is kept from before', true);
  progress.begin('stories');
  pass(2);
  progress.step({ stage: 'one', done: 1, total: 2 });
  pass(4);
  progress.step({ stage: 'one', done: 2, total: 2 });
  expect(lines.slice(2)).toEqual([
    '[   0 s, 1 of 3 parts] stories; about 5 min left',
    '[   6 s, 1 of 3 parts] one 2/2; about 5 min left',
  ]);
});
