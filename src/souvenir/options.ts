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
import { souvenirReader } from '../reader/souvenir-reader.ts';
import { handSetRanker } from '../recall/rankers/rankers.ts';
import { type Limits, limitsSchema } from '../record/limits.ts';
import { type SecretsOption, secretsOf } from '../record/secrets.ts';
import { writePolicy } from '../record/write-policy.ts';
import { scheduleSchema } from '../schedule/config.ts';
import type { Redact } from '../secrets/redact-all.ts';
import { Events } from '../telemetry/events.ts';
import { approximateTokenizer } from '../tokenizers/tokenizers.ts';
import { retrievalPolicy } from '../turn/retrieval-policy.ts';
import { type Agent, defineAgent } from './agent.ts';

/** The options of `createSouvenir`; only the store is required. */
export interface SouvenirOptions<Schema extends z.ZodObject = z.ZodObject> {
  readonly store: Store;
  /** One agent, or several that share the store; the first is the default. */
  readonly agents?: Agent | readonly Agent[];
  /** By default the package's own model; `null` recalls by text and graph alone. */
  readonly embedder?: Embedder | null;
  /** Reads the query together with the best few memories and reorders them, and reads sentences before memories are made of them. By default the package's own model; none with `null` or without an embedder. With a `reranker` the package's own reader leaves the order to it. */
  readonly reader?: Reader | null;
  readonly tokenizer?: Tokenizer;
  /** Rules that read texts without a model; by default for English, and in part for other languages. */
  readonly languages?: Languages;
  /** Decides the final order of recalled memories; by default hand-set weights. */
  readonly reranker?: Reranker;
  readonly clock?: Clock;
  readonly llm?: Llm;
  /** Calls of the language model per hour (1,000) and the timeout of one answer (10 minutes). Episodes beyond the limit stay pending. */
  readonly llmLimits?: { readonly callsPerHour?: number; readonly timeoutMs?: number };
  /** The fields of user profiles and how they are learnt; by default those of `defaultProfileSchema`. */
  readonly profile?: ProfileSettings<Schema>;
  /** The rules that custom instructions and restored personas must pass; `[...defaultGuardrails(), own]` extends the default ones. */
  readonly guardrails?: readonly Guardrail[];
  /** Decides whether memory is queried before a message is answered. */
  readonly retrievalPolicy?: RetrievalPolicy;
  /** Settings of the chunking and the search of documents. */
  readonly documents?: DocumentsConfigInput;
  /** Overrides where profiles, instructions, personas and documents are stored; by default in the store. */
  readonly profileStore?: ProfileStore;
  readonly instructionStore?: InstructionStore;
  readonly personaStore?: PersonaStore;
  readonly documentStore?: DocumentStore;
  /** Traces operations, as `openTelemetry()`; off by default. */
  readonly tracing?: Tracing;
  /** Data older than this is erased, on opening and then once a day; by default nothing is. */
  readonly retention?: Readonly<z.input<typeof retentionSchema>>;
  /** Consolidates, fades memories and runs the cycle for all users in the background: `{}` for the defaults. On in `souvenir serve`, off by default. */
  readonly schedule?: Readonly<z.input<typeof scheduleSchema>>;
  /**
   * The queue of background work that several processes share, as `postgresJobs({ url })`: every process sends jobs, and those with a `schedule`
   * run them. It is stopped when the memory is closed.
   */
  readonly jobs?: JobRunner;
  readonly buffer?: { readonly size?: number; readonly limit?: number };
  /** Limits what one user may add, as `{ turnsPerMinute: 120, bytesPerDay: 50_000_000 }`; more is refused as `rateLimited`. No limit by default. */
  readonly limits?: Limits;
  /** Decides which turns `record` with `ifWorthIt` records; by default all except small talk. */
  readonly writePolicy?: WritePolicy;
  /**
   * How keys, passwords, card numbers and other secrets are redacted from all input. By default a mark such as `[redacted: password]` replaces them;
   * `'keep'` stores them; a function returns the text to store: `(text) => redact(text).replace(own, '[redacted: ours]')`.
   * The function may be called twice on a text, and must change nothing the second time.
   */
  readonly secrets?: SecretsOption;
  /** Embeds memories that lack a vector as soon as the store is open, instead of at the next consolidation. */
  readonly embedInBackground?: boolean;
  /** Counts operations and stores the numbers, which `stats` returns; true by default. */
  readonly keepMetrics?: boolean;
}

/** The fields of user profiles, and how they are learnt. */
export interface ProfileSettings<Schema extends z.ZodObject = z.ZodObject> {
  readonly schema?: Schema;
  readonly extract?: ExtractProfile;
  /** Consolidation ignores fields of a lower confidence. */
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
export const retentionSchema = z.strictObject({
  /** Days until turns, and memories that quote them word for word, are erased; memories drawn from them stay. */
  episodesDays: days,
  /** Days until anything is erased, from when it was said or happened. */
  memoriesDays: days,
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
  retention: retentionSchema.default({}),
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

/** Stores of the caller's that this package cannot erase from. */
const EXTERNAL_STORES = ['profileStore', 'instructionStore', 'personaStore', 'documentStore'] as const;

export function resolveOptions(options: SouvenirOptions) {
  const {
    buffer,
    embedInBackground,
    retention,
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
    /** A reranker of the caller's decides the order, unless a reader is given too. */
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
    /** Copies that an erasure may not reach. */
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
    retention,
    keepMetrics,
  };
}

/** A caller who turns the embedder off wants no reader model either. */
const defaultReader = ({ embedder }: SouvenirOptions): Reader | undefined =>
  embedder === null ? undefined : souvenirReader();

export type Settings = ReturnType<typeof resolveOptions>;
