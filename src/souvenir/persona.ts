import type { Persona } from '../components/personality/persona.ts';
import { personaViolations } from '../components/personality/safe-portraits.ts';
import { unsafeInstructions } from '../context/instructions/custom-instructions.ts';
import type { PersonaStore } from '../contracts/persona-store.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from './engine.ts';

/** The agent's character as it evolved with this user. */
export interface AgentPersona {
  /**
   * Returns the persona in force: the agent's identity until it has evolved.
   * @example const { text, version } = await ana.persona.current();
   */
  current(): Promise<Persona>;
  /**
   * Lists every version, newest first.
   * @example const versions = await ana.persona.versions();
   */
  versions(): Promise<readonly Persona[]>;
  /**
   * Writes an earlier version as a new one; 0 is the identity. A version that breaks a current guardrail is refused.
   * @example await ana.persona.rollback(0);
   */
  rollback(version: number): Promise<Persona>;
}

type PersonaContext = Pick<Engine, 'agentOf' | 'clock' | 'guardrails' | 'work' | 'embedding'>;

export function personaOf(engine: PersonaContext, personas: PersonaStore, scope: Scope): AgentPersona {
  const owner = ownerOf(scope);
  const identity = () => engine.agentOf(scope).identity ?? '';
  const persona: AgentPersona = {
    async current() {
      return personas.current(owner, identity());
    },
    async versions() {
      engine.agentOf(scope);
      return personas.versions(owner);
    },
    async rollback(version) {
      const { guardrails, clock } = engine;
      const earlier = (await persona.versions()).find((each) => each.version === version);
      const violations =
        earlier === undefined ? [] : await personaViolations(earlier.text, { identity: identity(), guardrails });
      if (earlier !== undefined && violations.length > 0) throw unsafeInstructions(earlier.text, violations);
      await engine.work.runExclusively(owner, () => personas.rollback(owner, version, identity(), clock.now()));
      engine.embedding.embedLater(owner);
      return persona.current();
    },
  };
  return persona;
}
