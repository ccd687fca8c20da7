import type { Changes, MemoryFilter, MemoryOrder } from '../contracts/store.ts';
import { type Link, linkOf } from '../model/graph.ts';
import { type Memory, type MemoryDraft, type MemoryUpdate, memoryStatusSchema } from '../model/memory.ts';
import { REMEMBERED } from '../model/revision.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { Scope } from '../model/scope.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { finishRemembered } from './add.ts';
import { replaceBy } from './change.ts';
import { commit, type MemoryContext } from './context.ts';
import { isPartOf, recurringSequences } from './recurring-sequences.ts';

const WORKFLOW = 'workflow';
const MIN_OCCURRENCES = 3;
const MAX_WORKFLOWS = 300;
const MAX_ACTIONS = 2000;
const MAX_EXAMINED = 1000;
const PAGE = 50;

const EVERY_STATUS = memoryStatusSchema.options;
const NOT_FORGOTTEN = EVERY_STATUS.filter((status) => status !== 'forgotten');

interface Action {
  readonly name: string;
  readonly detail?: string | undefined;
}

/** Stores a workflow, and makes procedures of recurring sequences of actions. */
export async function recordWorkflow(
  actions: readonly Action[],
  scope: Scope,
  context: MemoryContext,
): Promise<{ readonly memory: Memory; readonly procedures: readonly Memory[] }> {
  const { owner, store, clock, events } = context;
  const now = clock.now();
  const finish = (draft: MemoryDraft) => finishRemembered(draft, scope, now, context);
  const memory = finish(workflowDraft(actions, now));
  const workflows = [...(await earlierWorkflows(actions.length, scope.projectId, context)), memory];
  const habits = habitsIn(workflows);
  const known = habits.length === 0 ? [] : await procedures(scope.projectId, context);
  const { changes, made, confirmed } = learnWorkflow(memory, habits, known, {
    now,
    finish,
    salience: context.salience,
  });
  await commit({ at: now, ...changes }, context);
  context.embedLater(owner);
  for (const { memory: procedure, sources } of made) events.emit('patternExtracted', { memory: procedure, sources });
  const ids = [...made.map(({ memory: { id } }) => id), ...confirmed];
  return { memory, procedures: await store.getMemories(owner, ids) };
}

