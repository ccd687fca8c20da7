import type { TextMatch, TextQuery } from '../../contracts/store.ts';
import { queryWords, rarity, sumOf, type TextTotals, textMatcher } from '../../languages/text-score.ts';
import { classWeights, type IndexedText } from '../shared/indexed-text.ts';
import { isNarrow } from '../store-rules.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { filterCondition, INDEXED, statesOf } from './memory-rows.ts';
import { joined, raw, sql } from './sql.ts';
import { apartTexts } from './versions.ts';
import { batchesOf, type Writing } from './writing.ts';

export async function removeTexts({ connection, owner }: Writing, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const removed = await connection.all<{ term: string; class: number; count: number }>(
    sql`with gone as (delete from postings p where ${ownedBy(owner, 'p')} and p.memory = any(${keys})
          returning p.term, p.class)
        select term, class, count(*) as count from gone group by term, class`,
  );
  for await (const batch of batchesOf(removed)) await addDocumentCounts({ connection, owner }, batch, -1);
}

interface Posting {
  readonly term: string;
  readonly class: number;
  readonly memory: number;
}

const POSTINGS_AT_ONCE = 5_000;

/** None of the texts may be in the index. */
export async function addTexts(writing: Writing, texts: ReadonlyMap<number, IndexedText>): Promise<void> {
  let postings: Posting[] = [];
  for (const [memory, { classes }] of texts) {
    for (const [term, weight] of classes) postings.push({ term, class: weight, memory });
    if (postings.length < POSTINGS_AT_ONCE) continue;
    await insertPostings(writing, postings);
    postings = [];
  }
  await insertPostings(writing, postings);
}

async function insertPostings({ connection, owner }: Writing, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  await connection.run(
    sql`insert into postings (tenant, owner, term, class, memory)
        select o.tenant, o.owner, p.* from owners o cross join unnest(${postings.map(({ term }) => term)}::text[],
          ${postings.map((posting) => posting.class)}::smallint[], ${postings.map(({ memory }) => memory)}::int[]) p
        where ${ownedBy(owner, 'o')}`,
  );
  const counts = new Map<string, { term: string; class: number; count: number }>();
  for (const { term, class: weight } of postings) {
    const counted = counts.get(`${weight}${term}`);
    if (counted) counted.count += 1;
    else counts.set(`${weight}${term}`, { term, class: weight, count: 1 });
  }
  await addDocumentCounts({ connection, owner }, [...counts.values()], 1);
}

async function addDocumentCounts(
  { connection, owner }: Pick<Writing, 'connection' | 'owner'>,
  counts: readonly { readonly term: string; readonly class: number; readonly count: number }[],
  sign: 1 | -1,
): Promise<void> {
  const terms = counts.map(({ term }) => term);
  await connection.run(
    sql`insert into terms as t (tenant, owner, term, class, documents)
        select o.tenant, o.owner, c.* from owners o cross join unnest(${terms}::text[],
          ${counts.map((each) => each.class)}::smallint[], ${counts.map((each) => sign * each.count)}::int[]) c
        where ${ownedBy(owner, 'o')}
        on conflict (tenant, owner, term, class) do update set documents = t.documents + excluded.documents`,
  );
  if (sign < 0)
    await connection.run(
      sql`delete from terms t where ${ownedBy(owner, 't')} and t.term = any(${terms}) and t.documents <= 0`,
    );
}

/** Limit of postings that a query reads; the lightest are left out. All are read with a narrow filter, or if too few candidates pass. */
const POSTINGS_BUDGET = 12_000;
/** Rough scores are inexact, so more candidates are taken. */
const MARGIN = 1.5;
const MIN_CANDIDATES = 100;

interface Postings {
  readonly term: string;
  readonly class: number;
  readonly documents: number;
  readonly weight: number;
}

