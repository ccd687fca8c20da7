import { z } from 'zod';
import { boundedLlm } from '../consolidate/bounded-llm.ts';
import { type DocumentsConfigInput, documentsConfigSchema } from '../context/documents/ingest-document.ts';
import { storedInstructions } from '../context/instructions/stored-instructions.ts';
import { learnConfigSchema } from '../context/profile/learn.ts';
import type { ExtractProfile } from '../context/profile/schema.ts';
import { storedProfile } from '../context/profile/stored-profile.ts';
import { type Clock, systemClock } from '../contracts/clock.ts';
import type { DocumentStore } from '../contracts/document-store.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Guardrail } from '../contracts/guardrail.ts';
import type { InstructionStore } from '../contracts/instruction-store.ts';
import type { JobRunner } from '../contracts/jobs.ts';
import type { Languages } from '../contracts/language.ts';
import type { Llm } from '../contracts/llm.ts';
import type { PersonaStore } from '../contracts/persona-store.ts';
import type { RetrievalPolicy, WritePolicy } from '../contracts/policies.ts';
import type { ProfileStore } from '../contracts/profile-store.ts';
import type { Reader } from '../contracts/reader.ts';
import type { Reranker } from '../contracts/reranker.ts';
import type { Store } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { noTracing, type Tracing } from '../contracts/tracing.ts';
import { souvenirEmbedder } from '../embedders/souvenir-embed/souvenir-embedder.ts';
import { SouvenirError } from '../errors.ts';
import { MAX_TIMER_MS } from '../http/connection.ts';
import { languages } from '../languages/languages.ts';
import { parse } from '../model/parse.ts';
import type { Owner } from '../model/scope.ts';
import { souvenirReader } from '../reader/souvenir-reader.ts';
import { handSetRanker } from '../recall/rankers/rankers.ts';
import { type Limits, limitsSchema } from '../record/limits.ts';
import { writePolicy } from '../record/write-policy.ts';
import { Events } from '../telemetry/events.ts';
import type { Redact } from '../text/secrets/redact-all.ts';
import { approximateTokenizer } from '../tokenizers/tokenizers.ts';
import { retrievalPolicy } from '../turn/retrieval-policy.ts';
import { type Agent, defineAgent } from './agent.ts';
import { type SecretsOption, secretsOf } from './secrets.ts';

export interface SouvenirOptions<Schema extends z.ZodObject = z.ZodObject> {
  readonly store: Store;
  /** One agent, or several that share the store; the first answers when a call names none. */
  readonly agents?: Agent | readonly Agent[];
  /** The package's own model unless given; `null` for memory by text and graph alone. */
  readonly embedder?: Embedder | null;
  /** Reads the question together with the best few memories, which then exchange places, and what sentences say before something is kept of them; the package's own model unless given, none with `null` or without an embedder. With a reranker the package's own leaves the order to it. */
  readonly reader?: Reader | null;
  readonly tokenizer?: Tokenizer;
  /** What is known of texts without a model; English by rules and any other language as far as it goes, unless given. */
  readonly languages?: Languages;
  /** Has the last word on the order of recalled memories; the hand-set weights unless given. */
  readonly reranker?: Reranker;
  readonly clock?: Clock;
  readonly llm?: Llm;
  /** How often the model is asked within an hour at most (1,000), and how long one answer is waited for (10 minutes). What is not read stays pending. */
  readonly llmLimits?: { readonly callsPerHour?: number; readonly timeoutMs?: number };
  /** The fields of users' profiles and how they are learnt; the default schema unless given. */
  readonly profile?: ProfileSettings<Schema>;
  /** The rules for custom instructions, and for a persona that is brought back; `[...defaultGuardrails(), own]` adds to the default ones. */
  readonly guardrails?: readonly Guardrail[];
  /** Decides whether memory is asked before a message is answered. */
  readonly retrievalPolicy?: RetrievalPolicy;
  /** How documents are cut and found. */
  readonly documents?: DocumentsConfigInput;
  /** Where these last, if not in the store. */
  readonly profileStore?: ProfileStore;
  readonly instructionStore?: InstructionStore;
  readonly personaStore?: PersonaStore;
  readonly documentStore?: DocumentStore;
  /** Follows what the memory does, as `openTelemetry()`; nothing is followed unless given. */
  readonly tracing?: Tracing;
  /** What is older is erased, when the memory is opened and then once a day; nothing unless given. */
  readonly keep?: Readonly<z.input<typeof keepSchema>>;
  /** Consolidates, lets memories fade and runs the cycle by itself, of all users, one after another: `{}` for the defaults. `souvenir serve` does; nothing by itself unless given. */
  readonly schedule?: Readonly<z.input<typeof scheduleSchema>>;
  /**
   * Where work in the background waits, if several processes share it, as `postgresJobs({ url })`: each of them sends, those with a `schedule`
   * work too. It is stopped when the memory is closed.
   */
  readonly jobs?: JobRunner;
  readonly buffer?: { readonly size?: number; readonly limit?: number };
  /** How much one user may add, as `{ turnsPerMinute: 120, bytesPerDay: 50_000_000 }`; more is refused as `rateLimited`. No limit unless given. */
  readonly limits?: Limits;
  /** Which turns `recordIfWorthIt` records; what tells something beyond its moment, unless given. */
  readonly writePolicy?: WritePolicy;
  /**
   * What becomes of keys, passwords, card numbers and the like on every way in: a mark such as `[redacted: password]` stands in their place
   * unless given; `'keep'` keeps them, a function makes of each text what is kept: `(text) => redact(text).replace(own, '[redacted: ours]')`.
   * It may be called twice on a text, and must change nothing the second time.
   */
  readonly secrets?: SecretsOption;
  /** Whether memories that lack a vector get one as soon as the store is open, rather than at the next consolidation. */
  readonly embedInBackground?: boolean;
  /** Whether the memory counts what it does and keeps the numbers in its store, for `stats` to tell; true unless given. */
  readonly keepMetrics?: boolean;
}