/** Earlier workflows, oldest first, as many as fit the limit of actions. */
async function earlierWorkflows(
  actionCount: number,
  projectId: string | undefined,
  context: MemoryContext,
): Promise<Memory[]> {
  const filter = { categories: [WORKFLOW], types: ['episodic'] as const, statuses: NOT_FORGOTTEN };
  const workflows: Memory[] = [];
  let actions = actionCount;
  for await (const done of listLatest('recency', filter, projectId, context)) {
    actions += actionsIn(done).length;
    if (actions > MAX_ACTIONS) break;
    workflows.push(done);
    if (workflows.length + 1 >= MAX_WORKFLOWS) break;
  }
  return workflows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

/** Procedures of any status, since a forgotten one is not learnt again. */
async function procedures(projectId: string | undefined, context: MemoryContext): Promise<Memory[]> {
  const filter = { categories: [WORKFLOW], types: ['procedural'] as const, statuses: EVERY_STATUS };
  const known: Memory[] = [];
  for await (const memory of listLatest('change', filter, projectId, context)) known.push(memory);
  return known;
}

const workflowDraft = (actions: readonly Action[], at: Date): MemoryDraft => ({
  content: `Did ${inWords(actions.map(({ name }) => name))}.`,
  ...{ category: WORKFLOW, type: 'episodic', confidence: 1, validAt: at },
  metadata: { actions: actions.map(({ name, detail }) => (detail === undefined ? { name } : { name, detail })) },
});

const procedureDraft = ({ actions, times }: Habit): MemoryDraft => ({
  content: `Usually: ${inWords(actions)}.`,
  ...{ category: WORKFLOW, type: 'procedural', confidence: 0.75, importance: 0.6 },
  metadata: { actions: actions.map((name) => ({ name })), occurrences: times },
});

const inWords = (names: readonly string[]): string => names.join(', then ');

function actionsIn({ metadata }: Memory): string[] {
  const actions = metadata['actions'];
  return (Array.isArray(actions) ? actions : []).flatMap((action) =>
    typeof action === 'object' && action !== null && 'name' in action ? [String(action['name'])] : [],
  );
}

interface Habit {
  readonly actions: readonly string[];
  readonly times: number;
  readonly sources: readonly string[];
}

const habitsIn = (workflows: readonly Memory[]): Habit[] =>
  recurringSequences(workflows.map(actionsIn), MIN_OCCURRENCES).map(({ actions, occurrences }) => ({
    ...{ actions, times: occurrences.length },
    sources: [...new Set(occurrences.flatMap(({ list }) => workflows[list]?.id ?? []))],
  }));

interface LearntWorkflow {
  readonly changes: Pick<Changes, 'memories' | 'updates' | 'links'>;
  readonly made: readonly { readonly memory: Memory; readonly sources: readonly string[] }[];
  readonly confirmed: readonly string[];
}

interface LearnContext {
  readonly now: Date;
  readonly finish: (draft: MemoryDraft) => Memory;
  readonly salience: SalienceWeights;
}

/**
 * Makes procedures of new habits, reinforces known ones, and supersedes the ones that are part of a longer habit. An inactive procedure
 * is not learnt again.
 */
function learnWorkflow(
  done: Memory,
  habits: readonly Habit[],
  procedures: readonly Memory[],
  { now, finish, salience }: LearnContext,
): LearntWorkflow {
  const keys = new Set(habits.map(({ actions }) => keyOf(actions)));
  const known = procedures.map((memory) => ({ memory, actions: actionsIn(memory), key: keyOf(actionsIn(memory)) }));
  const nonHabits = known.filter(({ memory, key }) => memory.status === 'active' && !keys.has(key));
  const replaced = new Set<string>();
  const memories: Memory[] = [done];
  const updates: MemoryUpdate[] = [];
  const links: Link[] = [];
  const made: { memory: Memory; sources: readonly string[] }[] = [];
  const confirmed: string[] = [];
  for (const habit of habits) {
    const { actions, sources } = habit;
    const alike = known.filter(({ key }) => key === keyOf(actions)).map(({ memory }) => memory);
    const same = alike.find(({ status }) => status === 'active') ?? alike.find(({ status }) => status !== 'superseded');
    if (same === undefined) {
      const memory = finish(procedureDraft(habit));
      const parts = nonHabits
        .filter((part) => part.actions.length < actions.length && isPartOf(part.actions, actions))
        .map((part) => part.memory)
        .filter(({ id }) => !replaced.has(id));
      for (const { id } of parts) replaced.add(id);
      const ends = replaceBy(memory, parts, { kind: 'superseded' }, now);
      memories.push(memory);
      made.push({ memory, sources });
      links.push(...sources.map((toId) => linkOf(memory.id, toId, 'derivedFrom', now)), ...ends.links);
      updates.push(...ends.updates);
    } else if (same.status === 'active' && sources.includes(done.id)) {
      const metadata = { ...same.metadata, occurrences: habit.times };
      updates.push({ ...reinforced(same, 'successfulApplication', now, salience), metadata });
      links.push(linkOf(same.id, done.id, 'derivedFrom', now));
      confirmed.push(same.id);
    }
  }
  return { changes: { memories, updates, links }, made, confirmed };
}

const keyOf = (names: readonly string[]): string => JSON.stringify(names);

async function* listLatest(
  by: Extract<MemoryOrder, 'recency' | 'change'>,
  filter: MemoryFilter,
  projectId: string | undefined,
  { owner, store }: Pick<MemoryContext, 'owner' | 'store'>,
): AsyncGenerator<Memory> {
  const projectFilter = { ...filter, components: [REMEMBERED], projectId: projectId ?? null };
  for (let offset = 0; offset < MAX_EXAMINED; offset += PAGE) {
    const ids = await store.rankMemories(owner, { by, filter: projectFilter, offset, limit: PAGE });
    yield* await store.getMemories(owner, ids);
    if (ids.length < PAGE) return;
  }
}
