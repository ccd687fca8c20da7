import type { Store } from '../contracts/store.ts';
import { termsIn, termsOf } from '../languages/terms.ts';
import { isInternalOwner } from '../model/scope.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { Gathered } from './gather.ts';
import type { Plan, Space } from './plan.ts';
import type { Evidence, RatedMemory } from './threshold.ts';

const MAX_NAMED = 3;
export const MAX_ARCHIVED = 3;

interface SilenceContext {
  readonly gathered: Gathered;
  readonly relevant: readonly RatedMemory[];
  readonly evidence: Evidence;
  readonly archived: number;
}

export async function silence(plan: Plan, { gathered, relevant, evidence, archived }: SilenceContext): Promise<string> {
  const { isListing, idleReason, filter } = plan;
  const { candidates } = gathered;
  if (idleReason !== undefined) return idleReason;
  if (filter.entityIds?.length === 0) return 'no entity of that name is known';
  if (candidates.length === 0 && isListing) return 'no memory passes the filters';
  if (relevant.length > 0) return 'no relevant memory fits the token budget';
  const offer = archived === 0 ? [] : [`${archived} archived ${archived === 1 ? 'memory matches' : 'memories match'}`];
  if (candidates.length === 0) return ['no memory matches the query', ...offer].join('; ');
  if (evidence.stranger >= 0.5) return ['nobody of that name is remembered', ...offer].join('; ');
  return ['no memory is relevant enough', ...(await unmentioned(plan, gathered)), ...offer].join('; ');
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Words of the query that no candidate contains in any form; names are left out, since a person may be known under another. */
async function unmentioned({ query, terms, people, language }: Plan, { candidates }: Gathered): Promise<string[]> {
  const knownTerms = new Set<string>();
  for (const { memory } of candidates) {
    await yieldToEventLoop();
    for (const term of termsOf(memory.content)) knownTerms.add(term);
  }
  const named = new Set(people.flat());
  const missing: string[] = [];
  for (let at = 0; at < terms.length && missing.length < MAX_NAMED; at++) {
    const term = terms[at] as string;
    if (!named.has(at) && termsIn(term, language.code).every((stem) => !knownTerms.has(stem))) missing.push(term);
  }
  const words = missing.map((word) => `“${asWritten(word, query)}”`);
  return words.length === 0 ? [] : [`none mentions ${OR.format(words)}`];
}

function asWritten(word: string, query: string): string {
  const at = query.toLowerCase().indexOf(word);
  return at < 0 ? word : query.slice(at, at + word.length);
}

export async function mayBeArchived(plan: Plan, spaces: readonly Space[], store: Store): Promise<boolean> {
  const { isListing, idleReason, filter } = plan;
  if (isListing || idleReason !== undefined || filter.entityIds?.length === 0) return false;
  if (filter.statuses?.includes('archived')) return false;
  const statuses = ['archived'] as const;
  const counts = spaces
    .filter((space) => space.store === undefined && !isInternalOwner(space.owner))
    .map(({ owner }) => store.countMemories(owner, { statuses }));
  return (await Promise.all(counts)).some((count) => count > 0);
}
