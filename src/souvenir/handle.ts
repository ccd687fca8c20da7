import { z } from 'zod';
import { storedPersona } from '../components/personality/persona.ts';
import { safePersonas } from '../components/personality/safe-portraits.ts';
import type { MatchedProcedure } from '../components/procedures/procedures.ts';
import { noteHelped } from '../components/reinforcement/helped.ts';
import { REINFORCEMENT } from '../components/reinforcement/reinforcement.ts';
import { MAX_UNREAD_TURNS } from '../consolidate/pipeline.ts';
import { contradictionsBetween } from '../context/documents/contradictions.ts';
import { storedDocuments } from '../context/documents/stored-documents.ts';
import { CustomInstructions } from '../context/instructions/custom-instructions.ts';
import { profileSummary } from '../context/profile/profile-summary.ts';
import { DIRECTIVES, standingDirectives } from '../context/profile/standing-directives.ts';
import { SouvenirError } from '../errors.ts';
import { DAY_MS } from '../model/day.ts';
import type { Episode, EpisodeInput, StoredEpisode } from '../model/episode.ts';
import { episodeInputSchema } from '../model/episode.ts';
import { parse } from '../model/parse.ts';
import { contentSchema, messageSchema } from '../model/primitives.ts';
import { type RecallOptions, type RecallResult, recallOptionsSchema } from '../model/recall.ts';
import type { ConsolidationReport } from '../model/report.ts';
import { DEFAULT_SESSION, isWithin, ownerOf, refuseProject, type Scope } from '../model/scope.ts';
import { recallConfigSchema } from '../recall/config.ts';
import type { ExplainOptions, Explanation } from '../recall/explain.ts';
import { recall, tokenBudgetOf } from '../recall/pipeline.ts';
import { refusalAfterOthers } from '../record/limits.ts';
import { announce } from '../telemetry/events.ts';
import { type Chat, type ChatOptions, chat } from '../turn/chat.ts';
import { type TurnOutcome, turnCompletion, writeVerdictOf } from '../turn/complete.ts';
import { knownNames } from '../turn/known-names.ts';
import { type SessionContext, sessionContext } from '../turn/session-context.ts';
import { type Turn, type TurnOptions, type TurnSources, turn, turnOptionsSchema } from '../turn/turn.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { type AgentSettings, agentSettingsOf } from './agent-settings.ts';
import { asStored } from './as-stored.ts';
import { type Documents, documentsOf } from './documents.ts';
import type { Engine } from './engine.ts';
import { type Entities, entitiesOf } from './entities.ts';
import { type EvaluateOptions, type Evaluation, evaluate } from './evaluation.ts';
import { type ExperimentOptions, experiment } from './experiment.ts';
import type { Experiment } from './experiment-report.ts';
import { type ExportRecord, exportRecords, targetOwnersOf } from './export-records.ts';
import { clampToNow, refuseInvalid, refuseOtherProjects } from './import-checks.ts';
import { type Imported, type ImportOptions, importRecords, readRecords } from './import-records.ts';
import { type Instructions, instructionsOf } from './instructions.ts';
import { type Memories, memoriesOf } from './memories.ts';
import { type AgentPersona, personaOf } from './persona.ts';
import { type Procedures, proceduresOf } from './procedures.ts';
import { type UserProfile, userProfileOf } from './profile.ts';
import { type ConsolidateOptions, consolidateOptionsSchema, type Sessions, sessionsOf } from './sessions.ts';
import { type Timeline, type TimelineOptions, timelineOf } from './timeline.ts';
import { typedErrors } from './typed-errors.ts';

const MAX_RECENT_TURNS = 40;
const CONTEXT_DAYS = 2;
const CONTEXT_EPISODES = 100;
/** Limit of episodes read when only some of them pass a filter. */
const MAX_READ_EPISODES = 100_000;
/** Limit of memories that an import embeds before it returns; the rest are embedded in the background. */
const MAX_EMBEDDED_AT_ONCE = 32;

