import { OwnerQueue } from '../consolidate/owner-queue.ts';
import { memoryPages } from '../contracts/memory-pages.ts';
import type { Changes, MemoryFilter } from '../contracts/store.ts';
import { maskText } from '../language/secrets.ts';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import type { Memory, MemoryDraft } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { REMEMBERED } from '../model/revision.ts';
import { ownerOf, type Scope, type ScopeInput } from '../model/scope.ts';
import { consequencesOf } from '../reconcile/consequences.ts';
import { finishDraft } from '../reconcile/finish-draft.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { isSecretSetting, sameSetting, tellSetting } from '../record/configuration.ts';
import { findSaid, SAME } from '../record/find-said.ts';
import { captureDraft, learnWorkflow, WORKFLOW } from '../record/learn-workflow.ts';
import type { WritePolicy } from '../record/write-policy.ts';
import { mustCount } from '../revise/find-memory.ts';
import { announce } from '../telemetry/announce.ts';
import {
  type ConfigurationInput,
  type ConfirmationInput,
  type CorrectionInput,
  configurationSchema,
  confirmationSchema,
  correctionSchema,
  turnSchema,
  type WorkflowInput,
  workflowSchema,
} from './capture-inputs.ts';
import type { Engine } from './engine.ts';
import type { Fabric } from './fabric.ts';

const CONFIGURATION = 'configuration';

/** Something that was not kept, and why. */
export interface NotKept {
  readonly kept: false;
  readonly why: string;
}

/** Where memory can be fed as things happen, without anyone deciding what to remember. */
export interface Capturing {
  /** Records a turn if the write policy finds it worth it. */
  turn(turn: EpisodeInput): { readonly kept: true; readonly why: string; readonly episode: Episode } | NotKept;
  /** Puts what is right in the place of the memory that says what is wrong; remembers it if none does. `corrected` is the id of that memory. */
  correction(correction: CorrectionInput): Promise<{ readonly memory: Memory; readonly corrected: string | undefined }>;
  /** Remembers what a setting is now instead of what it was. Secrets are not kept. */
  configuration(change: ConfigurationInput): Promise<{ readonly kept: true; readonly memory: Memory } | NotKept>;
  /** Remembers what was done, and what is usually done: a sequence of actions that occurred three times becomes a procedure. */
  workflow(workflow: WorkflowInput): Promise<{
    readonly memory: Memory;
    /** The procedures that this made, or made surer. */
    readonly procedures: readonly Memory[];
  }>;
  /** Says that what was found was of use: it is surer from now on. */
  confirmation(confirmation: ConfirmationInput): Promise<readonly Memory[]>;
}

