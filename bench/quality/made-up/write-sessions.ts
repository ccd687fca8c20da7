import type { Random } from '../../random.ts';
import type { Session, Turn } from '../trial-data.ts';
import { CHATTER } from './chatter.ts';
import { deck } from './deck.ts';
import { expand } from './expand.ts';
import { FACT_KINDS } from './kinds.ts';
import type { Statement } from './life.ts';
import type { Person } from './people.ts';
import { POOLS } from './pools.ts';
import { withRemarks } from './remarks.ts';
import { ASIDE_REPLIES, FACT_REPLIES } from './replies.ts';

const FIRST_DAY = Date.UTC(2025, 0, 6);
const HOUR = 3_600_000;
const IN_PASSING = 0.35;

interface Exchange {
  readonly user: string;
  readonly assistant: string;
  readonly statement?: Statement;
  /** Whether the reply repeats the statement. */
  readonly echo?: boolean;
}

export interface WrittenSessions {
  readonly sessions: Session[];
  readonly unitOf: ReadonlyMap<Statement, string>;
  /** The assistant's turn that repeats a statement. */
  readonly echoOf: ReadonlyMap<Statement, string>;
}

/** The whole chat: every statement in its session, among talk about this and that. */
export function writeSessions(person: Person, statements: readonly Statement[], random: Random): WrittenSessions {
  const [unitOf, echoOf] = [new Map<Statement, string>(), new Map<Statement, string>()];
  const exchanges = exchangesOf(random);
  let [count, day] = [0, 0];
  const write = ({ user, assistant, statement, echo = false }: Exchange): Turn[] => {
    const units = { user: `user ${count++}`, assistant: `assistant ${count++}` };
    if (statement !== undefined) unitOf.set(statement, units.user);
    if (statement !== undefined && echo) echoOf.set(statement, units.assistant);
    const turn = (role: 'user' | 'assistant', text: string): Turn => ({
      unit: units[role],
      role,
      content: withRemarks(text, role, random),
    });
    return [{ ...turn('user', user), ...(person.named && { speaker: person.name }) }, turn('assistant', assistant)];
  };
  const sessions = Array.from({ length: person.sessions }, (_, at) => {
    day += random.between(1, 4);
    const reported = statements.filter(({ session }) => session === at).map(exchanges.telling);
    const asides = Array.from({ length: random.between(0, 2) }, exchanges.aside);
    const chatter = Array.from({ length: random.between(1, 4) }, exchanges.chatter);
    return {
      id: `${person.name} ${at + 1}`,
      startsAt: new Date(FIRST_DAY + (24 * day + random.between(7, 21)) * HOUR),
      turns: random.shuffled([...reported, ...asides, ...chatter]).flatMap(write),
    };
  });
  return { sessions, unitOf, echoOf };
}

function exchangesOf(random: Random) {
  const [nextChatter, nextAside] = [CHATTER, FACT_KINDS.flatMap(({ aside }) => aside)].map((items) =>
    deck<readonly string[] | string>(items, random),
  ) as [() => (typeof CHATTER)[number], () => string];
  const chatter = (): Exchange => {
    const [user, ...replies] = nextChatter();
    const slots = Object.fromEntries(Object.entries(POOLS).map(([slot, pool]) => [slot, random.pick<string>(pool)]));
    return { user: expand(user, slots, random), assistant: expand(random.pick(replies), slots, random) };
  };
  return {
    chatter,
    aside: (): Exchange => ({ user: nextAside(), assistant: random.pick(ASIDE_REPLIES) }),
    telling(statement: Statement): Exchange {
      const reply = random.pick(FACT_REPLIES);
      return {
        statement,
        user: random.chance(IN_PASSING) ? `${chatter().user} ${statement.text}` : statement.text,
        assistant: expand(reply, { said: statement.said }, random),
        echo: reply.includes('{said}'),
      };
    },
  };
}