export const completeOptionsSchema = turnOptionsSchema.pick({ speaker: true, sourceId: true });
export type CompleteOptions = Readonly<z.input<typeof completeOptionsSchema>>;

/** Whether `recordIfWorthIt` recorded a turn, and why. */
export type Considered =
  | { readonly kept: true; readonly why: string; readonly episode: Episode }
  | { readonly kept: false; readonly why: string };

/** The memory of one tenant, user and agent, optionally in one project. Turns are recorded in its session; reads span all sessions. */
export interface ScopedSouvenir<Schema extends z.ZodObject = z.ZodObject> {
  readonly scope: Scope;
  /**
   * Records a turn, tool result, decision, error or directive as an episode. Returns at once; await `flush` for durability. Of a text over 200,000
   * characters it returns the beginning, since the rest is redacted before it is written; `recordAll` returns all of it. An episode whose
   * `sourceId` is already stored is returned under the stored id and is not recorded, reported or counted again; `recordAll` checks this before `limits`.
   * @example ana.record({ speaker: 'Ana', content: 'I adopted two rabbits.' });
   */
  record(turn: EpisodeInput): Episode;
  /**
   * Records a turn if the write policy accepts it.
   * @example const { kept, why } = ana.recordIfWorthIt({ content: 'ok thanks' });
   */
  recordIfWorthIt(turn: EpisodeInput): Considered;
  /**
   * Records any number of turns and waits for the store, where a loop over `record` would fail with `bufferFull`; the turns are durable when it resolves, and dropped if the store fails. Recall finds more than 256 turns by their words at once, and by meaning while they are embedded; components read them at the next consolidation. With `index: false` recall finds only the latest 256 until then. When `limits` refuse a turn, the turns before it stay recorded, and the error gives their number.
   * @example await ana.recordAll(turns);
   */
  recordAll(
    turns: Iterable<EpisodeInput> | AsyncIterable<EpisodeInput>,
    options?: { readonly index?: boolean },
  ): Promise<Episode[]>;
  /**
   * Resolves when everything that this user and agent recorded before is durable. Failed writes are retried by the next flush; those of `orDrop` are dropped.
   * @example await ana.flush();
   */
  flush(options?: { readonly orDrop?: readonly Episode[] }): Promise<void>;
  /**
   * Consolidates recorded episodes into memories. Call it between sessions, or before a context window is cut.
   * @example const { memoriesCreated } = await ana.consolidate();
   */
  consolidate(options?: ConsolidateOptions): Promise<ConsolidationReport>;
  /**
   * Returns the memories that matter for a query, best first; or none, and why.
   * @example const { items, reason } = await ana.recall('Which pets does Ana have?');
   */
  recall(query: string, options?: RecallOptions): Promise<RecallResult>;
  /**
   * Explains a recall: the features of every candidate and why it was cut, under an optional configuration. No access is counted.
   * @example const { items, considered } = await ana.explain('Which pets does Ana have?', { config: { threshold: 0.5 } });
   */
  explain(query: string, options?: ExplainOptions): Promise<Explanation>;
  /**
   * Composes the whole prompt for a message within a budget; `complete` then records the reply.
   * @example const turn = await ana.turn('What should I cook tonight?', { budget: 4000 });
   */
  turn(message: string, options?: TurnOptions): Promise<Turn>;
  /**
   * Records a message and its reply as `turn(…).complete` does, for a prompt that was composed elsewhere or by another process.
   * @example const { recorded, skipped } = await ana.complete('I am allergic to nuts.', 'Noted, no nuts.');
   */
  complete(message: string, reply: string, options?: CompleteOptions): Promise<TurnOutcome>;
  /**
   * Lets the language model answer a message from memory, and records both as `complete` does. Without a model `reply` is absent and nothing is recorded.
   * @example const { reply, prompt } = await ana.chat('What should I cook tonight?');
   */
  chat(message: string, options?: ChatOptions): Promise<Chat>;
  /**
   * Returns the parts of a prompt for an intent without composing them: identity, persona, memories, recent episodes, procedures.
   * @example const { text, procedures } = await ana.loadContext('review a pull request');
   */
  loadContext(intent: string, options?: RecallOptions): Promise<SessionContext<MatchedProcedure>>;
  /**
   * Measures how well recall answers test queries, by default the saved ones, under a configuration to try.
   * @example const { f1, queries } = await ana.evaluate({ config: { threshold: 0.3 } });
   */
  evaluate(options?: EvaluateOptions): Promise<Evaluation>;
  /**
   * Replays the recorded episodes into a temporary second memory under another configuration, and reports how its memories and answers differ.
   * @example const { memories, queries } = await ana.experiment({ without: ['task'], queries: ['Where does Ana live?'] });
   */
  experiment(options?: ExperimentOptions): Promise<Experiment>;
  /**
   * Exports this user's data of this agent, shared memories included; forgotten memories only with `forgotten`.
   * @example for await (const record of ana.export()) console.log(JSON.stringify(record));
   */
  export(options?: { readonly forgotten?: boolean }): AsyncIterable<ExportRecord>;
  /**
   * Imports the records of an `export`. Existing ids stay unchanged, so that a second import changes nothing.
   * @example const { memories } = await souvenir.for({ userId: 'ana' }).import(ana.export());
   */
  import(records: Iterable<unknown> | AsyncIterable<unknown>, options?: ImportOptions): Promise<Imported>;
  /**
   * Counts turns and memories in buckets of time, and lists sessions and consolidations.
   * @example const { buckets, consolidations } = await ana.timeline({ from: '2026-03-01', buckets: 30 });
   */
  timeline(options?: TimelineOptions): Promise<Timeline>;
  readonly memories: Memories;
  readonly sessions: Sessions;
  readonly profile: UserProfile<Schema>;
  readonly instructions: Instructions;
  readonly persona: AgentPersona;
  readonly procedures: Procedures;
  readonly settings: AgentSettings;
  readonly documents: Documents;
  readonly entities: Entities;
}