export function capturingOf(
  engine: Engine,
  fabric: Fabric,
  record: (episode: EpisodeInput) => Episode,
  writePolicy: WritePolicy,
): Capturing {
  const { store, clock, events } = engine;
  /** A correction looks, and then revises several memories: no other must come in between. */
  const correcting = new OwnerQueue();

  const scopeIn = (given: ScopeInput): Scope => {
    const scope = engine.scopeOf(given);
    engine.agentOf(scope);
    return scope;
  };
  const finisher = (scope: Scope, now: Date) => (draft: MemoryDraft) => placed(draft, scope, now);
  const allOf = async (scope: Scope, given: ScopeInput, filter: MemoryFilter): Promise<Memory[]> => {
    const place = given.projectId === undefined ? {} : { projectId: given.projectId };
    const found: Memory[] = [];
    for await (const page of memoryPages(store, ownerOf(scope), { ...filter, ...place, components: [REMEMBERED] }))
      found.push(...page);
    return found;
  };
  const write = async (changes: Changes, scope: Scope, now: Date): Promise<void> => {
    const owner = ownerOf(scope);
    const updates = [...(changes.updates ?? []), ...(await consequencesOf(owner, changes, store, now))];
    await store.write(owner, { ...changes, at: now, updates });
    announce(events, owner, { ...changes, updates });
    engine.embedLater(owner);
  };
  const read = async (ids: readonly string[], scope: Scope): Promise<Memory[]> =>
    store.getMemories(ownerOf(scope), ids);

  return {
    turn(input) {
      const { content, role, type, speaker } = parse(turnSchema, input, 'turn');
      const { keep, why } = writePolicy({ content, role, type, speaker });
      return keep ? { kept: true, why, episode: record(input) } : { kept: false, why };
    },

    async correction(input) {
      const {
        original,
        corrected,
        context = 'user correction',
        ...given
      } = parse(correctionSchema, input, 'correction');
      const scope = scopeIn(given);
      // What is corrected in one session may have been said in another.
      const { sessionId: _, ...place } = given;
      const owner = ownerOf(scope);
      return correcting.run(owner, undefined, async () => {
        const [wrong, ...alike] = await findSaid(original, owner, place.projectId, store);
        const [known] = (await findSaid(corrected, owner, place.projectId, store)).filter(
          ({ memory, likeness }) => likeness === SAME && memory.type !== 'episodic',
        );
        if (wrong === undefined || wrong.memory.id === known?.memory.id) {
          const { memory } = known ?? (await fabric.remember(corrected, { ...given, learningContext: context }));
          return { memory: await fabric.reinforce(memory.id, 'userCorrection', place), corrected: undefined };
        }
        const { id } = wrong.memory;
        if (known !== undefined) await fabric.supersede(id, known.memory.id, place);
        const memory = known?.memory ?? (await fabric.correct(id, corrected, context, place));
        // Whatever else lasts and says the same wrong thing.
        for (const { memory: other, likeness } of alike)
          if (likeness === SAME && other.type !== 'episodic' && other.id !== memory.id)
            await fabric.supersede(other.id, memory.id, place);
        return { memory: await fabric.reinforce(memory.id, 'userCorrection', place), corrected: id };
      });
    },

    async configuration(input) {
      const { key, old, new: value, ...given } = parse(configurationSchema, input, 'configuration');
      const scope = scopeIn(given);
      if (isSecretSetting(key, value) || isSecretSetting(key, old))
        return { kept: false, why: `the setting ${key} looks like a secret` };
      return engine.inTurn(ownerOf(scope), async () => {
        const now = clock.now();
        const settings = await allOf(scope, given, { categories: [CONFIGURATION], statuses: ['active'] });
        const held = settings.filter(
          ({ metadata, projectId }) => metadata['key'] === key && projectId === scope.projectId,
        );
        const same = held.find(({ metadata }) => sameSetting(metadata['value'], value));
        if (same !== undefined) {
          await write({ updates: [reinforced(same, 'explicitConfirmation', now)] }, scope, now);
          return { kept: true, memory: (await read([same.id], scope))[0] as Memory };
        }
        const before = old ?? held.at(-1)?.metadata['value'];
        const memory = finisher(
          scope,
          now,
        )({
          content: tellSetting(key, value, before),
          ...{ category: CONFIGURATION, type: 'semantic', confidence: 0.95, importance: 0.6, validAt: now },
          metadata: value === undefined ? { key } : { key, value },
        });
        await write(
          {
            memories: [memory],
            updates: held.map(({ id }) => ({
              ...{ id, status: 'superseded' as const, supersededBy: memory.id, invalidAt: now, updatedAt: now },
              cause: { kind: 'superseded' as const, by: memory.id },
            })),
            links: held.map(({ id }) => ({
              ...{ fromId: memory.id, toId: id, type: 'supersedes' as const, strength: 1, createdAt: now },
            })),
          },
          scope,
          now,
        );
        return { kept: true, memory };
      });
    },

    async workflow(input) {
      const { actions, ...given } = parse(workflowSchema, input, 'workflow');
      const scope = scopeIn(given);
      const done = actions.map((action) => ({
        name: maskText(action.name),
        ...('detail' in action && action.detail !== undefined && { detail: maskText(action.detail) }),
      }));
      return engine.inTurn(ownerOf(scope), async () => {
        const now = clock.now();
        const finish = finisher(scope, now);
        const held = await allOf(scope, given, { categories: [WORKFLOW] });
        const earlier = held.filter(({ type, status }) => type === 'episodic' && status !== 'forgotten');
        const known = held.filter(({ type }) => type === 'procedural');
        const capture = finish(captureDraft(done, now));
        const { changes, made, confirmed } = learnWorkflow(capture, earlier, known, now, finish);
        await write(changes, scope, now);
        for (const { memory, sources } of made) events.emit('patternExtracted', { memory, sources });
        const ids = [...made.map(({ memory }) => memory.id), ...confirmed];
        return { memory: capture, procedures: await read(ids, scope) };
      });
    },

    async confirmation(input) {
      const { memoryId, memoryIds = [], query, ...given } = parse(confirmationSchema, input, 'confirmation');
      const scope = scopeIn(given);
      const ids = [...new Set([...(memoryId === undefined ? [] : [memoryId]), ...memoryIds])];
      const reason = `explicitConfirmation${query === undefined ? '' : `: it answered ${JSON.stringify(query)}`}`;
      return engine.inTurn(ownerOf(scope), async () => {
        const now = clock.now();
        const memories: Memory[] = [];
        for (const id of ids) memories.push(await mustCount(id, { owner: ownerOf(scope), store, within: {} }));
        const updates = memories.map((memory) => ({
          ...reinforced(memory, 'explicitConfirmation', now),
          cause: { kind: 'reinforced' as const, reason },
        }));
        await write({ updates }, scope, now);
        return read(ids, scope);
      });
    },
  };
}

/** As something handed in to be remembered, in its project and, where the scope names one, its session. */
function placed(draft: MemoryDraft, scope: Scope, now: Date): Memory {
  const owner = ownerOf(scope);
  const { projectId, sessionId } = scope;
  const batch = { owner, sessionId: sessionId ?? '', episodes: [], before: [] };
  const { sessionId: _, ...memory } = finishDraft(draft, REMEMBERED, owner, batch, { now: () => now });
  const { conversationId: __, ...provenance } = memory.provenance;
  return {
    ...memory,
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
    provenance: { ...provenance, ...(sessionId !== undefined && { conversationId: sessionId }) },
  };
}
