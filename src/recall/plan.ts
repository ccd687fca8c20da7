import type { MemoryFilter } from '../contracts/store.ts';
import { contentWords, phrases } from '../language/words.ts';
import type { RecallOptions } from '../model/recall.ts';

/** Longer queries are cut: what matters is said in fewer words than this, and every query stays bounded in time. */
const MAX_QUERY_LENGTH = 4000;
const MAX_TERMS = 64;
const MAX_NAME_WORDS = 4;

export interface Plan {
  readonly query: string;
  /** Words for the text index. */
  readonly terms: readonly string[];
  /** Phrases that may be names of entities. */
  readonly names: readonly string[];
  readonly filter: MemoryFilter;
  /** The moment the answer is for. */
  readonly at: Date;
}

/** What the query asks for, before anything is searched. */
export function plan(query: string, options: RecallOptions, now: Date): Plan {
  const text = query.slice(0, MAX_QUERY_LENGTH);
  const at = options.asOf === undefined ? now : new Date(options.asOf as Date);
  const terms = contentWords(text).slice(0, MAX_TERMS);
  return { query: text, terms, names: phrases(text, MAX_NAME_WORDS), filter: filterOf(options, at), at };
}

function filterOf(
  { asOf, types, components, categories, projectId, sessionId }: RecallOptions,
  at: Date,
): MemoryFilter {
  return {
    ...(asOf === undefined ? { statuses: ['active'] } : { createdUntil: at }),
    validAt: at,
    ...(types !== undefined && { types }),
    ...(components !== undefined && { components }),
    ...(categories !== undefined && { categories }),
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
  };
}
