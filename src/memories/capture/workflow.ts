import { type Memory, type MemoryDraft, memoryStatusSchema } from '../../model/memory.ts';
import type { Scope } from '../../model/scope.ts';
import { maskText } from '../../text/secrets.ts';
import { commit } from '../commit.ts';
import type { ReviseContext } from '../context.ts';
import { handedIn } from '../handed-in.ts';
import { latest } from './latest.ts';
import { type Action, actionsIn, captureDraft, habitsIn, learnWorkflow, WORKFLOW } from './learn-workflow.ts';

/** What is gone through for habits: the latest captures, and no more actions in all than can be compared in a moment. */
const MOST_CAPTURES = 300;
const MOST_ACTIONS = 2000;

const EVERY_STATUS = memoryStatusSchema.options;
const NOT_FORGOTTEN = EVERY_STATUS.filter((status) => status !== 'forgotten');

/** Keeps what was done, and what of it has become a habit. */
export async function workflow(
  actions: readonly Action[],
  scope: Scope,
  context: ReviseContext,
): Promise<{ readonly memory: Memory; readonly procedures: readonly Memory[] }> {
  const { owner, store, clock, events } = context;
  const now = clock.now();
  const finish = (draft: MemoryDraft) => handedIn(draft, owner, scope, now);
  const memory = finish(captureDraft(actions.map(withoutSecrets), now));
  const captures = [...(await earlier(actions.length, scope.projectId, context)), memory];
  const habits = habitsIn(captures);
  const known = habits.length === 0 ? [] : await procedures(scope.projectId, context);
  const { changes, made, confirmed } = learnWorkflow(memory, habits, known, now, finish);
  await commit({ at: now, ...changes }, context);
  context.embedLater(owner);
  for (const { memory: procedure, sources } of made) events.emit('patternExtracted', { memory: procedure, sources });
  const ids = [...made.map(({ memory: { id } }) => id), ...confirmed];
  return { memory, procedures: await store.getMemories(owner, ids) };
}

const withoutSecrets = ({ name, detail }: Action): Action => ({
  name: maskText(name),
  ...(detail !== undefined && { detail: maskText(detail) }),
});

/** The captures before one of so many actions, oldest first. */
async function earlier(given: number, projectId: string | undefined, context: ReviseContext): Promise<Memory[]> {
  const filter = { categories: [WORKFLOW], types: ['episodic'] as const, statuses: NOT_FORGOTTEN };
  const captures: Memory[] = [];
  let actions = given;
  for await (const capture of latest('recency', filter, projectId, context)) {
    actions += actionsIn(capture).length;
    if (actions > MOST_ACTIONS) break;
    captures.push(capture);
    if (captures.length + 1 >= MOST_CAPTURES) break;
  }
  return captures.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

/** Those forgotten too: what somebody put away is not to be learnt again. */
async function procedures(projectId: string | undefined, context: ReviseContext): Promise<Memory[]> {
  const filter = { categories: [WORKFLOW], types: ['procedural'] as const, statuses: EVERY_STATUS };
  const known: Memory[] = [];
  for await (const memory of latest('change', filter, projectId, context)) known.push(memory);
  return known;
}
