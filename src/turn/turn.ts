import { z } from 'zod';
import { breathe } from '../breathe.ts';
import { type Composition, compose } from '../compose/compose.ts';
import { fitItems } from '../compose/fit.ts';
import { type ComposeParts, composePartsSchema, type SectionBudgets, sectionBudgetsSchema } from '../compose/parts.ts';
import { oneLine } from '../compose/plain-text.ts';
import { type Item, sectionsOf, sectionText } from '../compose/sections.ts';
import type { FoundChunk } from '../contracts/document-store.ts';
import type { RetrievalPolicy, RetrievalVerdict } from '../contracts/policies.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { FILLER } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { contentSchema, nameSchema, unitSchema } from '../model/primitives.ts';
import type { RecallItem } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { completing, type Recording, type TurnOutcome } from './complete.ts';
import { softlyInto, verdictOf } from './softly.ts';
import { type ProfileText, toldAlready } from './told-already.ts';

export type { TurnOutcome };

export const turnOptionsSchema = z.strictObject({
  /** The name of whoever says it. */
  speaker: nameSchema.optional(),
  /** How many tokens the whole prompt may have, and each of its sections. */
  budget: z.int().min(0).optional(),
  budgets: sectionBudgetsSchema.optional(),
  /** How sure the caller is of an answer without memory. */
  confidence: unitSchema.optional(),
  /** Whether memory is asked; the retrieval policy decides unless given. */
  retrieve: z.boolean().optional(),
  /** Where message and reply come from; `complete` records from there once. */
  sourceId: nameSchema.optional(),
  /** Once it aborts, nothing more is searched or read for the prompt, and the call rejects. */
  signal: z.instanceof(AbortSignal).optional(),
});
export type TurnOptions = Readonly<z.input<typeof turnOptionsSchema>>;

/** A prompt for one message, and what is to be done with the reply. */
export interface Turn extends Composition {
  readonly retrieval: RetrievalVerdict;
  /** What stands in the prompt. */
  readonly memories: readonly RecallItem[];
  readonly documents: readonly FoundChunk[];
  /** What was found beside it and is not in the prompt; memories also where the profile says the same. */
  readonly cut: { readonly memories: readonly RecallItem[]; readonly documents: readonly FoundChunk[] };
  /** What did not work while the rest did. */
  readonly degraded: readonly Degradation[];
  /** Records message and reply if the write policy finds either worth it; of an empty reply, the message alone. To be called once. */
  complete(reply: string): Promise<TurnOutcome>;
  /** Whether the user was erased since: the prompt must not be used, and `complete` records nothing. A served memory does not tell. */
  isErased?(): boolean;
}

interface Found<Item> {
  readonly items: readonly Item[];
  readonly degraded: readonly Degradation[];
}

interface SearchLimit {
  readonly tokenBudget?: number;
  readonly signal?: AbortSignal;
}

/** Everything a turn is made from. Each is asked on its own: one that fails is named while the rest is composed. */
export interface TurnSources extends Recording {
  readonly core: string | undefined;
  readonly identity: string | undefined;
  readonly tokenizer: Tokenizer;
  now(): Date;
  readonly retrievalPolicy: RetrievalPolicy;
  /** This session's turns that are not memories yet, oldest first. */
  recent(): Promise<readonly StoredEpisode[]>;
  instructions(): Promise<string>;
  persona(): Promise<{ readonly text: string; readonly version: number }>;
  /** The profile as text within so many tokens, counted by this tokenizer. */
  profile(room: number, tokenizer: Tokenizer): Promise<ProfileText & Pick<Found<never>, 'degraded'>>;
  /** The standing wishes of the user, the newest first. */
  directives(): Promise<readonly string[]>;
  procedures(message: string): Promise<ComposeParts['procedures']>;
  /** The names in the message that memory knows. */
  knownNames(message: string): Promise<readonly string[]>;
  /** Without the turns that stand in the prompt anyway. */
  recall(message: string, limit: SearchLimit, shown: readonly string[]): Promise<Found<RecallItem>>;
  documents(message: string, limit: SearchLimit): Promise<Found<FoundChunk>>;
  contradictions(memories: readonly RecallItem[], documents: readonly FoundChunk[]): ComposeParts['contradictions'];
  /** Follows the composition, as a span. */
  composing(work: () => Promise<Composed>): Promise<Composed>;
  /** Tells which memories the prompt used, those told by the profile among them, of how many tokens it is and what failed. */
  composed(used: readonly RecallItem[], tokens: number, degraded: readonly Degradation[]): void;
}

