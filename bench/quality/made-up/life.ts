import type { Random } from '../../random.ts';
import { expand, type Slots } from './expand.ts';
import type { FactKind } from './fact-kind.ts';
import { FACT_KINDS } from './kinds.ts';
import type { Person } from './people.ts';

const CHANGED = 0.16;
const REPEAT_CHANCE = 0.2;

export interface Statement {
  readonly text: string;
  /** The heart of it, for a reply that repeats it. */
  readonly said: string;
  readonly session: number;
}

export interface Fact {
  readonly kind: FactKind;
  /** As it holds in the end. */
  readonly slots: Slots;
  /** Told once or twice. */
  readonly current: readonly Statement[];
  /** What was told before it changed. */
  readonly outdated: readonly Statement[];
}

/** What a person will tell, and in which sessions. */
export function planLife({ facts, sessions }: Person, random: Random): Fact[] {
  const kinds = random.shuffled(FACT_KINDS).slice(0, facts);
  const changing = new Set(kinds.filter(({ changed }) => changed !== undefined).slice(0, Math.round(facts * CHANGED)));
  const last = sessions - 1;
  return kinds.map((kind) => {
    const [value, next] = random.shuffled(kind.values).map(slotsOf) as [Slots, Slots];
    const [reported, again] = random.shuffled(kind.statementTemplates) as [string, string];
    const state = (template: string, slots: Slots, session: number): Statement => ({
      text: expand(template, slots, random),
      said: Object.values(slots)[0] ?? '',
      session,
    });
    if (changing.has(kind)) {
      const session = random.between(0, Math.floor(last / 2));
      const slots = { ...next, old: value['value'] ?? '' };
      const change = state(random.pick(kind.changed ?? []), slots, random.between(session + 1, last));
      return { kind, slots, current: [change], outdated: [state(reported, value, session)] };
    }
    const session = random.between(0, last);
    const current = [state(reported, value, session)];
    if (session < last && random.chance(REPEAT_CHANCE))
      current.push(state(again, value, random.between(session + 1, last)));
    return { kind, slots: value, current, outdated: [] };
  });
}

export const slotsOf = (value: string | Slots): Slots => (typeof value === 'string' ? { value } : value);
