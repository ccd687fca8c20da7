import { z } from 'zod';
import { type Composition, compose } from '../compose/compose.ts';
import { fitItems } from '../compose/fit.ts';
import { type ComposeParts, composePartsSchema, type SectionBudgets, sectionBudgetsSchema } from '../compose/parts.ts';
import { oneLine } from '../compose/plain-text.ts';
import { type SectionItem, sectionsOf, sectionText } from '../compose/sections.ts';
import type { Clock } from '../contracts/clock.ts';
import type { ChunkMatch } from '../contracts/document-store.ts';
import type { RetrievalPolicy, RetrievalVerdict } from '../contracts/policies.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { FILLER } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { contentSchema, nameSchema, unitSchema } from '../model/primitives.ts';
import type { RecallItem } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { bestEffortInto, verdictOf } from './best-effort.ts';
import { type TurnOutcome, type TurnRecording, turnCompletion } from './complete.ts';
import { type ProfileText, statedInProfile } from './stated-in-profile.ts';

export type { TurnOutcome };

export const turnOptionsSchema = z.strictObject({
  /** Name of the person who wrote the message. */
  speaker: nameSchema.optional(),
  /** Token limits of the whole prompt, and of each section. */
  budget: z.int().min(0).optional(),
  budgets: sectionBudgetsSchema.optional(),
  /** The caller's confidence in an answer without memory. */
  confidence: unitSchema.optional(),
  /** Whether memory is searched; without it the retrieval policy decides. */
  retrieve: z.boolean().optional(),
  /** Source of message and reply; `complete` records each source once. */
  sourceId: nameSchema.optional(),
  /** When it aborts, nothing more is searched or read for the prompt, and the call rejects. */
  signal: z.instanceof(AbortSignal).optional(),
});
/** The contents and the budgets of a turn's prompt. */
export type TurnOptions = Readonly<z.input<typeof turnOptionsSchema>>;

/** The prompt for one message; `complete` records the reply. */
export interface Turn extends Composition {
  readonly retrieval: RetrievalVerdict;
  /** Memories in the prompt. */
  readonly memories: readonly RecallItem[];
  readonly documents: readonly ChunkMatch[];
  /** Matches that are not in the prompt, including memories that the profile states already. */
  readonly cut: { readonly memories: readonly RecallItem[]; readonly documents: readonly ChunkMatch[] };
  /** Parts that failed while the rest was composed. */
  readonly degraded: readonly Degradation[];
  /** Records message and reply if the write policy finds either worth it; with an empty reply, the message alone. Call it once. */
  complete(reply: string): Promise<TurnOutcome>;
  /** Whether the user was erased since: then the prompt must not be used, and `complete` records nothing. Absent for a served memory. */
  isErased?(): boolean;
}

interface Retrieved<Item> {
  readonly items: readonly Item[];
  readonly degraded: readonly Degradation[];
}

interface SearchLimit {
  readonly tokenBudget?: number;
  readonly signal?: AbortSignal;
}

/** The parts of a prompt that are the user's. */
export interface UserSource {
  instructions(): Promise<string>;
  persona(): Promise<{ readonly text: string; readonly version: number }>;
  profile(room: number, tokenizer: Tokenizer): Promise<ProfileText & Pick<Retrieved<never>, 'degraded'>>;
  /** Newest first. */
  directives(): Promise<readonly string[]>;
}

/** The parts of a prompt that depend on the message. */
export interface MemorySource {
  /** Episodes of this session that are not consolidated yet, oldest first. */
  recent(): Promise<readonly StoredEpisode[]>;
  procedures(message: string): Promise<ComposeParts['procedures']>;
  knownNames(message: string): Promise<readonly string[]>;
  /** Leaves out the episodes in `shown`, which are in the prompt anyway. */
  recall(message: string, limit: SearchLimit, shown: readonly string[]): Promise<Retrieved<RecallItem>>;
  documents(message: string, limit: SearchLimit): Promise<Retrieved<ChunkMatch>>;
  contradictions(memories: readonly RecallItem[], documents: readonly ChunkMatch[]): ComposeParts['contradictions'];
}

export interface TurnReport {
  /** Traces the composition. */
  composing(work: () => Promise<Composed>): Promise<Composed>;
  composed(used: readonly RecallItem[], tokens: number, degraded: readonly Degradation[]): void;
}

/** The sources of a turn. A part that fails is reported as degraded, and the rest is composed. */
export interface TurnSources {
  readonly agent: { readonly core: string | undefined; readonly identity: string | undefined };
  readonly user: UserSource;
  readonly memory: MemorySource;
  readonly recording: TurnRecording;
  readonly report: TurnReport;
  readonly retrievalPolicy: RetrievalPolicy;
  readonly tokenizer: Tokenizer;
  readonly clock: Clock;
}

