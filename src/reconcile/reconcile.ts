import type { ComponentContext, Consolidation, FoundRelation, SessionBatch } from '../contracts/component.ts';
import type { StatementRelation } from '../contracts/language.ts';
import { type Link, linkOf, type Relationship } from '../model/graph.ts';
import { overlapInTime, type Validity } from '../model/memory.ts';
import { isBelow } from '../model/trust.ts';
import { basesOf, baseTexts } from './claims.ts';
import { EntityBook, type Naming } from './entity-book.ts';
import { type Entry, type Finding, merged, newEntry } from './finding.ts';
import { type Comparable, Held } from './held.ts';
import { isNobody, speaksForAnother } from './voices.ts';

type Compare = (older: string, newer: string) => StatementRelation;

export interface ReconcileOptions {
  readonly among: Comparable;
  readonly relations?: readonly FoundRelation[];
  /** What a newer text does to an older one; by their claims unless given. */
  readonly compare?: Compare;
}

export type Reconciled = Required<Omit<Consolidation, 'refused'>> & {
  /** The memory that each finding became or went into. */
  readonly memoryIds: readonly string[];
};

/**
 * Compares each finding with what is held and with the findings before it. The same again goes into the memory that
 * says it; what contradicts or refines one takes its place, and the old one stays with the moment it ceased to hold; all else is
 * new. A model's verdicts decide where it has read them, else texts, never vectors: opposites lie close together. What has less
 * trust neither replaces nor strengthens what has more: it is kept beside it, in doubt where it contradicts, until someone of more trust says it.
 * So is what somebody says of another, beside what that one said.
 */
export async function reconcile(
  findings: readonly Finding[],
  batch: SessionBatch,
  { store, clock, languages, isUser = isNobody }: Pick<ComponentContext, 'store' | 'clock' | 'languages' | 'isUser'>,
  { among, relations = [], compare = (older, newer) => languages.of(newer).compare(older, newer) }: ReconcileOptions,
): Promise<Reconciled> {
  const now = clock.now();
  const book = await EntityBook.open(batch.owner, findings, store, now);
  const held = new Held(batch.owner, among, { store, languages });
  const links: Link[] = [];
  const contradictions: { memoryId: string; otherId: string }[] = [];
  /** What rests on something that ceased to hold in this very batch; of what was written before, the engine knows. */
  const doubted = new Set<string>();
  /** Which memory a finding went into, where it is not its own. */
  const mergedInto = new Map<string, string>();
  const told: Naming[] = [];
  let again = 0;
  const saidAt = new Map(batch.episodes.map(({ id, occurredAt }) => [id, occurredAt]));
  /** Whoever tells that something changed knows what they said before, though it changed earlier: "I moved in spring". */
  const tellsNews = ({ content, episodeIds }: Entry, { validAt = now }: Validity): boolean =>
    episodeIds.some((id) => (saidAt.get(id) ?? 0) >= validAt) && languages.of(content).tellsChange(content);
  const isLate = (rival: Entry, entry: Entry) => isAfter(rival, entry) && !tellsNews(entry, rival);
  const isLess = (one: Entry, other: Entry): boolean =>
    isBelow(one.trust, other.trust) || (!isPassing(other) && speaksForAnother(one, other, languages, isUser));

  await held.look(
    findings.flatMap(({ content, verdicts }) => [
      ...(verdicts === undefined ? [content] : []),
      ...baseTexts(content, languages),
    ]),
  );
  for (const finding of findings) {
    let entry = newEntry(finding, book.idsOf(finding.entities), batch, now);
    const { verdicts: read } = finding;
    const verdicts =
      read === undefined
        ? (await held.rivalsOf(finding.content)).map((rival) => verdictOn(rival, entry, isLate(rival, entry), compare))
        : await verdictsRead(read, entry, held, mergedInto);
    const same = verdicts.find(
      ({ relation, rival }) =>
        relation === 'duplicate' && overlapInTime(rival, entry) && (isLess(entry, rival) || !isLess(rival, entry)),
    )?.rival;
    if (same !== undefined) {
      mergedInto.set(entry.id, same.id);
      const isWorthLess = isLess(entry, same);
      entry = isWorthLess ? same : merged(same, entry);
      if (!isWorthLess) doubted.delete(entry.id);
      again += 1;
    } else
      for (const { rival, relation, isLate, until } of verdicts) {
        if (relation === 'unrelated' || !overlapInTime(rival, entry)) continue;
        if (relation === 'end') {
          const [newer, older] = isLate ? [rival, entry] : [entry, rival];
          if (isLess(newer, older)) continue;
          if (isLate) entry = endedBy(rival, entry, now, until);
          else held.put(endedBy(entry, rival, now, until));
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
          again += 1;
        }
        const invalidAt = (isAfter(rival, entry) ? rival.validAt : entry.validAt) ?? now;
        held.put({ ...rival, supersededBy: entry.id, invalidAt, isChanged: true });
        links.push(linkOf(entry.id, rival.id, 'supersedes', now));
        for (const { type, fromId, toId } of links)
          if (type === 'derivedFrom' && toId === rival.id) doubted.add(fromId);
      }
    held.put(entry);
    told.push({ entities: finding.entities, memoryId: entry.id, isEnding: finding.invalidAt !== undefined });
    for (const base of await basesOf(entry, held, languages)) links.push(linkOf(entry.id, base, 'derivedFrom', now));
  }

  const ties = book.relationships(relations, told);
  const before =
    ties.length === 0
      ? []
      : await store.relationshipsOf(
          batch.owner,
          ties.map(({ fromId }) => fromId),
        );
  const saying = new Set((await held.named(before.flatMap(({ memoryId }) => memoryId ?? []))).map(({ id }) => id));
  /** Said by what still holds. */
  const isSaid = (tie: Relationship) =>
    before.some((known) => isSameTie(known, tie) && known.memoryId !== undefined && saying.has(known.memoryId));

  const { drafts, updates } = held.outcome(batch, now);
  return {
    memories: drafts,
    changes: {
      updates: [...updates, ...[...doubted].map((id) => ({ id, doubtedAt: now }))],
      ...{ links, entities: book.entities, relationships: ties.filter((tie) => !isSaid(tie)) },
    },
    ...{ merged: again, contradictions, memoryIds: told.map(({ memoryId }) => memoryId) },
  };
}