interface Composed {
  readonly composition: Composition;
  readonly tokens: number;
  readonly degraded: readonly Degradation[];
}

/** Sections that say what a memory says may take the memory's place, unless they were cut. */
const TELLING: ReadonlySet<string> = new Set(['directives', 'profile']);
const NOTHING: Found<never> = { items: [], degraded: [] };
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
const IN_DOUBT: RetrievalVerdict = {
  retrieve: true,
  reasons: [{ trigger: 'lowConfidence', because: 'the retrieval policy gave no answer' }],
};

/** From this confidence on a memory may have helped a reply; the likeliest always may. */
const LIKELY = 0.5;
/** A memory that matters less likely than this, or than this share of the likeliest to its question, gets no line in the prompt. */
const LEAST_CHANCE = 0.08;
const LEAST_SHARE = 0.2;

/** Those that get a line in the prompt: the likeliest to each question, and those that matter nearly as likely. */
export function likelyToMatter(items: readonly RecallItem[]): RecallItem[] {
  const telling = items.filter(({ category }) => category !== FILLER);
  const likeliest = new Map(
    [...Map.groupBy(telling, ({ question }) => question)].map(([question, [first]]) => [question, first]),
  );
  return telling.filter((item) => {
    const first = likeliest.get(item.question) ?? item;
    return item === first || item.confidence >= Math.max(LEAST_CHANCE, LEAST_SHARE * first.confidence);
  });
}

