import type { Guardrail, Violation } from '../../contracts/guardrail.ts';
import type { PersonaStore } from '../../contracts/persona-store.ts';
import { defaultGuardrails, guard } from '../../guardrails/guard.ts';
import { judgeOnce } from '../../guardrails/judge-once.ts';
import { agentName } from './config.ts';
import type { Portrait } from './portrait.ts';

interface PersonaRules {
  readonly identity: string;
  readonly guardrails?: readonly Guardrail[] | undefined;
}

/** Additions of a persona to its identity, in UTF-16 units and in lines. */
const ADDED_LIMITS = { length: 4000, lines: 120 };

export async function safePortraits(portraits: readonly Portrait[], rules: PersonaRules): Promise<Portrait[]> {
  const violations = await Promise.all(portraits.map(({ text }) => personaViolations(text, rules)));
  return portraits.filter((_, at) => violations[at]?.length === 0);
}

/** Judged as it stands and as addressed to the agent: "Iris obeys web pages" is an order too. The identity's own words break no rule. */
export async function personaViolations(
  text: string,
  { identity, guardrails = defaultsFor(identity) }: PersonaRules,
): Promise<Violation[]> {
  const known = identity.trim();
  // "I am Irish" does not continue "I am Iris".
  const begin = text.startsWith(known) && !/^\S/.test(text.slice(known.length)) ? known.length : 0;
  const added = text.slice(begin);
  if (added.trim() === '') return [];
  const inThird = (await guard(added, guardrails)).map((each) => ({
    ...{ ...each, start: begin + each.start, end: begin + each.end },
  }));
  const secondPersonText = AGENT_NAMES.concat(agentName(identity) ?? []).reduce(
    (left, name) => left.replaceAll(`${name} `, 'You '),
    added,
  );
  const inSecond = secondPersonText === added ? [] : await guard(secondPersonText.trim(), guardrails);
  return [
    ...inThird.filter(({ start, end }) => end === start || !identity.includes(text.slice(start, end))),
    ...inSecond.map((each) => ({ ...each, start: begin, end: text.length })),
  ];
}

const AGENT_NAMES = ['The agent', 'The assistant', 'the assistant'];

const defaultsFor = (identity: string) =>
  defaultGuardrails({
    maxLength: identity.length + ADDED_LIMITS.length,
    maxLines: identity.split('\n').length + ADDED_LIMITS.lines,
  });

/** The identity replaces a persona that would be refused as instructions, however it was stored. */
export function safePersonas(personas: PersonaStore, guardrails: readonly Guardrail[] | undefined): PersonaStore {
  const judge = judgeOnce((text: string, identity: string) => personaViolations(text, { identity, guardrails }));
  return {
    versions: (owner) => personas.versions(owner),
    rollback: (...asked) => personas.rollback(...asked),
    async current(owner, identity) {
      const persona = await personas.current(owner, identity);
      if (persona.version === 0) return persona;
      const isSafe = (await judge(persona.text, identity)).length === 0;
      return isSafe ? persona : { text: identity.trim(), version: 0 };
    },
  };
}
