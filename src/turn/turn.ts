import { z } from 'zod';
import type { MatchedProcedure } from '../components/procedures/procedures.ts';
import { type Composition, compose } from '../compose/compose.ts';
import { sectionBudgetsSchema } from '../compose/options.ts';
import { type ComposeParts, composePartsSchema } from '../compose/parts.ts';
import { sectionText } from '../compose/section-text.ts';
import { sectionsOf } from '../compose/sections.ts';
import { contradictionsBetween } from '../context/documents/contradictions.ts';
import { profileSummary } from '../context/profile/profile-summary.ts';
import type { FoundChunk } from '../contracts/document-store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { parse } from '../model/parse.ts';
import { contentSchema, nameSchema, unitSchema } from '../model/primitives.ts';
import type { RecallItem } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { ownerOf, type Scope, scopeInputSchema } from '../model/scope.ts';
import type { Character } from '../souvenir/character.ts';
import type { ContextCalls } from '../souvenir/context-calls.ts';
import type { Engine } from '../souvenir/engine.ts';
import type { Knowing } from '../souvenir/knowing.ts';
import type { Profiling } from '../souvenir/profiling.ts';
import { phrases } from '../text/words.ts';
import { completing, type Recording, type TurnOutcome } from './complete.ts';
import type { RetrievalInput, RetrievalPolicy, RetrievalVerdict } from './retrieval-policy.ts';
import { softlyInto, verdictOf } from './softly.ts';

export type { TurnOutcome };

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

/** A prompt for one message, and what is to be done with the reply. */
export interface Turn extends Composition {
  readonly retrieval: RetrievalVerdict;
  /** What stands in the prompt. */
  readonly memories: readonly RecallItem[];
  readonly documents: readonly FoundChunk[];
  /** What was found beside it and is not in the prompt. */
  readonly cut: { readonly memories: readonly RecallItem[]; readonly documents: readonly FoundChunk[] };
  /** What did not work while the rest did. */
  readonly degraded: readonly Degradation[];
  /** Records message and reply if the write policy finds either worth it; of an empty reply, the message alone. To be called once. */
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

const verdictSchema: z.ZodType<RetrievalVerdict> = z.object({
  retrieve: z.boolean(),
  reasons: z.array(z.custom<RetrievalVerdict['reasons'][number]>((reason) => typeof reason === 'object')),
  skipped: z.string().exactOptional(),
});
const FORCED: RetrievalVerdict = {
  retrieve: true,
  reasons: [{ trigger: 'forced', because: 'the caller asked for it' }],
};
const FORBIDDEN: RetrievalVerdict = { retrieve: false, reasons: [], skipped: 'the caller asked for none' };
const IN_DOUBT: RetrievalVerdict = {
  retrieve: true,
  reasons: [{ trigger: 'lowConfidence', because: 'the retrieval policy gave no answer' }],
};

export interface TurnSources
  extends Pick<Character, 'persona' | 'procedures' | 'trackRecords'>,
    Pick<ContextCalls, 'touch' | 'recall'>,
    Recording {
  readonly profile: Profiling;
  readonly knowing: Knowing;
  readonly retrievalPolicy: RetrievalPolicy;
  instructions(scope: Scope): Promise<string>;
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
        return version > 0 ? beyond(agent.identity ?? '', text) : '';
      }),
      softly('profile', '', async () => {
        degraded.push(...(await engine.followProfile()));
        const { fields } = await sources.profile.get(owner);
        const { profile: room } = budgets ?? sectionBudgetsSchema.parse({});
        return profileSummary(fields, room, asProfileSection(tokenizer)).text;
      }),
      softly('procedures', [], () => proceduresFor(message, scope)),
      softly('entities', [], async () =>
        (await store.matchEntities(owner, phrases(message, MAX_NAME_WORDS))).map(({ name }) => name),
      ),
    ]);
    const asked: RetrievalInput = { message, knownEntities, confidence, turnsSoFar: recent.length };
    const retrieval =
      retrieve === undefined
        ? await softly('retrievalPolicy', IN_DOUBT, async () =>
            verdictOf(verdictSchema, sources.retrievalPolicy(asked), 'retrievalPolicy'),
          )
        : retrieve
          ? FORCED
          : FORBIDDEN;
    // Only where the caller says: a search has a budget of its own.
    const within = (tokenBudget: number | undefined) => (tokenBudget === undefined ? {} : { tokenBudget });
    const [memories, documents] = await Promise.all([
      softly('memories', NOTHING as Found<RecallItem>, async () =>
        retrieval.retrieve
          ? sources.recall(message, { ...placeOf(given, scope), ...within(input.budgets?.memories), touch: false })
          : NOTHING,
      ),
      softly('documents', NOTHING as Found<FoundChunk>, async () =>
        retrieval.retrieve
          ? sources.knowing.recallKnowledge(message, { ...owner, ...within(input.budgets?.documents) })
          : NOTHING,
      ),
    ]);
    degraded.push(...memories.degraded, ...documents.degraded);
    const parts: ComposeParts = {
      core: [agent.core, agent.identity].filter((text) => text !== undefined && text !== '').join('\n\n'),
      ...{ instructions, persona, profile, procedures, message },
      memories: [...memories.items],
      documents: documents.items.map(({ id, title, headings, source, text, createdAt, score }) => ({
        ...{ id, title, headings: [...headings], content: text, date: createdAt, score },
        source: source ?? title,
      })),
      contradictions: contradictionsBetween(memories.items, documents.items),
      recent: recent.map(({ id, role, speaker: said, content, occurredAt }) => ({
        ...{ id, role, content, at: occurredAt },
        ...(said !== undefined && { speaker: said }),
      })),
    };
    const options = { tokenizer, ...(budget !== undefined && { budget }), ...(budgets !== undefined && { budgets }) };
    const { composition } = await engine.spans.compose(async () => {
      const composed = compose(parts, options);
      return { composition: composed, tokens: composed.audit.tokens, degraded: [] };
    });
    const included = new Set(composition.audit.sections.flatMap((section) => section.included));
    const inPrompt = <Each extends { readonly id: string }>(items: readonly Each[], is: boolean): readonly Each[] =>
      items.filter(({ id }) => included.has(id) === is);
    const used = inPrompt(memories.items, true);
    sources.touch(scope, used);
    engine.events.emit('turned', { owner, tokens: composition.audit.tokens, degraded });
    return {
      ...composition,
      ...{ retrieval, memories: used, documents: inPrompt(documents.items, true), degraded },
      cut: { memories: inPrompt(memories.items, false), documents: inPrompt(documents.items, false) },
      complete: completing({ message, scope, ...(speaker !== undefined && { speaker }) }, sources),
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
}

/** Counts a profile as it stands in the prompt, with fence, notice and dashes. */
const asProfileSection = (tokenizer: Tokenizer): Tokenizer => ({
  name: tokenizer.name,
  count(profile) {
    const parts = composePartsSchema.parse({ core: '', message: '', profile });
    return tokenizer.count(sectionText('profile', sectionsOf(parts).profile));
  },
});

/** What a persona says after the identity, which stands in the core already; all of it, if it says another. */
function beyond(identity: string, persona: string): string {
  const known = identity.trim();
  const rest = persona.startsWith(known) ? persona.slice(known.length) : persona;
  return /^\S/.test(rest) ? persona : rest.trim();
}

/** A search spans all projects and sessions unless the call names one. */
const placeOf = ({ projectId }: { readonly projectId?: string | undefined }, scope: Scope): Scope => ({
  ...ownerOf(scope),
  ...(projectId !== undefined && { projectId }),
});