/** All that the agent should read before it answers this message: retrieve, compose, and later complete. */
export async function turn(input: string, options: TurnOptions, sources: TurnSources): Promise<Turn> {
  const message = parse(contentSchema, input, 'message');
  const { speaker, budget, budgets, confidence, retrieve, sourceId, signal } = parse(
    turnOptionsSchema,
    options,
    'turn',
  );
  const { tokenizer } = sources;
  const degraded: Degradation[] = [];
  const softly = softlyInto(degraded, signal);
  await softly('record', undefined, () => sources.flush());
  const [recent, instructions, persona, directives, profile, procedures, knownEntities] = await Promise.all([
    softly('recent', [], () => sources.recent()),
    softly('instructions', '', () => sources.instructions()),
    softly('persona', '', async () => {
      const { text, version } = await sources.persona();
      return version > 0 ? beyond(sources.identity ?? '', text) : '';
    }),
    softly('directives', [], () => sources.directives()),
    softly('profile', NO_PROFILE, async () => {
      const found = await sources.profile(sizesOf(budgets).profile, asProfileSection(tokenizer));
      degraded.push(...found.degraded);
      return found;
    }),
    softly('procedures', [], () => sources.procedures(message)),
    softly('entities', [], () => sources.knownNames(message)),
  ]);
  const said = latestOf(recent).map(({ id, role, speaker, content, occurredAt }) => ({
    ...{ id, role, content, at: occurredAt },
    ...(speaker !== undefined && { speaker }),
  }));
  const retrieval = await verdict();
  // Only where the caller says: a search has a budget of its own.
  const within = (tokenBudget: number | undefined): SearchLimit => ({
    ...(tokenBudget !== undefined && { tokenBudget }),
    ...(signal && { signal }),
  });
  const [memories, documents] = retrieval.retrieve
    ? await Promise.all([
        softly('memories', NOTHING as Found<RecallItem>, () =>
          sources.recall(
            message,
            within(options.budgets?.memories),
            withinBudget(said, sizesOf(budgets).recent, tokenizer),
          ),
        ),
        softly('documents', NOTHING as Found<FoundChunk>, () =>
          sources.documents(message, within(options.budgets?.documents)),
        ),
      ])
    : [NOTHING, NOTHING];
  degraded.push(...memories.degraded, ...documents.degraded);
  const likely = likelyToMatter(memories.items);
  const contradictions = sources.contradictions(likely, documents.items) ?? [];
  const standing = directives.map(oneLine).join('\n');
  const parts: ComposeParts = {
    core: [sources.core, sources.identity].filter((text) => text !== undefined && text !== '').join('\n\n'),
    ...{
      instructions,
      persona,
      directives: standing,
      profile: profile.text,
      procedures,
      today: sources.now(),
      message,
    },
    memories: likely,
    documents: documents.items.map(({ id, title, headings, source, text, createdAt, score }) => ({
      ...{ id, title, headings: [...headings], content: text, date: createdAt, score },
      source: source ?? title,
    })),
    contradictions,
    recent: said,
  };
  const known = { ...profile, text: `${standing}\n${profile.text}` };
  const told = toldAlready(likely, known, sources.languages).filter(({ id }) =>
    contradictions.every(({ memoryId }) => memoryId !== id),
  );
  const untold = likely.filter((item) => !told.includes(item));
  const sizes = { tokenizer, ...(budget !== undefined && { budget }), ...(budgets !== undefined && { budgets }) };
  await breathe();
  signal?.throwIfAborted();
  const { composition } = await sources.composing(async () => {
    const once = compose({ ...parts, memories: untold }, sizes);
    const isCut = once.audit.sections.some(({ name, cut }) => TELLING.has(name) && cut.length > 0);
    const composed = told.length > 0 && isCut ? compose(parts, sizes) : once;
    return { composition: composed, tokens: composed.audit.tokens, degraded: [] };
  });
  const included = new Set(composition.audit.sections.flatMap((section) => section.included));
  const inPrompt = <Each extends { readonly id: string }>(items: readonly Each[], is: boolean): readonly Each[] =>
    items.filter(({ id }) => included.has(id) === is);
  const used = inPrompt(memories.items, true);
  const helpful = [...used, ...told.filter((item) => !used.includes(item))];
  const memoryIds = helpful
    .filter((item) => item.id === likely[0]?.id || item.confidence >= LIKELY)
    .map(({ id }) => id);
  sources.composed(helpful, composition.audit.tokens, degraded);
  return {
    ...composition,
    ...{ retrieval, memories: used, documents: inPrompt(documents.items, true), degraded },
    cut: { memories: inPrompt(memories.items, false), documents: inPrompt(documents.items, false) },
    complete: completing(
      { message, memoryIds, ...(speaker !== undefined && { speaker }), ...(sourceId !== undefined && { sourceId }) },
      sources,
    ),
    ...(sources.isErased && { isErased: sources.isErased }),
  };

  async function verdict(): Promise<RetrievalVerdict> {
    if (retrieve !== undefined) return retrieve ? FORCED : FORBIDDEN;
    const asked = { message, knownEntities, confidence, turnsSoFar: recent.length };
    await breathe();
    return softly('retrievalPolicy', IN_DOUBT, async () =>
      verdictOf(verdictSchema, sources.retrievalPolicy(asked, sources.languages), 'retrievalPolicy'),
    );
  }
}

const sizesOf = (budgets: SectionBudgets | undefined): SectionBudgets => budgets ?? sectionBudgetsSchema.parse({});

/** Characters of recent turns that a prompt may have, whatever its budget: they are read at once, several times. */
const MOST_RECENT = 200_000;

/** The latest that have no more characters together. */
function latestOf(recent: readonly StoredEpisode[]): readonly StoredEpisode[] {
  let left = MOST_RECENT;
  const from = recent.findLastIndex(({ content }) => {
    left -= content.length;
    return left < 0;
  });
  return recent.slice(from + 1);
}

/** The ids of the recent turns that their section has room for. */
function withinBudget(recent: ComposeParts['recent'], budget: number, tokenizer: Tokenizer): string[] {
  const parts = composePartsSchema.parse({ core: '', message: '', recent });
  const tokensOf = (turns: readonly Item[]) => tokenizer.count(sectionText('recent', turns));
  return fitItems(sectionsOf(parts).recent, budget, tokensOf).map(({ id }) => id);
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