export async function searchText(connection: Connection, owner: OwnerKey, query: TextQuery): Promise<TextMatch[]> {
  const words = queryWords(query.terms, query.language);
  const queryTerms = words.flatMap(({ terms }) => terms);
  if (queryTerms.length === 0 || query.limit <= 0) return [];
  const totals = await textTotals(connection, owner);
  const termRows = await connection.all<Omit<Postings, 'weight'>>(
    sql`select t.term, t.class, t.documents from terms t where ${ownedBy(owner, 't')} and t.term = any(${queryTerms})`,
  );
  const rarities = new Map(
    queryTerms.map((term) => {
      const documents = termRows.reduce((sum, each) => (each.term === term ? sum + each.documents : sum), 0);
      return [term, rarity(documents, totals)];
    }),
  );
  const lists = termRows
    .map((list) => ({ ...list, weight: (classWeights[list.class] ?? 0) * (rarities.get(list.term) ?? 0) }))
    .sort((a, b) => b.weight - a.weight);
  const candidates = await indexedCandidates(connection, owner, query, lists);
  const apart = query.filter.asOf ? await apartTexts(connection, owner, query.filter) : [];
  const matchesIn = textMatcher(words, rarities, totals);
  return [...candidates, ...apart]
    .map(({ id, content }) => {
      const matches = matchesIn(content);
      return { memoryId: id, score: sumOf(matches), matches };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1))
    .slice(0, query.limit);
}

async function textTotals(connection: Connection, owner: OwnerKey): Promise<TextTotals> {
  const totals = await connection.get<TextTotals>(
    sql`select o.documents, o.terms from owners o where ${ownedBy(owner, 'o')}`,
  );
  return totals ?? { documents: 0, terms: 0 };
}

async function indexedCandidates(
  connection: Connection,
  owner: OwnerKey,
  query: TextQuery,
  lists: readonly Postings[],
) {
  if (lists.length === 0) return [];
  const chosen = isNarrow(query.filter) ? lists : affordable(lists);
  const candidates = await roughlyBest(connection, owner, query, chosen, isNarrow(query.filter));
  const isCut = chosen.length < lists.length || (lists[0]?.documents ?? 0) > POSTINGS_BUDGET;
  if (candidates.length >= query.limit || isNarrow(query.filter) || !isCut) return candidates;
  return roughlyBest(connection, owner, query, lists, true);
}

/** The heaviest posting lists that fit the budget; the first is always read. */
function affordable(lists: readonly Postings[]): Postings[] {
  let left = POSTINGS_BUDGET;
  return lists.filter(({ documents }, index) => {
    if (documents > left && index > 0) return false;
    left -= documents;
    return true;
  });
}

/** Candidates are examined by rough score, no more than needed; of a long list, its newest postings count. */
function roughlyBest(
  connection: Connection,
  owner: OwnerKey,
  { filter, limit }: TextQuery,
  lists: readonly Postings[],
  isWhole: boolean,
): Promise<{ id: string; content: string }[]> {
  const passing = statesOf(filter).map(
    (states) => sql`select m.id, m.content from ${raw(states)} m
      where m.key = f.memory and ${filterCondition(owner, filter, states)} and ${INDEXED[states]}`,
  );
  const postingsLimit = isWhole ? raw('all') : sql`${POSTINGS_BUDGET}`;
  return connection.all(
    sql`select c.id, c.content from (
          select p.memory, sum(l.weight) as score
          from unnest(${lists.map(({ term }) => term)}::text[], ${lists.map((list) => list.class)}::smallint[],
            ${lists.map(({ weight }) => weight)}::double precision[]) l (term, class, weight)
          cross join lateral (select p.memory from postings p
            where ${ownedBy(owner, 'p')} and p.term = l.term and p.class = l.class
            order by p.memory desc limit ${postingsLimit}) p
          group by p.memory order by score desc, p.memory desc) f
        cross join lateral (${joined(passing, ' union all ')} limit 1) c
        order by f.score desc limit ${Math.max(MIN_CANDIDATES, Math.ceil(MARGIN * limit))}`,
  );
}