export function sharedParts(engine: Engine) {
  const { store, clock, tokenizer, languages, embedder, reranker, events, guardrails } = engine;
  const { maxTokens: _, ...searchOptions } = engine.documents;
  const config = recallConfigSchema.parse({});
  return {
    personas: safePersonas(
      engine.personaStore ?? storedPersona(store, (owner, changes) => announce(events, owner, changes)),
      guardrails,
    ),
    directives: standingDirectives(guardrails),
    instructions: new CustomInstructions({
      store: engine.instructionStore,
      guardrails,
      clock,
      redact: engine.secrets.redact,
    }),
    documents:
      engine.documentStore ??
      storedDocuments({
        ...{ store, ...searchOptions },
        recall: (query, owners, options) =>
          recall(
            query,
            owners.map((owner) => ({ owner })),
            options,
            { store, embedder, tokenizer, languages, reranker, clock, config },
          ),
      }),
  };
}
type SharedParts = ReturnType<typeof sharedParts>;

/** Empty sources for the prompt of a walled handle. */
const NOTHING_OF_USER: Pick<TurnSources, 'instructions' | 'persona' | 'directives' | 'profile' | 'documents'> = {
  instructions: async () => '',
  persona: async () => ({ text: '', version: 0 }),
  directives: async () => [],
  profile: async () => ({ text: '', restsOn: [], degraded: [] }),
  documents: async () => ({ items: [], degraded: [] }),
};

const exportOptionsSchema = z.strictObject({ forgotten: z.boolean().default(false) });

/** The write policy also gets empty turns, and finds them not worth recording instead of invalid. */
const consideredSchema = episodeInputSchema.extend({ content: messageSchema });

