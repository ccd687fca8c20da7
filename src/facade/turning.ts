import { z } from 'zod';
import type { MatchedProcedure } from '../components/procedures/procedures.ts';
import { type Composition, compose } from '../compose/compose.ts';
import { sectionBudgetsSchema } from '../compose/options.ts';
import type { RetrievalPolicy, RetrievalVerdict } from '../compose/retrieval-policy.ts';
import { contradictionsBetween } from '../context/knowledge/contradictions.ts';
import type { KnowledgeItem } from '../contracts/knowledge-store.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { phrases } from '../language/words.ts';
import type { Episode, EpisodeInput, StoredEpisode } from '../model/episode.ts';
import { parse } from '../model/parse.ts';
import { contentSchema, nameSchema, unitSchema } from '../model/primitives.ts';
import type { RecallItem } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { ownerOf, type Scope, scopeInputSchema } from '../model/scope.ts';
import type { WritePolicy } from '../record/write-policy.ts';
import type { Character } from './character.ts';
import type { Engine } from './engine.ts';
import type { Knowing } from './knowing.ts';
import type { Profiling } from './profiling.ts';
import { softlyInto } from './softly.ts';

const MAX_NAME_WORDS = 4;
const MOST_RECENT = 40;

export const turnInputSchema = z.strictObject({
  ...scopeInputSchema.shape,
  message: contentSchema,
  /** The name of whoever says it. */
  speaker: nameSchema.optional(),
  /** How many tokens the whole prompt may have, and each of its sections. */
  budget: z.int().min(0).optional(),
  budgets: sectionBudgetsSchema.optional(),
  /** How sure the caller is of an answer without memory. */
  confidence: unitSchema.optional(),
  /** Whether memory is asked; the retrieval policy decides unless given. */
  retrieve: z.boolean().optional(),
});
export type TurnInput = Readonly<z.input<typeof turnInputSchema>>;

/** What became of a turn once it was answered. */
export interface TurnOutcome {
  readonly recorded: readonly Episode[];
  /** What was not worth keeping, and why. */
  readonly skipped: readonly { readonly role: 'user' | 'assistant'; readonly why: string }[];
  readonly degraded: readonly Degradation[];
}

/** A prompt for one message, and what is to be done with the reply. */
export interface Turn extends Composition {
  readonly retrieval: RetrievalVerdict;
  readonly memories: readonly RecallItem[];
  readonly knowledge: readonly KnowledgeItem[];
  /** What did not work while the rest did. */
  readonly degraded: readonly Degradation[];
  /** Records message and reply as far as the write policy finds them worth it. To be called once. */
  complete(reply: string): Promise<TurnOutcome>;
}

export interface Turning {
  /** All that the agent should read before it answers this message. */
  turn(input: TurnInput): Promise<Turn>;
}

interface Found<Item> {
  readonly items: readonly Item[];
  readonly degraded: readonly Degradation[];
}

const NOTHING: Found<never> = { items: [], degraded: [] };

export interface TurnSources extends Pick<Character, 'persona' | 'procedures' | 'trackRecords'> {
  readonly profile: Profiling;
  readonly knowing: Knowing;
  readonly retrievalPolicy: RetrievalPolicy;
  readonly writePolicy: WritePolicy;
  instructions(scope: Scope): Promise<string>;
  recall(query: string, options: Scope): Promise<Found<RecallItem>>;
  record(episode: EpisodeInput): Episode;
  flush(): Promise<void>;
}

