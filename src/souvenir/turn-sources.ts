import { noteHelped } from '../components/reinforcement/helped.ts';
import { REINFORCEMENT } from '../components/reinforcement/reinforcement.ts';
import { contradictionsBetween } from '../context/documents/contradictions.ts';
import type { CustomInstructions } from '../context/instructions/custom-instructions.ts';
import { profileSummary } from '../context/profile/profile-summary.ts';
import { DIRECTIVES, type standingDirectives } from '../context/profile/standing-directives.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { DEFAULT_SESSION, ownerOf, type Scope } from '../model/scope.ts';
import { asStored } from '../record/as-stored.ts';
import type { TurnRecording } from '../turn/complete.ts';
import { knownNames } from '../turn/known-names.ts';
import type { MemorySource, TurnReport, TurnSources, UserSource } from '../turn/turn.ts';
import type { Documents } from './documents.ts';
import type { Engine } from './engine.ts';
import type { AgentPersona } from './persona.ts';
import type { Procedures } from './procedures.ts';

const MAX_RECENT_TURNS = 40;

interface Handle extends Pick<TurnRecording, 'flush'> {
  readonly persona: AgentPersona;
  readonly procedures: Procedures;
  readonly documents: Documents;
}

type TurnContext = Pick<
  Engine,
  | 'agentOf'
  | 'agentRecall'
  | 'recorder'
  | 'store'
  | 'clock'
  | 'tokenizer'
  | 'languages'
  | 'writePolicy'
  | 'retrievalPolicy'
  | 'followProfile'
  | 'userProfile'
  | 'spans'
  | 'events'
  | 'erasures'
>;

export interface PromptParts {
  readonly instructions: CustomInstructions;
  readonly directives: ReturnType<typeof standingDirectives>;
}

/** The user's data in the prompt of a walled handle: none. */
const NOTHING_OF_USER: UserSource = {
  instructions: async () => '',
  persona: async () => ({ text: '', version: 0 }),
  directives: async () => [],
  profile: async () => ({ text: '', restsOn: [], degraded: [] }),
};

export function turnSources(
  engine: TurnContext,
  { instructions, directives }: PromptParts,
  handle: Handle,
  scope: Scope,
  isWalled: boolean,
): TurnSources {
  const { core, identity } = engine.agentOf(scope);
  const { tokenizer, clock, retrievalPolicy } = engine;
  return {
    ...{ agent: { core, identity }, tokenizer, clock, retrievalPolicy },
    recording: turnRecording(engine, handle, scope),
    user: isWalled ? NOTHING_OF_USER : userSource(engine, { instructions, directives }, handle, scope),
    memory: memorySource(engine, handle, scope, isWalled),
    report: turnReport(engine, scope),
  };
}

/** Records a turn's message and reply, unless the user was erased since this call. */
export function turnRecording(engine: TurnContext, { flush }: Handle, scope: Scope): TurnRecording {
  const { recorder, store, writePolicy, languages, erasures } = engine;
  const owner = ownerOf(scope);
  const before = erasures.countOf(owner);
  const isReinforcing = engine.agentOf(scope).components.some(({ name }) => name === REINFORCEMENT);
  return {
    ...{ writePolicy, languages, flush },
    record: (turn) => recorder.record(turn, scope),
    asStored: (episodes) => asStored(store, episodes),
    isErased: () => erasures.countOf(owner) !== before,
    async helped({ id }, memoryIds) {
      if (isReinforcing) await noteHelped(owner, { reply: id, memoryIds: [...memoryIds] }, store);
    },
  };
}

function userSource(
  { userProfile, followProfile }: TurnContext,
  { instructions, directives }: PromptParts,
  handle: Handle,
  scope: Scope,
): UserSource {
  let reading: ReturnType<typeof readProfile> | undefined;
  const profile = () => {
    reading ??= readProfile();
    return reading;
  };
  return {
    instructions: () => instructions.forPrompt(ownerOf(scope)),
    persona: () => handle.persona.current(),
    directives: async () => directives((await profile()).fields),
    async profile(room, counter) {
      const { fields, degraded } = await profile();
      const others = fields.filter(({ name }) => name !== DIRECTIVES);
      const { text } = profileSummary(others, room, counter);
      const restsOn = fields.flatMap(({ provenance }) => [...provenance.memoryIds, ...provenance.episodeIds]);
      return { text, restsOn, degraded };
    },
  };

  async function readProfile() {
    const degraded = await followProfile(scope);
    const { fields } = await userProfile.read(scope);
    return { fields, degraded };
  }
}

function memorySource(engine: TurnContext, handle: Handle, scope: Scope, isWalled: boolean): MemorySource {
  const { store, languages, agentRecall } = engine;
  const { procedures } = handle;
  return {
    recent: () => waitingTurns(engine, scope),
    async procedures(message) {
      return Promise.all(
        (await procedures.match(message)).map(async ({ taskType, text }) => {
          const [record] = await procedures.records(taskType);
          const outcome = record === undefined ? {} : { successRate: record.successRate, runs: record.attempts };
          return { name: taskType, text, ...outcome };
        }),
      );
    },
    knownNames: (message) => knownNames(message, scope, { store, languages }),
    recall: (message, limit, shown) => agentRecall.recall(message, scope, { ...limit, touch: false }, shown),
    documents: isWalled
      ? async () => ({ items: [], degraded: [] })
      : (message, limit) => handle.documents.search(message, limit),
    contradictions: (memories, chunks) => contradictionsBetween(memories, chunks, languages),
  };
}

const turnReport = ({ spans, events, agentRecall }: TurnContext, scope: Scope): TurnReport => ({
  composing: (work) => spans.compose(work),
  composed(used, tokens, degraded) {
    agentRecall.touch(scope, used);
    events.emit('turned', { owner: ownerOf(scope), tokens, degraded });
  },
});

async function waitingTurns({ store, agentOf }: TurnContext, scope: Scope): Promise<StoredEpisode[]> {
  const { sessionId = DEFAULT_SESSION, projectId } = scope;
  const owner = ownerOf(scope);
  const [component] = agentOf(scope).components;
  if (component === undefined) return [];
  const [pending] = await store.pendingSessions(owner, { component: component.name, sessionId });
  if (pending === undefined) return [];
  const { from, through } = pending;
  const episodes = await store.listEpisodes(owner, {
    ...{ sessionId, beforePosition: through + 1, limit: MAX_RECENT_TURNS },
    ...(projectId !== undefined && { projectId }),
  });
  return episodes.filter(({ position }) => position > from);
}
