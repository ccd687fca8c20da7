import type { z } from 'zod';
import { storedPersona } from '../components/personality/stored-persona.ts';
import { storedDocuments } from '../context/documents/stored-documents.ts';
import { CustomInstructions } from '../context/instructions/custom-instructions.ts';
import type { Profile } from '../context/profile/profile.ts';
import { ownerOf } from '../model/scope.ts';
import { recallConfigSchema } from '../recall/config.ts';
import { recall } from '../recall/pipeline.ts';
import { announce } from '../telemetry/events.ts';
import { type SessionContexts, sessionContextsOf } from '../turn/session-context.ts';
import { type Turning, turningOf } from '../turn/turn.ts';
import { type Character, characterOf } from './character.ts';
import type { ContextCalls } from './context-calls.ts';
import type { Engine } from './engine.ts';
import { type Instructing, instructingOf } from './instructing.ts';
import { type Knowing, knowingOf } from './knowing.ts';
import type { settle } from './options.ts';
import { type Profiling, profilingOf } from './profiling.ts';

/** All that a prompt is made of besides single memories. */
export interface Contexts extends Character, Knowing, SessionContexts, Turning {
  /** What is known of the user in fields. */
  readonly profile: Profiling;
  /** The only text of a prompt that the agent may change. */
  readonly instructions: Instructing;
}

type Settings = Omit<ReturnType<typeof settle>, 'profile'> & { readonly profile: Profile<z.ZodObject> };

export function contextsOf(engine: Engine, settings: Settings, calls: ContextCalls): Contexts {
  const { store, clock, tokenizer, languages, embedder, events } = engine;
  const { reranker, retrievalPolicy, writePolicy, guardrails } = settings;
  const personas = settings.personaStore ?? storedPersona(store, (owner, changes) => announce(events, owner, changes));
  const { maxTokens, ...found } = settings.documents;
  const config = recallConfigSchema.parse({});
  const documents =
    settings.documentStore ??
    storedDocuments({
      ...{ store, ...found },
      recall: (query, owners, asked) =>
        recall(
          query,
          owners.map((owner) => ({ owner })),
          asked,
          { store, embedder, tokenizer, languages, reranker, clock, config },
        ),
    });
  const character = characterOf(engine, { personas, guardrails, record: calls.record });
  const knowing = knowingOf(engine, documents, maxTokens);
  const profile = profilingOf(engine, settings.profile);
  const instructions = new CustomInstructions({ store: settings.instructionStore, guardrails, clock });
  const { persona, procedures, trackRecords } = character;
  return {
    ...character,
    ...knowing,
    ...sessionContextsOf(engine, { ...calls, persona, procedures }),
    ...turningOf(engine, {
      ...{ ...calls, persona, procedures, trackRecords, profile, knowing, retrievalPolicy, writePolicy },
      instructions: async (scope) => (await instructions.current(ownerOf(scope)))?.text ?? '',
    }),
    profile,
    instructions: instructingOf(engine, instructions),
  };
}