/** Each part on its own: one that fails is named while the rest is composed. */
export function turningOf(engine: Engine, sources: TurnSources): Turning {
  const { store, tokenizer } = engine;
  return {
    turn: (input) => engine.spans.turn(() => prepare(input)),
  };

  async function prepare(input: TurnInput): Promise<Turn> {
    const { message, speaker, budget, budgets, confidence, retrieve, ...given } = parse(turnInputSchema, input, 'turn');
    const scope = engine.scopeOf(given);
    const agent = engine.agentOf(scope);
    const owner = ownerOf(scope);
    const degraded: Degradation[] = [];
    const softly = softlyInto(degraded);
    await softly('record', undefined, () => sources.flush());
    const [recent, instructions, persona, profile, procedures, knownEntities] = await Promise.all([
      softly('recent', [], () => recentTurns(scope)),
      softly('instructions', '', () => sources.instructions(scope)),
      softly('persona', '', async () => {
        const { text, version } = await sources.persona(owner);
        return version > 0 ? text : '';
      }),
      softly('profile', '', async () => (await sources.profile.summary(budgets?.profile, owner)).text),
      softly('procedures', [], () => proceduresFor(message, scope)),
      softly('entities', [], async () =>
        (await store.matchEntities(owner, phrases(message, MAX_NAME_WORDS))).map(({ name }) => name),
      ),
    ]);
    const retrieval = sources.retrievalPolicy({
      ...{ message, knownEntities, confidence, turnsSoFar: recent.length, force: retrieve },
    });
    const [memories, knowledge] = await Promise.all([
      softly('memories', NOTHING as Found<RecallItem>, async () =>
        retrieval.retrieve ? sources.recall(message, placeOf(given, scope)) : NOTHING,
      ),
      softly('knowledge', NOTHING as Found<KnowledgeItem>, async () =>
        retrieval.retrieve ? sources.knowing.recallKnowledge(message, owner) : NOTHING,
      ),
    ]);
    degraded.push(...memories.degraded, ...knowledge.degraded);
    const composition = compose(
      {
        core: [agent.core, agent.identity].filter((text) => text !== undefined && text !== '').join('\n\n'),
        ...{ instructions, persona, profile, procedures, message },
        memories: [...memories.items],
        knowledge: knowledge.items.map(({ id, title, headings, source, text, createdAt, score }) => ({
          ...{ id, title, headings: [...headings], content: text, date: createdAt, score },
          source: source ?? title,
        })),
        contradictions: contradictionsBetween(memories.items, knowledge.items),
        recent: recent.map(({ id, role, speaker: said, content, occurredAt }) => ({
          ...{ id, role, content, at: occurredAt },
          ...(said !== undefined && { speaker: said }),
        })),
      },
      {
        tokenizer,
        ...(budget !== undefined && { budget }),
        ...(budgets !== undefined && { budgets }),
      },
    );
    return {
      ...composition,
      ...{ retrieval, memories: memories.items, knowledge: knowledge.items, degraded },
      complete: completing({ message, scope, ...(speaker !== undefined && { speaker }) }),
    };
  }

  /** What was said in this session and is not yet part of memory. */
  async function recentTurns(scope: Scope): Promise<StoredEpisode[]> {
    const { sessionId = 'default' } = scope;
    const owner = ownerOf(scope);
    const [component] = engine.agentOf(scope).components;
    if (component === undefined) return [];
    const [pending] = await store.pendingSessions(owner, { component: component.name, sessionId });
    if (pending === undefined) return [];
    const { from, through } = pending;
    const afterPosition = Math.max(from, through - MOST_RECENT);
    return store.listEpisodes(owner, { sessionId, afterPosition, limit: MOST_RECENT });
  }

  async function proceduresFor(message: string, scope: Scope) {
    const matched = sources.procedures(message, ownerOf(scope));
    return Promise.all(
      matched.map(async ({ taskType, text }: MatchedProcedure) => {
        const [record] = await sources.trackRecords(taskType, ownerOf(scope));
        const told = record === undefined ? {} : { successRate: record.successRate, runs: record.attempts };
        return { name: taskType, text, ...told };
      }),
    );
  }

  function completing({ message, scope, speaker }: { message: string; scope: Scope; speaker?: string }) {
    let isComplete = false;
    return async (reply: string): Promise<TurnOutcome> => {
      const answered = parse(contentSchema, reply, 'reply');
      if (isComplete) throw new SouvenirError('invalidInput', 'this turn is complete already');
      isComplete = true;
      const { sessionId = 'default' } = scope;
      const said = [
        { role: 'user', content: message, ...(speaker !== undefined && { speaker }) },
        { role: 'assistant', content: answered },
      ] as const;
      const recorded: Episode[] = [];
      const skipped: { role: 'user' | 'assistant'; why: string }[] = [];
      const degraded: Degradation[] = [];
      for (const turn of said) {
        const { keep, why } = sources.writePolicy({ type: 'conversation', speaker: undefined, ...turn });
        if (keep) recorded.push(sources.record({ ...scope, sessionId, ...turn }));
        else skipped.push({ role: turn.role, why });
      }
      // What cannot be written now stays in the buffer and is tried again.
      await sources.flush().catch((error) => degraded.push({ part: 'record', reason: reasonOf(error) }));
      return { recorded, skipped, degraded };
    };
  }
}

/** A search spans all projects and sessions unless the call names one. */
const placeOf = ({ projectId }: { readonly projectId?: string | undefined }, scope: Scope): Scope => ({
  ...ownerOf(scope),
  ...(projectId !== undefined && { projectId }),
});
