import type { ComponentContext, Consolidation, MentionedRelationship, SessionBatch } from '../contracts/component.ts';
import type { StatementRelation } from '../contracts/language.ts';
import { type Link, linkOf, type Relationship } from '../model/graph.ts';
import { overlapInTime, type Validity } from '../model/memory.ts';
import { isBelow } from '../model/trust.ts';
import { basesOf, baseTexts } from './claims.ts';
import { EntityBook, type EntityNaming } from './entity-book.ts';
import { type Finding, type MemoryEntry, merged, newEntry } from './finding.ts';
import { type RivalFilter, StoredMemories } from './stored-memories.ts';
import { isUserLabel, speaksForAnother } from './voices.ts';

type Compare = (older: string, newer: string) => StatementRelation;

export interface ReconcileOptions {
  readonly among: RivalFilter;
  readonly relationships?: readonly MentionedRelationship[];
  /** Compares an older with a newer text; by their claims unless given. */
  readonly compare?: Compare;
}

export type Reconciled = Required<Omit<Consolidation, 'refused'>> & {
  readonly memoryIds: readonly string[];
};

/**
 * Compares each finding with stored memories and with earlier findings. A repetition is merged into the memory; a contradiction or
 * refinement supersedes it, and the old memory stays with the moment at which it ended; everything else is new. The relations of a
 * model decide if it read the finding, otherwise texts, never vectors: opposites are close in vector space. Less trust neither
 * supersedes nor reinforces more trust: the finding is stored next to the memory, doubted if it contradicts, until a more trusted
 * source says it. The same applies to statements about others, next to their own statements.
 */
export async function reconcile(
  findings: readonly Finding[],
  batch: SessionBatch,
  { store, clock, languages, isUser = isUserLabel }: Pick<ComponentContext, 'store' | 'clock' | 'languages' | 'isUser'>,
  {
    among,
    relationships: mentionedRelationships = [],
    compare = (older, newer) => languages.of(newer).compare(older, newer),
  }: ReconcileOptions,
): Promise<Reconciled> {
  const now = clock.now();
  const book = await EntityBook.open(batch.owner, findings, store, now);
  const stored = new StoredMemories(batch.owner, among, { store, languages });
  const links: Link[] = [];
  const contradictions: { memoryId: string; otherId: string }[] = [];
  /** Memories derived from those superseded in this batch; the engine doubts those written before. */
  const doubted = new Set<string>();
  const mergedInto = new Map<string, string>();
  const namings: EntityNaming[] = [];
  let mergedCount = 0;
  const episodeTimes = new Map(batch.episodes.map(({ id, occurredAt }) => [id, occurredAt]));
  /** A reported change supersedes what the speaker said before, even if it is dated earlier: "I moved in spring". */
  const statesLaterChange = ({ content, episodeIds }: MemoryEntry, { validAt = now }: Validity): boolean =>
    episodeIds.some((id) => (episodeTimes.get(id) ?? 0) >= validAt) && languages.of(content).statesChange(content);
  const isLate = (rival: MemoryEntry, entry: MemoryEntry) => isAfter(rival, entry) && !statesLaterChange(entry, rival);
  const isLess = (one: MemoryEntry, other: MemoryEntry): boolean =>
    isBelow(one.trust, other.trust) || (!isWorkingMemory(other) && speaksForAnother(one, other, languages, isUser));

  await stored.prefetchRivals(
    findings.flatMap(({ content, memoryRelations: rivalRelations }) => [
      ...(rivalRelations === undefined ? [content] : []),
      ...baseTexts(content, languages),
    ]),
  );
  for (const finding of findings) {
    let entry = newEntry(finding, book.idsOf(finding.entities), batch, now);
    const { memoryRelations: readRelations } = finding;
    const rivalRelations =
      readRelations === undefined
        ? (await stored.rivalsOf(finding.content)).map((rival) =>
            rivalRelationOf(rival, entry, isLate(rival, entry), compare),
          )
        : await rivalRelationsRead(readRelations, entry, stored, mergedInto);
    const same = rivalRelations.find(
      ({ relation, rival }) =>
        relation === 'duplicate' && overlapInTime(rival, entry) && (isLess(entry, rival) || !isLess(rival, entry)),
    )?.rival;
    if (same !== undefined) {
      mergedInto.set(entry.id, same.id);
      const isLessTrusted = isLess(entry, same);
      entry = isLessTrusted ? same : merged(same, entry);
      if (!isLessTrusted) doubted.delete(entry.id);
      mergedCount += 1;
    } else
      for (const { rival, relation, isLate, until } of rivalRelations) {
        if (relation === 'unrelated' || !overlapInTime(rival, entry)) continue;
        if (relation === 'end') {
          const [newer, older] = isLate ? [rival, entry] : [entry, rival];
          if (isLess(newer, older)) continue;
          if (isLate) entry = endedBy(rival, entry, now, until);
          else stored.put(endedBy(entry, rival, now, until));
          continue;
        }
        const isEntryLess = isLess(entry, rival);
        if (isEntryLess || (isLate && isLess(rival, entry))) {
          if (relation !== 'contradiction') continue;
          const [less, more] = isEntryLess ? [entry, rival] : [rival, entry];
          contradictions.push({ memoryId: less.id, otherId: more.id });
          links.push(linkOf(less.id, more.id, 'contradicts', now));
          if (less === entry) entry = { ...entry, doubtedAt: now };
          else doubted.add(less.id);
          continue;
        }
        if (relation === 'contradiction') {
          const [memoryId, otherId] = isLate ? [rival.id, entry.id] : [entry.id, rival.id];
          contradictions.push({ memoryId, otherId });
        }
        if (isLate) {
          entry = {
            ...entry,
            supersededBy: rival.id,
            ...(rival.validAt !== undefined && { invalidAt: rival.validAt }),
          };
          links.push(linkOf(rival.id, entry.id, 'supersedes', now));
          continue;
        }
        if (relation === 'update' || relation === 'duplicate') {
          entry = merged(entry, rival);
          mergedCount += 1;
        }
        const invalidAt = (isAfter(rival, entry) ? rival.validAt : entry.validAt) ?? now;
        stored.put({ ...rival, supersededBy: entry.id, invalidAt, isChanged: true });
        links.push(linkOf(entry.id, rival.id, 'supersedes', now));
        for (const { type, fromId, toId } of links)
          if (type === 'derivedFrom' && toId === rival.id) doubted.add(fromId);
      }
    stored.put(entry);
    namings.push({ entities: finding.entities, memoryId: entry.id, isEnding: finding.invalidAt !== undefined });
    for (const base of await basesOf(entry, stored, languages)) links.push(linkOf(entry.id, base, 'derivedFrom', now));
  }

  const newRelationships = book.relationships(mentionedRelationships, namings);
  const knownRelationships =
    newRelationships.length === 0
      ? []
      : await store.relationshipsOf(
          batch.owner,
          newRelationships.map(({ fromId }) => fromId),
        );
  const currentIds = new Set(
    (await stored.getCurrent(knownRelationships.flatMap(({ memoryId }) => memoryId ?? []))).map(({ id }) => id),
  );
  const isStatedAlready = (relationship: Relationship) =>
    knownRelationships.some(
      (known) =>
        isSameRelationship(known, relationship) && known.memoryId !== undefined && currentIds.has(known.memoryId),
    );

  const { drafts, updates } = stored.outcome(batch, now);
  return {
    memories: drafts,
    changes: {
      updates: [...updates, ...[...doubted].map((id) => ({ id, doubtedAt: now }))],
      ...{
        links,
        entities: book.entities,
        relationships: newRelationships.filter((relationship) => !isStatedAlready(relationship)),
      },
    },
    ...{ merged: mergedCount, contradictions, memoryIds: namings.map(({ memoryId }) => memoryId) },
  };
}

