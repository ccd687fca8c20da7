import type { Random } from '../../random.ts';
import type { Question } from '../trial-data.ts';
import { ABSENT_QUESTIONS } from './absent-questions.ts';
import { expand } from './expand.ts';
import { FACT_KINDS } from './kinds.ts';
import { type Fact, type Statement, slotsOf } from './life.ts';
import { overlapping } from './overlaps.ts';
import type { Person } from './people.ts';
import { TASKS } from './tasks.ts';
import type { WrittenSessions } from './write-sessions.ts';

const TASKS_PER_FACT = 0.15;
const UNANSWERABLE_PER_FACT = 1 / 3;
const INTRODUCED = 0.2;
const INTRODUCTION = '[Quick question:|Remind me:|Just checking:|Help me out here.]';

export interface MadeUpQuestion extends Question {
  readonly answerable: boolean;
  /** A fact as told, one that changed, a request that a fact bears on; nothing told on the topic, or only something near. */
  readonly sort: 'told' | 'changed' | 'task' | 'absent' | 'nearby';
  /** The assistant's turns that repeat the answer: neither right nor wrong. */
  readonly echoes: readonly string[];
  readonly update: { readonly original: readonly string[]; readonly updated: readonly string[] } | undefined;
}

export function askQuestions(
  person: Person,
  facts: readonly Fact[],
  { unitOf, echoOf }: WrittenSessions,
  random: Random,
): MadeUpQuestion[] {
  const who = person.named ? person.name : 'the user';
  const unitsOf = (statements: readonly Statement[]) => statements.flatMap((statement) => unitOf.get(statement) ?? []);
  const introduced = (text: string) =>
    random.chance(INTRODUCED) ? `${expand(INTRODUCTION, {}, random)} ${text}` : text;
  const answered = (sort: 'told' | 'changed' | 'task', text: string, from: readonly Fact[]): MadeUpQuestion => {
    const statements = from.flatMap(({ current }) => current);
    const gold = unitsOf(statements);
    const original = unitsOf(from.flatMap(({ outdated }) => outdated));
    return {
      text,
      gold,
      sort,
      answerable: true,
      echoes: statements.flatMap((statement) => echoOf.get(statement) ?? []),
      update: sort === 'changed' ? { original, updated: gold } : undefined,
    };
  };
  const unanswered = (sort: 'absent' | 'nearby', text: string): MadeUpQuestion => ({
    ...{ text, sort, gold: [], echoes: [] },
    answerable: false,
    update: undefined,
  });

  const named = new Map(facts.map((fact) => [fact.kind.name, fact]));
  const tasks = random
    .shuffled(TASKS)
    .map(({ text, kinds }) => ({ text, from: kinds.flatMap((kind) => named.get(kind) ?? []) }))
    .filter(({ from }) => from.length > 0)
    .slice(0, Math.round(facts.length * TASKS_PER_FACT));
  const changed = facts.filter(({ outdated }) => outdated.length > 0);
  const unchanged = random.shuffled(facts.filter(({ outdated }) => outdated.length === 0)).slice(tasks.length);
  const direct = ({ kind, slots }: Fact) => introduced(expand(random.pick(kind.asked), { ...slots, who }, random));

  const unanswerable = Math.round(facts.length * UNANSWERABLE_PER_FACT);
  const near = random
    .shuffled(facts)
    .slice(0, Math.floor(unanswerable / 2))
    .map(({ kind, slots }) => introduced(expand(random.pick(kind.nearby), { ...slots, who }, random)));
  const absent = absentQuestions(facts, unanswerable - near.length, random).map((text) =>
    introduced(expand(text, { who }, random)),
  );
  return random.shuffled([
    ...changed.map((fact) => answered('changed', direct(fact), [fact])),
    ...unchanged.map((fact) => answered('told', direct(fact), [fact])),
    ...tasks.map(({ text, from }) => answered('task', text, from)),
    ...near.map((text) => unanswered('nearby', text)),
    ...absent.map((text) => unanswered('absent', text)),
  ]);
}

/** Half about things that other people tell, half about what nobody does; `{who}` left open. */
function absentQuestions(facts: readonly Fact[], count: number, random: Random): string[] {
  const taken = new Set(facts.flatMap(({ kind }) => [...overlapping(kind.name)]));
  const untold = random
    .shuffled(FACT_KINDS.filter(({ name }) => !taken.has(name)))
    .slice(0, Math.ceil(count / 2))
    .map(({ asked, values }) => expand(random.pick(asked), { ...slotsOf(random.pick(values)), who: '{who}' }, random));
  return [...untold, ...random.shuffled(ABSENT_QUESTIONS).slice(0, count - untold.length)];
}
