import { z } from 'zod';
import { storedPersona } from '../components/personality/persona.ts';
import { safePersonas } from '../components/personality/safe-portraits.ts';
import type { MatchedProcedure } from '../components/procedures/procedures.ts';
import { MAX_UNREAD_TURNS } from '../consolidate/pipeline.ts';
import { storedDocuments } from '../context/documents/stored-documents.ts';
import { CustomInstructions } from '../context/instructions/custom-instructions.ts';
import { standingDirectives } from '../context/profile/standing-directives.ts';
import { SouvenirError } from '../errors.ts';
import { DAY_MS } from '../model/day.ts';
import { definedFields } from '../model/defined-fields.ts';
import type { Episode, EpisodeInput, StoredEpisode } from '../model/episode.ts';
import { episodeInputSchema } from '../model/episode.ts';
import { parse } from '../model/parse.ts';
import { contentSchema, messageSchema } from '../model/primitives.ts';
import { type RecallOptions, type RecallResult, recallOptionsSchema } from '../model/recall.ts';
import type { ConsolidationReport } from '../model/report.ts';
import { ownerOf, refuseProject, type Scope } from '../model/scope.ts';
import { recallConfigSchema } from '../recall/config.ts';
import type { ExplainOptions, Explanation } from '../recall/explain.ts';
import { recall, tokenBudgetOf } from '../recall/pipeline.ts';
import { asStored } from '../record/as-stored.ts';
import { refusalAfterOthers } from '../record/limits.ts';
import { announce } from '../telemetry/events.ts';
import { type ExportRecord, exportRecords, targetOwnersOf } from '../transfer/export-records.ts';
import { importInto } from '../transfer/import-into.ts';
import type { Imported, ImportOptions } from '../transfer/import-records.ts';
import { type Chat, type ChatOptions, chat } from '../turn/chat.ts';
import { type TurnOutcome, turnCompletion, writeVerdictOf } from '../turn/complete.ts';
import { type SessionContext, sessionContext } from '../turn/session-context.ts';
import { type Turn, type TurnOptions, turn, turnOptionsSchema } from '../turn/turn.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { type AgentSettings, agentSettingsOf } from './agent-settings.ts';
import { type Documents, documentsOf } from './documents.ts';
import type { Engine } from './engine.ts';
import { type Entities, entitiesOf } from './entities.ts';
import { type Instructions, instructionsOf } from './instructions.ts';
import { type Memories, memoriesOf } from './memories.ts';
import { type AgentPersona, personaOf } from './persona.ts';
import { type Procedures, proceduresOf } from './procedures.ts';
import { type UserProfile, userProfileOf } from './profile.ts';
import { type ConsolidateOptions, consolidateOptionsSchema, type Sessions, sessionsOf } from './sessions.ts';
import type { Trials, TrialsOf } from './trials.ts';
import { turnSources } from './turn-sources.ts';
import { typedErrors } from './typed-errors.ts';

const CONTEXT_DAYS = 2;
const CONTEXT_EPISODES = 100;
const MAX_POSITION = 2 ** 31 - 1;

export const completeOptionsSchema = turnOptionsSchema.pick({ speaker: true, sourceId: true });
export type CompleteOptions = Readonly<z.input<typeof completeOptionsSchema>>;

/** Whether `record` with `ifWorthIt` recorded a turn, and why. */
export type RecordDecision =
  | { readonly kept: true; readonly why: string; readonly episode: Episode }
  | { readonly kept: false; readonly why: string };

