import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../random.ts';
import { isUser } from '../read/read-beam.ts';
import { expand } from './expand.ts';
import { FACT_KINDS } from './kinds.ts';
import { madeUpTrials } from './made-up-trials.ts';
import { POOLS } from './pools.ts';
import { TASKS } from './tasks.ts';

const trials = madeUpTrials();
const questions = trials.flatMap((trial) => trial.questions);
const turnsOf = ({ sessions }: (typeof trials)[number]) => sessions.flatMap(({ turns }) => turns);
const share = (of: (question: (typeof questions)[number]) => boolean) => questions.filter(of).length / questions.length;

describe('made-up memories', () => {
  it('are the same for a seed and others for another', () => {
    expect(madeUpTrials(1)).toEqual(trials);
    expect(madeUpTrials(2)[0]?.sessions).not.toEqual(trials[0]?.sessions);
  });

  it('have many sizes and distinct persons', () => {
    expect(new Set(trials.map(({ name }) => name)).size).toBe(12);
    const sizes = trials.map(({ sessions }) => sessions.length);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([3, 60]);
    for (const trial of trials) {
      const turns = turnsOf(trial);
      expect(new Set(turns.map(({ unit }) => unit)).size).toBe(turns.length);
      expect(Math.max(...turns.map(({ content }) => content.split(' ').length))).toBeLessThan(75);
    }
  });

  it('go forward in time', () => {
    for (const { sessions } of trials) {
      const starts = sessions.map(({ startsAt }) => startsAt?.getTime() ?? 0);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
    }
  });

  it('leave no template unfilled', () => {
    const texts = [...trials.flatMap(turnsOf).map(({ content }) => content), ...questions.map(({ text }) => text)];
    expect(texts.filter((text) => /[{}[\]|]|undefined/.test(text))).toEqual([]);
  });
});

describe('questions', () => {
  it('are about 350, a quarter of them without an answer, an eighth about what changed', () => {
    expect(Math.abs(questions.length - 350)).toBeLessThan(20);
    expect(share(({ answerable }) => !answerable)).toBeCloseTo(0.25, 1);
    expect(share(({ update }) => update !== undefined)).toBeCloseTo(0.12, 1);
    expect(share(({ sort }) => sort === 'nearby')).toBeCloseTo(
      share(({ sort }) => sort === 'absent'),
      1,
    );
  });

  it('expect turns of the user if they have an answer, and none otherwise', () => {
    for (const trial of trials) {
      const units = new Set(turnsOf(trial).map(({ unit }) => unit));
      for (const { answerable, gold, echoes } of trial.questions) {
        expect(gold.length > 0).toBe(answerable);
        expect(gold.every((unit) => units.has(unit) && isUser(unit))).toBe(true);
        expect(echoes.every((unit) => units.has(unit) && !isUser(unit))).toBe(true);
      }
    }
  });

  it('about changes expect the latest statement', () => {
    for (const trial of trials) {
      const order = turnsOf(trial).map(({ unit }) => unit);
      for (const { update, gold } of trial.questions.filter(({ update }) => update !== undefined)) {
        expect(update?.updated).toEqual(gold);
        expect(update?.original).toHaveLength(1);
        expect(order.indexOf(update?.original[0] ?? '')).toBeLessThan(order.indexOf(gold[0] ?? ''));
      }
    }
  });

  it('without an answer never concern a person who stated it', () => {
    for (const trial of trials) {
      const answered = new Set(trial.questions.filter(({ answerable }) => answerable).map(({ text }) => text));
      expect(trial.questions.filter(({ answerable, text }) => !answerable && answered.has(text))).toEqual([]);
    }
  });
});

describe('kinds of facts', () => {
  it('have a name of their own and several wordings', () => {
    expect(new Set(FACT_KINDS.map(({ name }) => name)).size).toBe(FACT_KINDS.length);
    for (const { values, statementTemplates: reported, asked, nearby, aside } of FACT_KINDS) {
      expect(Math.min(values.length, reported.length, asked.length)).toBeGreaterThan(2);
      expect(Math.min(nearby.length, aside.length)).toBeGreaterThan(0);
    }
  });

  it('change only where the value is one text, which the new wording needs', () => {
    const changing = FACT_KINDS.filter(({ changed }) => changed !== undefined);
    expect(changing.flatMap(({ values }) => values).every((value) => typeof value === 'string')).toBe(true);
    expect(changing.flatMap(({ changed = [] }) => changed).every((text) => text.includes('{value}'))).toBe(true);
  });

  it('match the kinds that tasks name', () => {
    const names = FACT_KINDS.map(({ name }) => name);
    expect(TASKS.flatMap(({ kinds }) => kinds).filter((kind) => !names.includes(kind))).toEqual([]);
  });
});

describe('expand', () => {
  it('picks a choice, fills slots and names what is missing', () => {
    const random = seededRandom(3);
    expect(['Hi Ana', 'Hello Ana']).toContain(expand('[Hi|Hello] {name}', { name: 'Ana' }, random));
    expect(expand('{a} is here. {a}!', { a: 'a dog' }, random)).toBe('A dog is here. A dog!');
    expect(() => expand('{town}', {}, random)).toThrow('no value for {town} in: {town}');
    expect(Object.values(POOLS).every((pool) => pool.length > 3)).toBe(true);
  });
});