const isSameRelationship = (one: Relationship, other: Relationship): boolean =>
  one.fromId === other.fromId && one.toId === other.toId && one.relation === other.relation;

interface RivalRelation {
  readonly rival: MemoryEntry;
  readonly relation: StatementRelation | 'end';
  readonly isLate: boolean;
  readonly until?: Date | undefined;
}

const STATEMENT_RELATIONS = {
  same: 'duplicate',
  replaces: 'contradiction',
  replacedBy: 'contradiction',
  ends: 'end',
  endedBy: 'end',
} as const;

/** The later statement wins, whichever day it refers to. A working memory neither supersedes a lasting one nor is merged with it. */
async function rivalRelationsRead(
  readRelations: NonNullable<Finding['memoryRelations']>,
  entry: MemoryEntry,
  stored: StoredMemories,
  mergedInto: ReadonlyMap<string, string>,
): Promise<RivalRelation[]> {
  const relationsById = new Map(readRelations.map((verdict) => [mergedInto.get(verdict.id) ?? verdict.id, verdict]));
  return (await stored.getCurrent([...relationsById.keys()])).flatMap((rival): RivalRelation[] => {
    const { relation = 'same', until } = relationsById.get(rival.id) ?? {};
    const [stays, goes] = relation === 'replaces' ? [entry, rival] : [rival, entry];
    if (STATEMENT_RELATIONS[relation] !== 'end' && isWorkingMemory(stays) && !isWorkingMemory(goes)) return [];
    return [
      {
        rival,
        relation: STATEMENT_RELATIONS[relation],
        isLate: relation === 'replacedBy' || relation === 'endedBy',
        until,
      },
    ];
  });
}

const isWorkingMemory = ({ memory, type = memory?.type }: MemoryEntry): boolean => type === 'working';

function endedBy(newer: MemoryEntry, older: MemoryEntry, now: Date, until: Date | undefined): MemoryEntry {
  const { validAt: since } = older;
  if (until && since && until <= since) return older;
  const invalidAt = until ?? (isAfter(older, newer) ? since : newer.validAt) ?? now;
  return { ...older, invalidAt, isChanged: true };
}

function rivalRelationOf(rival: MemoryEntry, entry: MemoryEntry, isLate: boolean, compare: Compare): RivalRelation {
  const afterRival = () => compare(rival.content, entry.content);
  if (!isLate) return { rival, relation: afterRival(), isLate };
  const relation = compare(entry.content, rival.content);
  // The stored text says less than the older entry: the fuller text supersedes it.
  if (relation === 'duplicate' && afterRival() === 'update') return { rival, relation: 'update', isLate: false };
  return { rival, relation, isLate };
}

const isAfter = (one: Validity, other: Validity): boolean =>
  one.validAt !== undefined && other.validAt !== undefined && one.validAt > other.validAt;