interface Composed {
  readonly composition: Composition;
  readonly tokens: number;
  readonly degraded: readonly Degradation[];
}

/** Sections that may state a memory in its stead, unless they were cut. */
const SUBSTITUTE_SECTIONS: ReadonlySet<string> = new Set(['directives', 'profile']);
const NOTHING_RETRIEVED: Retrieved<never> = { items: [], degraded: [] };
const NO_PROFILE: ProfileText = { text: '', restsOn: [] };

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
const POLICY_FAILED: RetrievalVerdict = {
  retrieve: true,
  reasons: [{ trigger: 'lowConfidence', because: 'the retrieval policy gave no answer' }],
};

/** Confidence from which a memory may have helped a reply; the likeliest always may. */
const MIN_HELPFUL_CONFIDENCE = 0.5;
/** A memory below this confidence, or below this share of the likeliest one's for its question, gets no line in the prompt. */
const MIN_CONFIDENCE = 0.08;
const MIN_CONFIDENCE_SHARE = 0.2;

export function relevantItems(items: readonly RecallItem[]): RecallItem[] {
  const substantial = items.filter(({ category }) => category !== FILLER);
  const likeliest = new Map(
    [...Map.groupBy(substantial, ({ question }) => question)].map(([question, [first]]) => [question, first]),
  );
  return substantial.filter((item) => {
    const first = likeliest.get(item.question) ?? item;
    return item === first || item.confidence >= Math.max(MIN_CONFIDENCE, MIN_CONFIDENCE_SHARE * first.confidence);
  });
}