/** The memory of one tenant, user and agent, optionally in one project. Turns are recorded in its session; reads span all sessions. */
export interface ScopedSouvenir<Schema extends z.ZodObject = z.ZodObject> extends Trials {
  readonly scope: Scope;
  /**
   * Records a turn, tool result, decision, error or directive as an episode, with `ifWorthIt` only if the write policy accepts it. Recall finds it
   * once it resolves; await `flush` for durability. Of a text over 200,000 characters it returns the beginning, since the rest is redacted before it
   * is written; `recordAll` returns all of it. An episode whose `sourceId` is already stored is returned under the stored id and is not recorded,
   * reported or counted again; `recordAll` checks this before `limits`.
   * @example
   * await ana.record({ speaker: 'Ana', content: 'I adopted two rabbits.' });
   * const { kept, why } = await ana.record({ content: 'ok thanks' }, { ifWorthIt: true });
   */
  record(turn: EpisodeInput): Promise<Episode>;
  record(turn: EpisodeInput, options: { readonly ifWorthIt: true }): Promise<RecordDecision>;
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
   * @example const { text, procedures } = await ana.context('review a pull request');
   */
  context(intent: string, options?: RecallOptions): Promise<SessionContext<MatchedProcedure>>;
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

type PartsContext = Pick<
  Engine,
  | 'store'
  | 'clock'
  | 'tokenizer'
  | 'languages'
  | 'embedder'
  | 'reranker'
  | 'events'
  | 'guardrails'
  | 'secrets'
  | 'documents'
  | 'personaStore'
  | 'instructionStore'
  | 'documentStore'
>;

export function sharedParts(engine: PartsContext) {
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

const exportOptionsSchema = z.strictObject({ forgotten: z.boolean().default(false) });

const recordOptionsSchema = z.strictObject({
  /** Leaves the decision to the write policy. */
  ifWorthIt: z.boolean().default(false),
});
type RecordOptions = z.input<typeof recordOptionsSchema>;

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
  trialsOf: TrialsOf,
): ScopedSouvenir<Schema> {
  const { store, clock, tokenizer, spans } = engine;
  const owner = ownerOf(scope);
  const storedEpisodes = (episodes: readonly Episode[]) => asStored(store, episodes);
  const handle: ScopedSouvenir<Schema> = {
    scope,
    record: (async (input: EpisodeInput, options: RecordOptions = {}) => {
      const { ifWorthIt } = parse(recordOptionsSchema, options, 'record');
      return ifWorthIt ? recordIfWorthIt(input) : engine.recorder.record(input, scope);
    }) as ScopedSouvenir['record'],
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
          episodes.push(await engine.recorder.recordOnce(each, scope));
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
      await engine.recorder.flush(owner, orDrop);
    },
    async consolidate(options = {}) {
      const { minAgeMs, ...request } = parse(consolidateOptionsSchema, options, 'consolidate');
      const until = minAgeMs === 0 ? undefined : new Date(clock.now().getTime() - minAgeMs);
      return engine.consolidate(scope, { ...request, until });
    },
    async recall(query, options) {
      return engine.agentRecall.recall(parse(messageSchema, query, 'query'), scope, options);
    },
    async explain(query, options) {
      return engine.agentRecall.explain(parse(messageSchema, query, 'query'), scope, options);
    },
    async turn(message, options = {}) {
      return spans.turn(() =>
        turn(message, options, turnSources(engine, { instructions, directives }, handle, scope, isWalled)),
      );
    },
    async complete(message, reply, options = {}) {
      engine.agentOf(scope);
      const { writePolicy, languages } = engine;
      const { flush } = handle;
      const record = (turn: EpisodeInput) => engine.recorder.record(turn, scope);
      const { speaker, sourceId } = parse(completeOptionsSchema, options, 'complete');
      const answered = definedFields({ message: parse(contentSchema, message, 'message'), speaker, sourceId });
      return turnCompletion(answered, { writePolicy, languages, record, flush, asStored: storedEpisodes })(reply);
    },
    async chat(message, options = {}) {
      return chat(message, options, { turn: handle.turn, llm: engine.llm });
    },
    async context(intent, options = {}) {
      const { identity } = engine.agentOf(scope);
      const { signal } = parse(recallOptionsSchema, options, 'context');
      const { config } = await engine.agentRecall.configOf(scope);
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
    async *export(options = {}) {
      refuseProject(scope, 'export');
      const targetOwners = targetOwnersOf(engine.agentOf(scope), owner);
      const { forgotten: withForgotten } = parse(exportOptionsSchema, options, 'export');
      await handle.flush();
      const settings = await engine.savedSettings.exportSettings(owner);
      yield* exportRecords(store, owner, targetOwners, { at: clock.now(), withForgotten, settings });
    },
    async import(given, options = {}) {
      return importInto(scope, given, options, { ...engine, instructions });
    },
    ...trialsOf(engine, scope),
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

  function recordIfWorthIt(input: EpisodeInput): RecordDecision {
    engine.agentOf(scope);
    const { content, role, type, speaker } = parse(consideredSchema, input, 'turn');
    const { keep, why } = writeVerdictOf(engine.writePolicy({ content, role, type, speaker }, engine.languages));
    return keep ? { kept: true, why, episode: engine.recorder.record(input, scope) } : { kept: false, why };
  }

  function refuseUsers(noun: string): void {
    if (isWalled)
      throw new SouvenirError(
        'forbidden',
        `${noun}: belongs to the user in all projects, but this handle is limited to one project`,
      );
  }

  async function recentEpisodes({ sessionId, asOf }: RecallOptions): Promise<StoredEpisode[]> {
    const { projectId } = scope;
    const until = asOf === undefined ? clock.now() : new Date(asOf);
    const since = new Date(until.getTime() - CONTEXT_DAYS * DAY_MS);
    return store.listEpisodes(owner, {
      ...{ since, limit: CONTEXT_EPISODES },
      ...(asOf !== undefined && { until }),
      ...(projectId !== undefined && { projectId }),
      // The latest turns of a session are those before its end.
      ...(sessionId !== undefined && { sessionId, beforePosition: MAX_POSITION }),
    });
  }
}
