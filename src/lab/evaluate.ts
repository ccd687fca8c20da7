import type { Languages } from '../contracts/language.ts';
import { languages as known } from '../languages/languages.ts';
import { termsOf } from '../languages/terms.ts';
import type { Link } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import type { Breakdown } from '../model/recall.ts';
import { salienceSum } from '../model/salience.ts';
import { contentWords } from '../text/words.ts';

/** An expected memory: an id, or an object with one. */
export type Expected = string | { readonly id: string; readonly salience?: number };

/** A recalled memory; a RecallItem and a Memory both fit. */
export interface Recalled {
  readonly id: string;
  readonly alsoIn?: readonly { readonly id: string }[] | undefined;
  readonly salience?: number;
  readonly breakdown?: Pick<Breakdown, 'salience'>;
}

export interface Fidelity {
  /** The share of recalled memories that were expected; 1 if nothing was recalled. */
  readonly precision: number;
  /** The share of expected memories that were recalled; 1 if nothing was expected. */
  readonly recall: number;
  /** The harmonic mean of both; 0 if both are 0. */
  readonly f1: number;
  /**
   * Spearman's correlation of the order with the salience: 1 if the most salient comes first, -1 if it comes last.
   * Undefined if fewer than two saliences are known, or all are equal.
   */
  readonly salienceCorrelation: number | undefined;
}

/**
 * The quality of a recall. An item with `alsoIn` counts for all of its memories. Salience comes from the item, else its breakdown,
 * else the expected memory of the same id; items without any are left out of the correlation.
 * @example
 * const { items } = await ana.recall('Where does Ana live?');
 * const { precision, recall } = evaluateRecall([{ id }], items);
 */
export function evaluateRecall(expected: readonly Expected[], actual: readonly Recalled[]): Fidelity {
  const known = new Map(
    expected.map((each) => (typeof each === 'string' ? [each, undefined] : [each.id, each.salience])),
  );
  const items = [...new Map(actual.map((item) => [item.id, item])).values()];
  const idsOf = ({ id, alsoIn = [] }: Recalled) => [id, ...alsoIn.map((other) => other.id)];
  const matching = items.filter((item) => idsOf(item).some((id) => known.has(id)));
  const recalledIds = new Set(items.flatMap(idsOf).filter((id) => known.has(id)));
  const precision = share(matching.length, items.length);
  const recall = share(recalledIds.size, known.size);
  const salience = items.map(
    (item) => item.salience ?? (item.breakdown?.salience && salienceSum(item.breakdown.salience)) ?? known.get(item.id),
  );
  return {
    ...{ precision, recall },
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    salienceCorrelation: orderCorrelation(salience.filter((each) => each !== undefined)),
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** The correlation of values with their order, where the greatest should come first. */
function orderCorrelation(values: readonly number[]): number | undefined {
  const positions = values.map((_, at) => at);
  return spearman(
    positions.map((position) => -position),
    values,
  );
}

function spearman(left: readonly number[], right: readonly number[]): number | undefined {
  const [a, b] = [ranksOf(left), ranksOf(right)];
  const mean = (left.length + 1) / 2;
  const spread = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + (rank - mean) ** 2, 0);
  const whole = Math.sqrt(spread(a) * spread(b));
  const shared = a.reduce((sum, rank, at) => sum + (rank - mean) * ((b[at] ?? mean) - mean), 0);
  return whole === 0 ? undefined : Math.min(1, Math.max(-1, shared / whole));
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

/** The evaluated fields of a memory. */
export type Evaluated = Pick<Memory, 'id' | 'content' | 'provenance'>;

export interface ConsolidationQualityOptions {
  /** Links from extracted memories to their sources, besides the episodes that both share. */
  readonly links?: readonly Pick<Link, 'fromId' | 'toId' | 'type'>[];
  /** The number of sources that a memory needs; a pattern takes several. */
  readonly minSources?: number;
  /** The share of its words that must occur in its sources. */
  readonly minSupport?: number;
  /** The languages to detect equal statements; English by rules unless given. */
  readonly languages?: Languages;
}

export interface ConsolidationQuality {
  /** accuracy × (1 − redundancy). Coverage does not count, since most turns contain nothing to extract. */
  readonly score: number;
  /** The share of the extracted memories that their sources support; 1 if none was extracted. */
  readonly accuracy: number;
  /** The share of the episodic memories with a supported memory; 1 if there are none. */
  readonly coverage: number;
  /** The share of the extracted memories that repeat an earlier one. */
  readonly redundancy: number;
  /** Memories that their sources do not support, with the share of their words that occurs there. */
  readonly unsupported: readonly { readonly id: string; readonly sources: number; readonly support: number }[];
}

/** Words with which memories name their speaker or a frequency, which no source contains. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  termsOf('user assistant usually often always keeps mentions mentioned times time several repeatedly'),
);

/**
 * The quality of extracted memories. The sources of a memory are the episodic memories that share an episode of its provenance,
 * that it was published from, or that a link `derivedFrom` leads to. They support it if there are enough of them, and enough of its
 * meaningful words occur in them.
 * @example
 * const [said, learnt] = await Promise.all([
 *   ana.memories.list({ components: ['episodic'] }),
 *   ana.memories.list({ components: ['durable'] }),
 * ]);
 * const quality = evaluateConsolidation(said.memories, learnt.memories);
 */
export function evaluateConsolidation(
  episodic: readonly Evaluated[],
  extracted: readonly Evaluated[],
  { links = [], minSources = 1, minSupport = 0.6, languages = known() }: ConsolidationQualityOptions = {},
): ConsolidationQuality {
  const byId = new Map(episodic.map((memory) => [memory.id, memory]));
  const byEpisode = new Map<string, Evaluated[]>();
  for (const memory of episodic)
    for (const id of memory.provenance.episodeIds) byEpisode.set(id, [...(byEpisode.get(id) ?? []), memory]);
  const covered = new Set<string>();
  const unsupported: { id: string; sources: number; support: number }[] = [];
  for (const { id, content, provenance } of extracted) {
    const derived = links.filter(({ type, fromId }) => type === 'derivedFrom' && fromId === id);
    const sources = new Set([
      ...provenance.episodeIds.flatMap((episode) => byEpisode.get(episode) ?? []),
      ...[provenance.memoryId, ...derived.map(({ toId }) => toId)].flatMap((other) => byId.get(other ?? '') ?? []),
    ]);
    const support = supportOf(content, [...sources], languages);
    if (sources.size >= minSources && support >= minSupport) for (const source of sources) covered.add(source.id);
    else unsupported.push({ id, sources: sources.size, support });
  }
  const repeated = extracted.filter(({ content }, at) => {
    const language = languages.of(content);
    return extracted.slice(0, at).some((other) => language.saySame(other.content, content));
  });
  const accuracy = extracted.length === 0 ? 1 : 1 - unsupported.length / extracted.length;
  const redundancy = extracted.length === 0 ? 0 : repeated.length / extracted.length;
  return {
    ...{ score: accuracy * (1 - redundancy), accuracy, redundancy, unsupported },
    coverage: episodic.length === 0 ? 1 : covered.size / episodic.length,
  };
}

/** The share of a text's meaning terms that occur in the sources. */
function supportOf(content: string, sources: readonly Evaluated[], languages: Languages): number {
  const sourceTerms = new Set(sources.flatMap((source) => termsOf(source.content)));
  const terms = [...new Set(contentWords(content, languages.of(content)).flatMap(termsOf))].filter(
    (term) => !OWN_WORDS.has(term),
  );
  return terms.length === 0 ? 0 : terms.filter((term) => sourceTerms.has(term)).length / terms.length;
}