export interface ProfileSettings<Schema extends z.ZodObject = z.ZodObject> {
  readonly schema?: Schema;
  readonly extract?: ExtractProfile;
  /** What consolidation is less sure of is not taken over. */
  readonly minConfidence?: number;
  readonly maxItems?: number;
}

const withMethods = <Part>(what: string, ...methods: (keyof Part)[]) =>
  z.custom<Part>(
    (part) =>
      typeof part === 'object' && part !== null && methods.every((name) => typeof (part as Part)[name] === 'function'),
    `is not ${what}`,
  );

const STORE_METHODS = [
  ...(['open', 'close', 'write', 'owners', 'stats', 'noteOf', 'pendingSessions', 'progressSteps'] as const),
  ...(['getEpisodes', 'listEpisodes', 'listSessions', 'getMemories', 'listMemories', 'rankMemories'] as const),
  ...(['searchText', 'searchVector', 'searchEntities', 'listEntities', 'matchEntities', 'relationshipsOf'] as const),
  ...(['linksOf', 'versionsOf', 'changedMemories', 'vectorsOf', 'listUnembedded', 'countUnembedded'] as const),
  ...(['countMemories', 'countMentions', 'countHappenings'] as const),
] satisfies readonly (keyof Store)[];

const days = z.number().positive().optional();
export const keepSchema = z.strictObject({
  /** How long turns are kept, and memories that keep them word for word; what was learnt of them stays. */
  episodesDays: days,
  /** How long anything is kept, from when it was said or happened. */
  memoriesDays: days,
});

const hour = z.int().min(0).max(23);
export const scheduleSchema = z.strictObject({
  /** Turns of a user are consolidated when none was recorded for so long, */
  idleMs: z.number().nonnegative().default(180_000),
  /** or when so many wait. */
  afterTurns: z.int().min(1).default(500),
  /** Between which hours, by the local time, memories fade and the cycle runs, once a day; unless given, when nothing is recalled for `idleMs`. */
  quietHours: z.strictObject({ from: hour, to: hour }).optional(),
  /** Of whom it does so; of everybody unless given. The turns of others wait until somebody asks. */
  only: z
    .custom<(owner: Owner) => boolean | Promise<boolean>>((value) => typeof value === 'function', 'is not a function')
    .optional(),
});

const profileSchema = z.strictObject({
  schema: z.instanceof(z.ZodObject, { error: 'is not a z.object() of zod' }).optional(),
  extract: z.custom<ExtractProfile>((value) => typeof value === 'function', 'is not a function').optional(),
  ...learnConfigSchema.partial().shape,
});

