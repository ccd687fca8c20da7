import { describe, expect, it } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import type { EpisodeInput } from '../model/episode.ts';
import { parse } from '../model/parse.ts';
import { scopeInputSchema } from '../model/scope.ts';
import { capture } from './capture.ts';
import { Echoes } from './echo.ts';

const SCOPE = { tenantId: 't', userId: 'u', agentId: 'a' };
const captured = (metadata: unknown) =>
  capture({ content: 'hello', metadata } as EpisodeInput, SCOPE, manualClock(), new Echoes());

function cyclic(): object {
  const knot: { name: string; self?: object } = { name: 'knot' };
  knot.self = { list: [knot] };
  return knot;
}

function nested(levels: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** A few objects that stand for more values than memory holds. */
function laughs(): unknown {
  let value: unknown = 'ha';
  for (let level = 0; level < 60; level++) value = [value, value];
  return value;
}

class Temperature {
  readonly degrees = 20;
}

describe('metadata of a turn', () => {
  it.each([
    ['a cycle', cyclic(), 'circular'],
    ['a cycle in a known field', { parameters: cyclic() }, 'circular'],
    ['a BigInt', { count: 1n }, 'episode.metadata.count: a bigint is not JSON'],
    ['a function', { tool: 'x', callback: () => {} }, 'episode.metadata.callback: a function is not JSON'],
    ['a function inside', { deep: { list: [{ callback: () => {} }] } }, 'a function is not JSON'],
    ['a symbol', { sign: Symbol('s') }, 'a symbol is not JSON'],
    ['what is no number', { count: Number.NaN }, 'episode.metadata.count: NaN is not JSON'],
    ['a map', { table: new Map([['a', 1]]) }, 'episode.metadata.table: a Map is not JSON'],
    ['an object of a class', { weather: new Temperature() }, 'a Temperature is not JSON'],
    ['101 levels', { deep: nested(101) }, 'nested deeper than 100 levels'],
    ['a million levels', { deep: nested(1_000_000) }, 'nested deeper than 100 levels'],
    ['2^60 values', { laughs: laughs() }, 'holds more than 2000 values'],
    [
      'a toJSON that throws',
      {
        when: {
          toJSON: () => {
            throw new Error('no clock');
          },
        },
      },
      'no clock',
    ],
    [
      'a getter that throws',
      {
        get secret() {
          throw new Error('not for you');
        },
      },
      'not for you',
    ],
    [
      'a getter inside that throws',
      {
        a: {
          get secret() {
            throw new Error('not for you');
          },
        },
      },
      'not for you',
    ],
    [
      'a proxy that throws',
      {
        a: new Proxy(
          {},
          {
            ownKeys() {
              throw new Error('closed');
            },
          },
        ),
      },
      'closed',
    ],
    ['a list', [1], 'episode.metadata'],
    ['a known field of another type', { success: 'yes' }, 'episode.metadata.success'],
  ])('with %s is refused at once, naming the field', (_, metadata, message) => {
    const refusal = expect.objectContaining({ code: 'invalidInput', message: expect.stringContaining(message) });
    expect(() => captured(metadata)).toThrow(refusal);
    expect(() => captured(metadata)).toThrow(/^episode\.metadata/);
  });

  it('that cannot be read is refused', () => {
    const input = {
      content: 'hello',
      get metadata(): never {
        throw new Error('gone');
      },
    };
    expect(() => capture(input, SCOPE, manualClock(), new Echoes())).toThrow(
      expect.objectContaining({ code: 'invalidInput', message: 'episode: cannot be read: gone' }),
    );
  });

  it('is stored as JSON: dates as text, without undefined, shared parts twice', () => {
    const shared = { a: [1, null, true] };
    const given = { turnId: undefined, at: new Date(0), one: shared, two: shared, deep: nested(90) };
    expect(captured(given).metadata).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      one: shared,
      two: shared,
      deep: nested(90),
    });
  });

  it("is not changed by later changes of the caller's object", () => {
    const parameters = { path: 'a' };
    const { metadata } = captured({ parameters });
    parameters.path = 'b';
    expect(metadata).toEqual({ parameters: { path: 'a' } });
  });
});

describe('the moment of a turn', () => {
  const at = (occurredAt: Date) => {
    const clock = manualClock();
    return [capture({ content: 'hello', occurredAt }, SCOPE, clock, new Echoes()).occurredAt, clock.now()];
  };

  it('is the given one, if it is in the past', () => {
    const [moment] = at(new Date(0));
    expect(moment).toEqual(new Date(0));
  });

  it('is now if the given one is in the future', () => {
    const [moment, now] = at(new Date('2099-01-01'));
    expect(moment).toEqual(now);
  });
});

describe('ids of a turn', () => {
  it.each([
    ['a space behind', 'ana '],
    ['a line break before', '\nana'],
    ['half a character', 'ana\ud800'],
    ['a zero', 'ana\0'],
  ])('with %s are refused', (_, userId) => {
    expect(() => parse(scopeInputSchema, { userId }, 'scope')).toThrow(/^scope\.userId/);
  });
});
