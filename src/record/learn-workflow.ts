import type { Changes } from '../contracts/store.ts';
import type { Link } from '../model/graph.ts';
import type { Memory, MemoryDraft, MemoryUpdate } from '../model/memory.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { isPartOf, type RecurringSequence, recurringSequences } from './workflows.ts';

export const WORKFLOW = 'workflow';

/** So often makes a habit. */
const OFTEN = 3;
/** Only so many of the latest captures are gone through. */
const MOST_CAPTURES = 300;

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

const procedureDraft = (names: readonly string[], occurrences: number): MemoryDraft => ({
  content: `Usually: ${inWords(names)}.`,
  ...{ category: WORKFLOW, type: 'procedural', confidence: 0.75, importance: 0.6 },
  metadata: { actions: names.map((name) => ({ name })), occurrences },
});

const inWords = (names: readonly string[]): string => names.join(', then ');

const namesIn = ({ metadata }: Memory): string[] => {
  const actions = metadata['actions'];
  return (Array.isArray(actions) ? actions : []).flatMap((action) =>
    typeof action === 'object' && action !== null && 'name' in action ? [String(action['name'])] : [],
  );
};

export interface Learnt {
  readonly changes: Pick<Changes, 'memories' | 'updates' | 'links'>;
  /** The procedures that are new, with the captures they were seen in; and those that were seen again. */
  readonly made: readonly { readonly memory: Memory; readonly sources: readonly string[] }[];
  readonly confirmed: readonly string[];
}

/**
 * What a capture teaches beside those before it. A sequence that has become a habit is a procedure; one that is known and was seen again is surer;
 * one that turned out to be part of a longer one gives way to it. What somebody put away is not learnt again.
 */
export function learnWorkflow(
  capture: Memory,
  earlier: readonly Memory[],
  known: readonly Memory[],
  now: Date,
  finish: (draft: MemoryDraft) => Memory,
): Learnt {
  const captures = [...earlier.slice(1 - MOST_CAPTURES), capture];
  const sequences = recurringSequences(captures.map(namesIn), OFTEN);
  const keys = new Set(sequences.map(({ actions }) => keyOf(actions)));
  const memories: Memory[] = [capture];
  const updates: MemoryUpdate[] = [];
  const links: Link[] = [];
  const made: { memory: Memory; sources: string[] }[] = [];
  const confirmed: string[] = [];
  for (const sequence of sequences) {
    const sources = sourcesOf(sequence, captures);
    const alike = known.filter((memory) => keyOf(namesIn(memory)) === keyOf(sequence.actions));
    const same = alike.find(({ status }) => status === 'active') ?? alike.find(({ status }) => status !== 'superseded');
    if (same === undefined) {
      const memory = finish(procedureDraft(sequence.actions, sequence.occurrences.length));
      const parts = known.filter((part) => isMere(part, sequence, keys));
      memories.push(memory);
      made.push({ memory, sources });
      links.push(...sources.map((toId) => linkOf(memory.id, toId, 'derivedFrom', now)));
      links.push(...parts.map(({ id }) => linkOf(memory.id, id, 'supersedes', now)));
      updates.push(...parts.map(({ id }) => replacedBy(memory.id, id, now)));
    } else if (same.status === 'active' && sources.includes(capture.id)) {
      const metadata = { ...same.metadata, occurrences: sequence.occurrences.length };
      updates.push({ ...reinforced(same, 'successfulApplication', now), metadata });
      links.push(linkOf(same.id, capture.id, 'derivedFrom', now));
      confirmed.push(same.id);
    }
  }
  return { changes: { memories, updates, links }, made, confirmed };
}

const keyOf = (names: readonly string[]): string => JSON.stringify(names);

const sourcesOf = ({ occurrences }: RecurringSequence, captures: readonly Memory[]): string[] => [
  ...new Set(occurrences.flatMap(({ list }) => captures[list]?.id ?? [])),
];

/** Known so far, part of something longer, and no habit by itself. */
function isMere(memory: Memory, { actions }: RecurringSequence, habits: ReadonlySet<string>): boolean {
  const names = namesIn(memory);
  const isShorter = memory.status === 'active' && names.length < actions.length;
  return isShorter && isPartOf(names, actions) && !habits.has(keyOf(names));
}

const replacedBy = (by: string, id: string, now: Date): MemoryUpdate => ({
  ...{ id, status: 'superseded', supersededBy: by, invalidAt: now, updatedAt: now },
  cause: { kind: 'superseded', by },
});

const linkOf = (fromId: string, toId: string, type: Link['type'], createdAt: Date): Link => ({
  ...{ fromId, toId, type, createdAt },
  strength: 1,
});
