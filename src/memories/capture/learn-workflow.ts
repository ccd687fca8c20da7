import type { Changes } from '../../contracts/store.ts';
import { type Link, linkOf } from '../../model/graph.ts';
import type { Memory, MemoryDraft, MemoryUpdate } from '../../model/memory.ts';
import { reinforced } from '../../reconcile/reinforced.ts';
import { replaceBy } from '../replace.ts';
import { isPartOf, recurringSequences } from './recurring-sequences.ts';

export const WORKFLOW = 'workflow';

/** So often makes a habit. */
const OFTEN = 3;

export interface Action {
  readonly name: string;
  readonly detail?: string | undefined;
}

/** What was done just now, as an event. */
export const captureDraft = (actions: readonly Action[], at: Date): MemoryDraft => ({
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

/** The names of the actions that a capture or a procedure is made of. */
export function actionsIn({ metadata }: Memory): string[] {
  const actions = metadata['actions'];
  return (Array.isArray(actions) ? actions : []).flatMap((action) =>
    typeof action === 'object' && action !== null && 'name' in action ? [String(action['name'])] : [],
  );
}

/** A sequence of actions that recurs, how often, and the captures it was seen in. */
export interface Habit {
  readonly actions: readonly string[];
  readonly times: number;
  readonly sources: readonly string[];
}

export const habitsIn = (captures: readonly Memory[]): Habit[] =>
  recurringSequences(captures.map(actionsIn), OFTEN).map(({ actions, occurrences }) => ({
    ...{ actions, times: occurrences.length },
    sources: [...new Set(occurrences.flatMap(({ list }) => captures[list]?.id ?? []))],
  }));

export interface Learnt {
  readonly changes: Pick<Changes, 'memories' | 'updates' | 'links'>;
  /** The procedures that are new, with the captures they were seen in; and those that were seen again. */
  readonly made: readonly { readonly memory: Memory; readonly sources: readonly string[] }[];
  readonly confirmed: readonly string[];
}

/**
 * What a capture teaches beside those before it. A habit is a procedure; one that is known and was seen again is surer;
 * one that turned out to be part of a longer one gives way to it. What somebody put away is not learnt again.
 */
export function learnWorkflow(
  capture: Memory,
  habits: readonly Habit[],
  procedures: readonly Memory[],
  now: Date,
  finish: (draft: MemoryDraft) => Memory,
): Learnt {
  const keys = new Set(habits.map(({ actions }) => keyOf(actions)));
  const known = procedures.map((memory) => ({ memory, actions: actionsIn(memory), key: keyOf(actionsIn(memory)) }));
  /** Active so far, and no habit by themselves. */
  const mere = known.filter(({ memory, key }) => memory.status === 'active' && !keys.has(key));
  const replaced = new Set<string>();
  const memories: Memory[] = [capture];
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
      const parts = mere
        .filter((part) => part.actions.length < actions.length && isPartOf(part.actions, actions))
        .map((part) => part.memory)
        .filter(({ id }) => !replaced.has(id));
      for (const { id } of parts) replaced.add(id);
      const ends = replaceBy(memory, parts, { kind: 'superseded' }, now);
      memories.push(memory);
      made.push({ memory, sources });
      links.push(...sources.map((toId) => linkOf(memory.id, toId, 'derivedFrom', now)), ...ends.links);
      updates.push(...ends.updates);
    } else if (same.status === 'active' && sources.includes(capture.id)) {
      const metadata = { ...same.metadata, occurrences: habit.times };
      updates.push({ ...reinforced(same, 'successfulApplication', now), metadata });
      links.push(linkOf(same.id, capture.id, 'derivedFrom', now));
      confirmed.push(same.id);
    }
  }
  return { changes: { memories, updates, links }, made, confirmed };
}

const keyOf = (names: readonly string[]): string => JSON.stringify(names);
