import { describe, expect, it } from 'vitest';
import { Echoes } from './echo.ts';

const OWNER = { tenantId: 't', userId: 'u', agentId: 'a' };

describe('echoes', () => {
  it('recognise a recalled text in any case and spacing', () => {
    const echoes = new Echoes();
    echoes.add(OWNER, 'Ana has  two rabbits.');
    expect(echoes.has(OWNER, ' ana has two\nrabbits. ')).toBe(true);
    expect(echoes.has(OWNER, 'Ana has two cats.')).toBe(false);
  });

  it('are separate for each owner', () => {
    const echoes = new Echoes();
    echoes.add(OWNER, 'Ana has two rabbits.');
    expect(echoes.has({ ...OWNER, userId: 'other' }, 'Ana has two rabbits.')).toBe(false);
  });

  it('can be forgotten for one owner', () => {
    const echoes = new Echoes();
    const other = { ...OWNER, agentId: 'another' };
    for (const owner of [OWNER, other]) echoes.add(owner, 'Ana has two rabbits.');
    echoes.forget(OWNER);
    expect([OWNER, other].map((owner) => echoes.has(owner, 'Ana has two rabbits.'))).toEqual([false, true]);
  });

  it('drop the oldest texts and stay small', () => {
    const echoes = new Echoes();
    for (let at = 0; at <= 1000; at++) echoes.add(OWNER, `memory ${at}`);
    expect(echoes.has(OWNER, 'memory 0')).toBe(false);
    expect(echoes.has(OWNER, 'memory 1')).toBe(true);
  });
});