export const handleOptionsSchema = z.strictObject({
  /** Refuses the user's data that spans all projects, and leaves it out of prompts. */
  isWalled: z.boolean().default(false),
});
export type HandleOptions = Readonly<z.input<typeof handleOptionsSchema>>;

export function handleOf<Schema extends z.ZodObject>(
  engine: Engine,
  { personas, directives, instructions, documents }: SharedParts,
  scope: Scope,
  { isWalled }: Readonly<z.output<typeof handleOptionsSchema>>,
): ScopedSouvenir<Schema> {
  const { store, clock, tokenizer, spans } = engine;
  const owner = ownerOf(scope);
  const storedEpisodes = (episodes: readonly Episode[]) => asStored(store, episodes);
  const handle: ScopedSouvenir<Schema> = {
    scope,
    record: (input) => engine.record(input, scope),
    recordIfWorthIt(input) {
      engine.agentOf(scope);
      const { content, role, type, speaker } = parse(consideredSchema, input, 'turn');
      const { keep, why } = writeVerdictOf(engine.writePolicy({ content, role, type, speaker }, engine.languages));
      return keep ? { kept: true, why, episode: handle.record(input) } : { kept: false, why };
    },
    async recordAll(turns, { index = true } = {}) {
      engine.agentOf(scope);
      if (!(Symbol.iterator in Object(turns)) && !(Symbol.asyncIterator in Object(turns)))
        throw new SouvenirError(
          'invalidInput',
          'recordAll: takes a list of turns, or anything else that can be iterated over',
        );
      const episodes: Episode[] = [];
      const finish = async () => {
        await handle.flush({ orDrop: episodes });
        if (index && episodes.length > MAX_UNREAD_TURNS)
          // The turns are durable: a failure to index them must not look like a failure to record them.
          await engine
            .consolidate(scope, { verbatimOnly: true })
            .catch((error: unknown) => engine.events.emit('consolidationFailed', { owner, error }));
      };
      for await (const each of turns) {
        await yieldToEventLoop();
        try {
          episodes.push(await engine.recordOnce(each, scope));
        } catch (error) {
          if (!SouvenirError.is(error) || error.code !== 'rateLimited') {
            await handle.flush({ orDrop: episodes }).catch(() => undefined);
            throw error;
          }
          await finish();
          throw episodes.length === 0 ? error : refusalAfterOthers(error, episodes.length);
        }
      }
      await finish();
      return storedEpisodes(episodes);
    },
    async flush({ orDrop } = {}) {
      engine.agentOf(scope);
      await engine.flush(owner, orDrop);
    },
    async consolidate(options = {}) {
      const { minAgeMs, ...request } = parse(consolidateOptionsSchema, options, 'consolidate');
      const until = minAgeMs === 0 ? undefined : new Date(clock.now().getTime() - minAgeMs);
      return engine.consolidate(scope, { ...request, until });
    },
    async recall(query, options) {
      return engine.recall(parse(messageSchema, query, 'query'), scope, options);
    },
    async explain(query, options) {
      return engine.explain(parse(messageSchema, query, 'query'), scope, options);
    },
    async turn(message, options = {}) {
      const before = engine.erasuresOf(owner);
      const isErased = () => engine.erasuresOf(owner) !== before;
      return spans.turn(() => turn(message, options, { ...turnSources(), isErased }));
    },
    async complete(message, reply, options = {}) {
      engine.agentOf(scope);
      const { writePolicy, languages } = engine;
      const { record, flush } = handle;
      const { speaker, sourceId } = parse(completeOptionsSchema, options, 'complete');
      const answered = {
        message: parse(contentSchema, message, 'message'),
        ...(speaker !== undefined && { speaker }),
        ...(sourceId !== undefined && { sourceId }),
      };
      return turnCompletion(answered, { writePolicy, languages, record, flush, asStored: storedEpisodes })(reply);
    },
    async chat(message, options = {}) {
      return chat(message, options, { turn: handle.turn, llm: engine.llm });
    },
    async loadContext(intent, options = {}) {
      const { identity } = engine.agentOf(scope);
      const { signal } = parse(recallOptionsSchema, options, 'loadContext');
      const { config } = await engine.recallConfigOf(scope);
      return spans.compose(() =>
        sessionContext({
          ...{ identity, tokenizer, tokenBudget: tokenBudgetOf(options, config), signal },
          flush: handle.flush,
          recall: () => handle.recall(intent, options),
          episodes: () => recentEpisodes(options),
          persona: async () => (isWalled ? (identity ?? '') : (await handle.persona.current()).text),
          procedures: () => handle.procedures.match(intent),
        }),
      );
    },
    async evaluate(options = {}) {
      return evaluate(engine, scope, options);
    },
    async experiment(options = {}) {
      return experiment(engine, scope, options);
    },
    async *export(options = {}) {
      refuseProject(scope, 'export');
      const targetOwners = targetOwnersOf(engine.agentOf(scope), owner);
      const { forgotten: withForgotten } = parse(exportOptionsSchema, options, 'export');
      await handle.flush();
      const settings = await engine.settings.exportSettings(owner);
      yield* exportRecords(store, owner, targetOwners, { at: clock.now(), withForgotten, settings });
    },
    async import(given, options = {}) {
      const agent = engine.agentOf(scope);
      const targetOwners = targetOwnersOf(agent, owner);
      engine.refuseReadOnly();
      const now = clock.now();
      const records = (await readRecords(given, owner, targetOwners)).map((record) => clampToNow(record, now));
      refuseOtherProjects(records, scope);
      engine.admit(
        scope,
        records.flatMap((record) => ('content' in record ? [record] : [])),
      );
      const { guardrails } = engine;
      await refuseInvalid(records, { owner, identity: agent.identity ?? '', instructions, guardrails });
      const imported = await engine.runExclusively(owner, async () => {
        const counts = await importRecords(records, owner, store, options);
        for (const record of records)
          if (record.kind === 'settings')
            await engine.settings.importSettings(owner, options.tunes === false ? { ...record, recall: {} } : record);
        return counts;
      });
      engine.forgetCached([owner], () => false);
      for (const targetOwner of targetOwners.filter(engine.isSearched)) {
        const isSmall =
          engine.embedder !== undefined &&
          (await store.countUnembedded(targetOwner, engine.embedder.id)) <= MAX_EMBEDDED_AT_ONCE;
        if (isSmall) await engine.embed(targetOwner);
        else engine.embedLater(targetOwner);
      }
      return imported;
    },
    async timeline(options = {}) {
      return timelineOf(engine, scope, options);
    },
    get memories() {
      return memoriesOf(engine, scope);
    },
    get sessions() {
      return sessionsOf(engine, scope);
    },
    get profile() {
      refuseUsers('profile');
      return userProfileOf<Schema>(engine, scope);
    },
    get instructions() {
      refuseUsers('instructions');
      return instructionsOf(engine, instructions, scope);
    },
    get persona() {
      refuseUsers('persona');
      return personaOf(engine, personas, scope);
    },
    get procedures() {
      return proceduresOf(engine, scope);
    },
    get settings() {
      return agentSettingsOf(engine, scope);
    },
    get documents() {
      refuseUsers('documents');
      return documentsOf(engine, documents, scope);
    },
    get entities() {
      return entitiesOf(engine, scope);
    },
  };
  return typedErrors(handle);

  function refuseUsers(noun: string): void {
    if (isWalled)
      throw new SouvenirError('forbidden', `${noun}: is the user's in every project, and this handle is of one alone`);
  }

  function turnSources(): TurnSources {
    const { core, identity, components } = engine.agentOf(scope);
    const isReinforcing = components.some(({ name }) => name === REINFORCEMENT);
    const { retrievalPolicy, writePolicy } = engine;
    const { procedures } = handle;
    let currentProfile: ReturnType<typeof readCurrentProfile> | undefined;
    const profile = () => {
      currentProfile ??= readCurrentProfile();
      return currentProfile;
    };
    return {
      ...{ core, identity, tokenizer, retrievalPolicy, writePolicy, languages: engine.languages },
      now: () => clock.now(),
      record: handle.record,
      flush: handle.flush,
      asStored: storedEpisodes,
      helped: async ({ id }, memoryIds) => {
        if (isReinforcing) await noteHelped(owner, { reply: id, memoryIds: [...memoryIds] }, store);
      },
      recent: waitingTurns,
      instructions: () => instructions.forPrompt(owner),
      persona: () => handle.persona.current(),
      directives: async () => directives((await profile()).fields),
      async profile(room, counter) {
        const { fields, degraded } = await profile();
        const others = fields.filter(({ name }) => name !== DIRECTIVES);
        const { text } = profileSummary(others, room, counter);
        const restsOn = fields.flatMap(({ provenance }) => [...provenance.memoryIds, ...provenance.episodeIds]);
        return { text, restsOn, degraded };
      },
      procedures: async (message) =>
        Promise.all(
          procedures.match(message).map(async ({ taskType, text }) => {
            const [record] = await procedures.records(taskType);
            const outcome = record === undefined ? {} : { successRate: record.successRate, runs: record.attempts };
            return { name: taskType, text, ...outcome };
          }),
        ),
      knownNames: (message) => knownNames(message, scope, engine),
      recall: (message, limit, shown) => engine.recall(message, scope, { ...limit, touch: false }, shown),
      documents: (message, limit) => handle.documents.search(message, limit),
      contradictions: (memories, chunks) => contradictionsBetween(memories, chunks, engine.languages),
      composing: (work) => spans.compose(work),
      composed(used, tokens, degraded) {
        engine.touch(scope, used);
        engine.events.emit('turned', { owner, tokens, degraded });
      },
      ...(isWalled && NOTHING_OF_USER),
    };
  }

  async function readCurrentProfile() {
    const degraded = await engine.followProfile(scope);
    const { fields } = await engine.userProfile.read(scope);
    return { fields, degraded };
  }

  async function waitingTurns(): Promise<StoredEpisode[]> {
    const { sessionId = DEFAULT_SESSION } = scope;
    const [component] = engine.agentOf(scope).components;
    if (component === undefined) return [];
    const [pending] = await store.pendingSessions(owner, { component: component.name, sessionId });
    if (pending === undefined) return [];
    // Episodes of other projects lie between those of this one.
    const maxTurns = scope.projectId === undefined ? MAX_RECENT_TURNS : MAX_READ_EPISODES;
    const afterPosition = Math.max(pending.from, pending.through - maxTurns);
    const episodes = await store.listEpisodes(owner, { sessionId, afterPosition, limit: maxTurns });
    return episodes.filter(isWithin({ projectId: scope.projectId })).slice(-MAX_RECENT_TURNS);
  }

  /** The latest episodes; the store filters neither by project nor by end. */
  async function recentEpisodes({ sessionId, asOf }: RecallOptions): Promise<StoredEpisode[]> {
    const { projectId } = scope;
    const until = asOf === undefined ? clock.now() : new Date(asOf);
    const since = new Date(until.getTime() - CONTEXT_DAYS * DAY_MS);
    const isWhole = projectId === undefined && sessionId === undefined && asOf === undefined;
    const limit = isWhole ? CONTEXT_EPISODES : MAX_READ_EPISODES;
    const episodes = await store.listEpisodes(owner, { since, limit, ...(sessionId !== undefined && { sessionId }) });
    return episodes
      .filter(isWithin({ projectId }))
      .filter(({ occurredAt }) => asOf === undefined || occurredAt <= until)
      .slice(-CONTEXT_EPISODES);
  }
}