const optionsSchema = z.strictObject({
  store: withMethods<Store>('a store: pass sqliteStore({ path }) or memoryStore()', ...STORE_METHODS),
  agents: z.unknown().optional(),
  embedder: withMethods<Embedder>('an embedder', 'embed').nullish(),
  reader: withMethods<Reader>('a reader', 'answers').nullish(),
  tokenizer: withMethods<Tokenizer>('a tokenizer', 'count').optional(),
  languages: withMethods<Languages>('languages: pass languages()', 'of').optional(),
  reranker: withMethods<Reranker>('a reranker', 'rerank')
    .refine(({ name }) => typeof name === 'string', 'has no name')
    .optional(),
  clock: withMethods<Clock>('a clock', 'now').optional(),
  tracing: withMethods<Tracing>('a tracing: pass await openTelemetry()', 'span').optional(),
  llm: z.custom<Llm>((value) => typeof value === 'function', 'is not a function').optional(),
  writePolicy: z.custom<WritePolicy>((value) => typeof value === 'function', 'is not a function').optional(),
  retrievalPolicy: z.custom<RetrievalPolicy>((value) => typeof value === 'function', 'is not a function').optional(),
  guardrails: z.array(withMethods<Guardrail>('a guardrail', 'check')).optional(),
  profile: profileSchema.optional(),
  documents: documentsConfigSchema.partial().optional(),
  profileStore: withMethods<ProfileStore>('a profile store', 'fields', 'set', 'history').optional(),
  instructionStore: withMethods<InstructionStore>('an instruction store', 'versions', 'append').optional(),
  personaStore: withMethods<PersonaStore>('a persona store', 'current', 'versions', 'rollback').optional(),
  documentStore: withMethods<DocumentStore>(
    ...(['a document store', 'list', 'chunks', 'replace', 'remove', 'search'] as const),
  ).optional(),
  llmLimits: z
    .strictObject({
      callsPerHour: z.int().min(1).default(1000),
      timeoutMs: z.int().min(1).max(MAX_TIMER_MS).default(600_000),
    })
    .prefault({}),
  secrets: z
    .union([z.enum(['redact', 'keep']), z.custom<Redact>((value) => typeof value === 'function')], {
      error: "is neither 'redact' nor 'keep' nor a function",
    })
    .default('redact'),
  embedInBackground: z.boolean().default(true),
  keep: keepSchema.default({}),
  keepMetrics: z.boolean().default(true),
  limits: limitsSchema.prefault({}),
  schedule: scheduleSchema.optional(),
  jobs: withMethods<JobRunner>(
    ...([
      'a runner of jobs: pass postgresJobs({ url })',
      'send',
      'start',
      'settled',
      'stop',
      'dead',
      'redrive',
    ] as const),
  ).optional(),
  buffer: z.strictObject({ size: z.int().min(1).default(50), limit: z.int().min(1).default(10_000) }).prefault({}),
});

/** What the caller keeps elsewhere, where nothing of this package reaches. */
const EXTERNAL_STORES = ['profileStore', 'instructionStore', 'personaStore', 'documentStore'] as const;

/** The caller's options, checked and with every default filled in. */
export function resolveOptions(options: SouvenirOptions) {
  const {
    buffer,
    embedInBackground,
    keep,
    keepMetrics,
    limits,
    llmLimits,
    schedule,
    secrets: secretsOption,
  } = parse(optionsSchema, options ?? {}, 'options');
  const agents = [options.agents ?? defineAgent()].flat();
  const [firstAgent] = agents;
  if (firstAgent === undefined) throw new SouvenirError('invalidInput', 'options.agents: is empty');
  const invalidIndex = agents.findIndex((agent) => typeof agent?.id !== 'string' || !Array.isArray(agent.components));
  if (invalidIndex >= 0)
    throw new SouvenirError('invalidInput', `options.agents.${invalidIndex}: is not an agent: pass defineAgent({ … })`);
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  if (byId.size < agents.length) throw new SouvenirError('invalidInput', 'options.agents: two agents have the same id');
  const events = new Events();
  const secrets = secretsOf(secretsOption, events);
  const store = secrets.guard(options.store);
  const { unreached } = options.store;
  const externalStores = EXTERNAL_STORES.filter((name) => options[name] !== undefined);
  return {
    ...{ store, events, secrets },
    agents: byId as ReadonlyMap<string, Agent>,
    embedder: options.embedder === undefined ? souvenirEmbedder() : (options.embedder ?? undefined),
    reader: options.reader === undefined ? defaultReader(options) : (options.reader ?? undefined),
    tokenizer: options.tokenizer ?? approximateTokenizer(),
    languages: options.languages ?? languages(),
    reranker: options.reranker ?? handSetRanker,
    /** A reranker of the caller's own has the last word, unless they give a reader too. */
    readsOrder: options.reranker === undefined || options.reader !== undefined,
    clock: options.clock ?? systemClock,
    llm: options.llm && boundedLlm(options.llm, llmLimits, options.clock ?? systemClock),
    tracing: options.tracing ?? noTracing,
    writePolicy: options.writePolicy ?? writePolicy,
    retrievalPolicy: options.retrievalPolicy ?? retrievalPolicy,
    guardrails: options.guardrails,
    profile: options.profile ?? {},
    documents: options.documents ?? {},
    externalStores,
    /** Where what is erased may still stand. */
    unreached: ['backups made before', ...(unreached === undefined ? [] : [unreached]), ...externalStores],
    profileStore: options.profileStore ?? storedProfile(store),
    instructionStore: options.instructionStore ?? storedInstructions(store),
    personaStore: options.personaStore,
    documentStore: options.documentStore,
    buffer,
    limits,
    schedule,
    jobs: options.jobs,
    embedInBackground,
    keep,
    keepMetrics,
  };
}

/** Who wants no model for meaning wants none that reads. */
const defaultReader = ({ embedder }: SouvenirOptions): Reader | undefined =>
  embedder === null ? undefined : souvenirReader();

export type Settings = ReturnType<typeof resolveOptions>;
