import { z } from 'zod';
import type { Persona } from '../components/personality/persona.ts';
import { personaViolations } from '../components/personality/safe-portraits.ts';
import { type OutcomeInput, outcomeEpisode } from '../components/procedures/outcome-episode.ts';
import type { MatchedProcedure, Procedures } from '../components/procedures/procedures.ts';
import { type TrackRecord, trackRecords } from '../components/procedures/track-records.ts';
import { type ToolQuery, type ToolRecord, toolRecords } from '../components/tool/tool-records.ts';
import { publish } from '../consolidate/publish.ts';
import { unsafeInstructions } from '../context/instructions/unsafe-instructions.ts';
import type { Guardrail } from '../contracts/guardrail.ts';
import type { PersonaStore } from '../contracts/persona-store.ts';
import { SouvenirError } from '../errors.ts';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { ownerOf, type ScopeInput } from '../model/scope.ts';
import { announce } from '../telemetry/events.ts';
import type { Engine } from './engine.ts';

/** Who an agent is, what it can do and how well it did, and what it passes on. */
export interface Character {
  /** Records how a task went; `trackRecords` tells how often tasks of its type succeed. */
  recordOutcome(outcome: OutcomeInput): Episode;
  trackRecords(taskType?: string, scope?: ScopeInput): Promise<TrackRecord[]>;
  /** The agent's playbooks that an intent asks for. */
  procedures(intent: string, scope?: ScopeInput): MatchedProcedure[];
  /** How tools did, by tool, parameters and success rate. */
  toolRecords(query?: ToolQuery, scope?: ScopeInput): Promise<ToolRecord[]>;
  /** Who the agent has become: its identity until it has evolved. */
  persona(scope?: ScopeInput): Promise<Persona>;
  /** Every version of it, newest first. */
  personaVersions(scope?: ScopeInput): Promise<readonly Persona[]>;
  /** Makes an earlier version hold again, as a new one; 0 is the identity. What the guardrails of today refuse stays where it is. */
  rollbackPersona(version: number, scope?: ScopeInput): Promise<Persona>;
  /** Copies memories into that of the agent's parent, marked with where they come from; what is there already is left out. */
  publish(memoryIds: readonly string[], scope?: ScopeInput): Promise<Memory[]>;
}

export interface CharacterParts {
  readonly personas: PersonaStore;
  readonly guardrails: readonly Guardrail[] | undefined;
  record(episode: EpisodeInput): Episode;
}

export function characterOf(engine: Engine, { personas, guardrails, record }: CharacterParts): Character {
  const { store, clock, tokenizer } = engine;
  const character: Character = {
    recordOutcome: (outcome) => record(outcomeEpisode(outcome)),
    async trackRecords(taskType, given) {
      const scope = engine.scopeOf(given);
      return trackRecords(store, engine.homeIn(scope, 'procedures'), taskType);
    },
    procedures: (intent, given) =>
      engine
        .agentOf(engine.scopeOf(given))
        .components.filter((component): component is Procedures => 'match' in component)
        .flatMap((component) => component.match(parse(z.string(), intent, 'intent'), tokenizer)),
    async toolRecords(query, given) {
      return toolRecords(store, engine.homeIn(engine.scopeOf(given), 'tool'), query);
    },
    async persona(given) {
      const scope = engine.scopeOf(given);
      return personas.current(ownerOf(scope), engine.agentOf(scope).identity ?? '');
    },
    async personaVersions(given) {
      return personas.versions(ownerOf(engine.scopeOf(given)));
    },
    async rollbackPersona(version, given) {
      const scope = engine.scopeOf(given);
      const owner = ownerOf(scope);
      const identity = engine.agentOf(scope).identity ?? '';
      const earlier = (await personas.versions(owner)).find((each) => each.version === version);
      const violations = earlier === undefined ? [] : await personaViolations(earlier.text, { identity, guardrails });
      if (earlier !== undefined && violations.length > 0) throw unsafeInstructions(earlier.text, violations);
      await engine.alone(owner, () => personas.rollback(owner, version, identity, clock.now()));
      engine.embedLater(owner);
      return character.persona(given);
    },
    async publish(memoryIds, given) {
      const scope = engine.scopeOf(given);
      const { parent, id } = engine.agentOf(scope);
      if (parent === undefined)
        throw new SouvenirError('invalidInput', `agentId: ${JSON.stringify(id)} has no parent to publish to`, {
          advice: 'name one in defineAgent({ parent })',
        });
      const ids = parse(z.array(z.string()), memoryIds, 'memoryIds');
      const owner = ownerOf(scope);
      const home = { ...owner, agentId: parent };
      const published = await engine.inTurn(home, () => publish(ids, owner, home, { store, clock }));
      announce(engine.events, home, { memories: published });
      engine.embedLater(home);
      return published;
    },
  };
  return character;
}
