import { saySame, statementOf } from '../languages/english/same-statement.ts';
import type { Link } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import { termsOf } from '../text/terms.ts';
import { contentWords } from '../text/words.ts';

/** What of a memory is looked at. */
export type Evaluated = Pick<Memory, 'id' | 'content' | 'provenance'>;

export interface ConsolidationQualityOptions {
  /** What ties extracted memories to those they were drawn from, beside the episodes that both name. */
  readonly links?: readonly Pick<Link, 'fromId' | 'toId' | 'type'>[];
  /** How many sources a memory must have at least; a pattern takes several. */
  readonly leastSources?: number;
  /** What share of its words must stand in its sources. */
  readonly leastSupport?: number;
}

export interface ConsolidationQuality {
  /** Accuracy without what is said twice: accuracy × (1 − redundancy). Coverage is no part of it, for most turns hold nothing to extract. */
  readonly score: number;
  /** The share of the extracted memories that their sources support; 1 if none was extracted. */
  readonly accuracy: number;
  /** The share of the episodic memories that a supported memory was drawn from; 1 if there are none. */
  readonly coverage: number;
  /** The share of the extracted memories that say what one before them says. */
  readonly redundancy: number;
  /** Those whose sources do not support them, with the share of their words that stands there. */
  readonly unsupported: readonly { readonly id: string; readonly sources: number; readonly support: number }[];
}

/** How a memory tells of its speaker, or of how often; no source says so of itself. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  termsOf('user assistant usually often always keeps mentions mentioned times time several repeatedly'),
);

/**
 * How well memories were drawn from episodic ones. The sources of a memory are the episodic memories that share an episode of its
 * provenance, that it was published from, or that a link `derivedFrom` leads to. They support it if there are enough of them and enough of
 * its words, but for those that carry no meaning, stand in them.
 */
export function evaluateConsolidation(
  episodic: readonly Evaluated[],
  extracted: readonly Evaluated[],
  { links = [], leastSources = 1, leastSupport = 0.6 }: ConsolidationQualityOptions = {},
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
    const support = supportOf(content, [...sources]);
    if (sources.size >= leastSources && support >= leastSupport) for (const source of sources) covered.add(source.id);
    else unsupported.push({ id, sources: sources.size, support });
  }
  const statements = extracted.map(({ content }) => statementOf(content));
  const repeated = statements.filter((one, at) => statements.slice(0, at).some((other) => saySame(other, one)));
  const accuracy = extracted.length === 0 ? 1 : 1 - unsupported.length / extracted.length;
  const redundancy = extracted.length === 0 ? 0 : repeated.length / extracted.length;
  return {
    ...{ score: accuracy * (1 - redundancy), accuracy, redundancy, unsupported },
    coverage: episodic.length === 0 ? 1 : covered.size / episodic.length,
  };
}

/** The share of a text's meaning terms that stand in the sources. */
function supportOf(content: string, sources: readonly Evaluated[]): number {
  const said = new Set(sources.flatMap((source) => termsOf(source.content)));
  const terms = [...new Set(contentWords(content).flatMap(termsOf))].filter((term) => !OWN_WORDS.has(term));
  return terms.length === 0 ? 0 : terms.filter((term) => said.has(term)).length / terms.length;
}
