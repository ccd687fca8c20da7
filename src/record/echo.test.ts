import { describe, expect, it } from 'vitest';
import { Echoes } from './echo.ts';

describe('echoes', () => {
  it('knows what was given out, whatever its case and spacing', () => {
    const echoes = new Echoes();
    echoes.give('Ana has  two rabbits.');
    expect(echoes.has(' ana has two\nrabbits. ')).toBe(true);
    expect(echoes.has('Ana has two cats.')).toBe(false);
  });

  it('forgets the oldest, so that it stays small', () => {
    const echoes = new Echoes();
    for (let at = 0; at <= 1000; at++) echoes.give(`memory ${at}`);
    expect(echoes.has('memory 0')).toBe(false);
    expect(echoes.has('memory 1')).toBe(true);
  });
});