export async function turn(input: string, options: TurnOptions, sources: TurnSources): Promise<Turn> {
  const message = parse(contentSchema, input, 'message');
  const { speaker, budget, budgets, confidence, retrieve, sourceId, signal } = parse(
    turnOptionsSchema,
    options,
    'turn',
  );
  const { agent, user, memory, recording, report, tokenizer, clock } = sources;
  const { languages } = recording;
  const degraded: Degradation[] = [];
  const bestEffort = bestEffortInto(degraded, signal);
  await bestEffort('record', undefined, () => recording.flush());
  const [recent, instructions, persona, directives, profile, procedures, knownEntities] = await Promise.all([
    bestEffort('recent', [], () => memory.recent()),
    bestEffort('instructions', '', () => user.instructions()),
    bestEffort('persona', '', async () => {
      const { text, version } = await user.persona();
      return version > 0 ? personaBeyond(agent.identity ?? '', text) : '';
    }),
    bestEffort('directives', [], () => user.directives()),
    bestEffort('profile', NO_PROFILE, async () => {
      const loadedProfile = await user.profile(sizesOf(budgets).profile, asProfileSection(tokenizer));
      degraded.push(...loadedProfile.degraded);
      return loadedProfile;
    }),
    bestEffort('procedures', [], () => memory.procedures(message)),
    bestEffort('entities', [], () => memory.knownNames(message)),
  ]);
  const recentTurns = latestOf(recent).map(({ id, role, speaker, content, occurredAt }) => ({
    ...{ id, role, content, at: occurredAt },
    ...(speaker !== undefined && { speaker }),
  }));
  const retrieval = await decideRetrieval();
  // The caller's budget, if set: a search has a budget of its own.
  const within = (tokenBudget: number | undefined): SearchLimit => ({
    ...(tokenBudget !== undefined && { tokenBudget }),
    ...(signal && { signal }),
  });
  const [memories, documents] = retrieval.retrieve
    ? await Promise.all([
        bestEffort('memories', NOTHING_RETRIEVED as Retrieved<RecallItem>, () =>
          memory.recall(
            message,
            within(options.budgets?.memories),
            withinBudget(recentTurns, sizesOf(budgets).recent, tokenizer),
          ),
        ),
        bestEffort('documents', NOTHING_RETRIEVED as Retrieved<ChunkMatch>, () =>
          memory.documents(message, within(options.budgets?.documents)),
        ),
      ])
    : [NOTHING_RETRIEVED, NOTHING_RETRIEVED];
  degraded.push(...memories.degraded, ...documents.degraded);
  const likely = relevantItems(memories.items);
  const contradictions = memory.contradictions(likely, documents.items) ?? [];
  const directiveText = directives.map(oneLine).join('\n');
  const parts: ComposeParts = {
    core: [agent.core, agent.identity].filter((text) => text !== undefined && text !== '').join('\n\n'),
    ...{
      instructions,
      persona,
      directives: directiveText,
      profile: profile.text,
      procedures,
      today: clock.now(),
      message,
    },
    memories: likely,
    documents: documents.items.map(({ id, title, headings, source, text, createdAt, score }) => ({
      ...{ id, title, headings: [...headings], content: text, date: createdAt, score },
      source: source ?? title,
    })),
    contradictions,
    recent: recentTurns,
  };
  const known = { ...profile, text: `${directiveText}\n${profile.text}` };
  const alreadyStated = statedInProfile(likely, known, languages).filter(({ id }) =>
    contradictions.every(({ memoryId }) => memoryId !== id),
  );
  const remaining = likely.filter((item) => !alreadyStated.includes(item));
  const sizes = { tokenizer, ...(budget !== undefined && { budget }), ...(budgets !== undefined && { budgets }) };
  await yieldToEventLoop();
  signal?.throwIfAborted();
  const { composition } = await report.composing(async () => {
    const once = compose({ ...parts, memories: remaining }, sizes);
    const isCut = once.audit.sections.some(({ name, cut }) => SUBSTITUTE_SECTIONS.has(name) && cut.length > 0);
    await yieldToEventLoop();
    const composed = alreadyStated.length > 0 && isCut ? compose(parts, sizes) : once;
    return { composition: composed, tokens: composed.audit.tokens, degraded: [] };
  });
  const included = new Set(composition.audit.sections.flatMap((section) => section.included));
  const inPrompt = <Each extends { readonly id: string }>(items: readonly Each[], is: boolean): readonly Each[] =>
    items.filter(({ id }) => included.has(id) === is);
  const used = inPrompt(memories.items, true);
  const helpful = [...used, ...alreadyStated.filter((item) => !used.includes(item))];
  const memoryIds = helpful
    .filter((item) => item.id === likely[0]?.id || item.confidence >= MIN_HELPFUL_CONFIDENCE)
    .map(({ id }) => id);
  report.composed(helpful, composition.audit.tokens, degraded);
  return {
    ...composition,
    ...{ retrieval, memories: used, documents: inPrompt(documents.items, true), degraded },
    cut: { memories: inPrompt(memories.items, false), documents: inPrompt(documents.items, false) },
    complete: turnCompletion(
      { message, memoryIds, ...(speaker !== undefined && { speaker }), ...(sourceId !== undefined && { sourceId }) },
      recording,
    ),
    ...(recording.isErased && { isErased: recording.isErased }),
  };

  async function decideRetrieval(): Promise<RetrievalVerdict> {
    if (retrieve !== undefined) return retrieve ? FORCED : FORBIDDEN;
    const policyInput = { message, knownEntities, confidence, turnsSoFar: recent.length };
    await yieldToEventLoop();
    return bestEffort('retrievalPolicy', POLICY_FAILED, async () =>
      verdictOf(verdictSchema, sources.retrievalPolicy(policyInput, languages), 'retrievalPolicy'),
    );
  }
}

const sizesOf = (budgets: SectionBudgets | undefined): SectionBudgets => budgets ?? sectionBudgetsSchema.parse({});

/** Applies to any budget, because recent turns are processed several times. */
const MAX_RECENT_CHARS = 200_000;

function latestOf(recent: readonly StoredEpisode[]): readonly StoredEpisode[] {
  let left = MAX_RECENT_CHARS;
  const from = recent.findLastIndex(({ content }) => {
    left -= content.length;
    return left < 0;
  });
  return recent.slice(from + 1);
}

function withinBudget(recent: ComposeParts['recent'], budget: number, tokenizer: Tokenizer): string[] {
  const parts = composePartsSchema.parse({ core: '', message: '', recent });
  const tokensOf = (turns: readonly SectionItem[]) => tokenizer.count(sectionText('recent', turns));
  return fitItems(sectionsOf(parts).recent, budget, tokensOf).map(({ id }) => id);
}

const asProfileSection = (tokenizer: Tokenizer): Tokenizer => ({
  name: tokenizer.name,
  count(profile) {
    const parts = composePartsSchema.parse({ core: '', message: '', profile });
    return tokenizer.count(sectionText('profile', sectionsOf(parts).profile));
  },
});

/** The persona without the identity, which is in the core already; unchanged if it begins with another. */
function personaBeyond(identity: string, persona: string): string {
  const known = identity.trim();
  const rest = persona.startsWith(known) ? persona.slice(known.length) : persona;
  return /^\S/.test(rest) ? persona : rest.trim();
}