const isSameTie = (one: Relationship, other: Relationship): boolean =>
  one.fromId === other.fromId && one.toId === other.toId && one.relation === other.relation;

interface Verdict {
  readonly rival: Entry;
  /** What the one that holds later does to the one that held before it. */
  readonly relation: StatementRelation | 'end';
  /** The entry is told late: what holds since then is known already. */
  readonly isLate: boolean;
  /** Up to when what is ended holds, where that was said. */
  readonly until?: Date | undefined;
}

const RELATIONS = {
  same: 'duplicate',
  replaces: 'contradiction',
  replacedBy: 'contradiction',
  ends: 'end',
  endedBy: 'end',
} as const;

/** The later statement wins, whatever day it is about. What ends with its session takes neither the place nor the words of what lasts. */
async function verdictsRead(
  read: NonNullable<Finding['verdicts']>,
  entry: Entry,
  held: Held,
  mergedInto: ReadonlyMap<string, string>,
): Promise<Verdict[]> {
  const verdicts = new Map(read.map((verdict) => [mergedInto.get(verdict.id) ?? verdict.id, verdict]));
  return (await held.named([...verdicts.keys()])).flatMap((rival): Verdict[] => {
    const { relation = 'same', until } = verdicts.get(rival.id) ?? {};
    const [stays, goes] = relation === 'replaces' ? [entry, rival] : [rival, entry];
    if (RELATIONS[relation] !== 'end' && isPassing(stays) && !isPassing(goes)) return [];
    return [
      { rival, relation: RELATIONS[relation], isLate: relation === 'replacedBy' || relation === 'endedBy', until },
    ];
  });
}

const isPassing = ({ memory, type = memory?.type }: Entry): boolean => type === 'working';

/** Nothing ends before it began. */
function endedBy(newer: Entry, older: Entry, now: Date, until: Date | undefined): Entry {
  const { validAt: since } = older;
  if (until && since && until <= since) return older;
  const invalidAt = until ?? (isAfter(older, newer) ? since : newer.validAt) ?? now;
  return { ...older, invalidAt, isChanged: true };
}

function verdictOn(rival: Entry, entry: Entry, isLate: boolean, compare: Compare): Verdict {
  const afterRival = () => compare(rival.content, entry.content);
  if (!isLate) return { rival, relation: afterRival(), isLate };
  const relation = compare(entry.content, rival.content);
  // What is known already says less of the same: the fuller text takes over, whenever it is told.
  if (relation === 'duplicate' && afterRival() === 'update') return { rival, relation: 'update', isLate: false };
  return { rival, relation, isLate };
}

const isAfter = (one: Validity, other: Validity): boolean =>
  one.validAt !== undefined && other.validAt !== undefined && one.validAt > other.validAt;
