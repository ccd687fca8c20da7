import { Counter, Histogram } from './instruments.ts';

/** Bucket bounds in seconds, from a stage of recall to a consolidation with a model. */
const SECONDS = [
  ...[0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
];
const TOKENS = [0, 25, 50, 100, 200, 400, 800, 1600, 3200, 6400];

const count = <Label extends string = never>(name: string, help: string, ...labels: Label[]) =>
  new Counter(`souvenir_${name}_total`, help, labels);
const time = <Label extends string = never>(name: string, help: string, ...labels: Label[]) =>
  new Histogram(`souvenir_${name}_duration_seconds`, help, SECONDS, labels);

const createInstruments = () => ({
  recalls: count('recalls', 'Queries, by whether memory had an answer.', 'mode', 'outcome'),
  recallSeconds: time('recall', 'Time a query took.', 'mode'),
  stageSeconds: time('recall_stage', 'Time a stage of a query took.', 'stage'),
  recalledTokens: new Histogram('souvenir_recalled_tokens', 'Tokens recalled for a query, 0 where silent.', TOKENS),

  turns: count('turns', 'Prompts composed for a message.'),
  turnTokens: new Histogram('souvenir_turn_tokens', 'Tokens of the prompts composed for messages.', TOKENS),

  memoriesCreated: count('memories_created', 'Memories made.', 'component', 'type'),
  memoryChanges: count('memory_changes', 'Versions of memories written, the first included.', 'change'),
  links: count('links', 'Ties between memories made and undone.', 'change', 'type'),
  contradictions: count('contradictions', 'Contradictions found between memories.'),
  patterns: count('patterns', 'Recurring things that became memories.'),

  episodesRecorded: count('episodes_recorded', 'Episodes taken in.', 'type'),
  episodesFlushed: count('episodes_flushed', 'Episodes that became durable.'),

  consolidationSeconds: time('consolidation', 'Time a consolidation took.'),
  componentSeconds: time('component', 'Time a component took to consolidate.', 'component'),
  episodesConsumed: count('episodes_consolidated', 'Episodes a component went over.', 'component'),
  sessionFailures: count('session_failures', 'Sessions that a component failed on.', 'component'),
  findingsRefused: count('findings_refused', 'Findings of a model that named no source.', 'component'),
  memoriesEmbedded: count('memories_embedded', 'Memories that consolidation gave a vector.'),
  cycleSeconds: time('cycle', 'Time a cycle took.'),

  modelCalls: count('model_calls', 'Calls to a language model.', 'operation'),
  modelTokens: count('model_tokens', 'Tokens sent to and received from a language model.', 'operation', 'direction'),

  degraded: count('degraded', 'Results that something was missing from.', 'operation'),
  degradedParts: count('degraded_parts', 'What was missing from results.', 'operation', 'part'),
  failures: count('failures', 'What failed while nobody waited, or without ending the rest.', 'part', 'code'),
  operationSeconds: time('operation', 'Time an operation took.', 'operation'),
  operationFailures: count('operation_failures', 'Operations that ended with an error.', 'operation', 'code'),
});

/** Every metric. Labels are names of parts, kinds and codes: never a user, a session or a text. */
export type Metrics = Readonly<ReturnType<typeof createInstruments>>;

/**
 * The metrics of this process, all at 0. Several memories can count into one set.
 * @example
 * const metrics = createMetrics();
 * const stop = measure(souvenir, metrics);
 */
export const createMetrics = (): Metrics => Object.freeze(createInstruments());

type ShownCounter = Pick<Counter, 'kind' | 'name' | 'help' | 'read'>;
type ShownHistogram = Pick<Histogram, 'kind' | 'name' | 'help' | 'bounds' | 'read'>;

/** The HTTP content type of `prometheusText`. */
export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * The metrics in the text format of Prometheus, version 0.0.4.
 * @example response.writeHead(200, { 'content-type': PROMETHEUS_CONTENT_TYPE }).end(prometheusText(metrics));
 */
export function prometheusText(metrics: Readonly<Record<string, ShownCounter | ShownHistogram>>): string {
  return Object.values(metrics)
    .flatMap((metric) => [
      `# HELP ${metric.name} ${escapeHelp(metric.help)}`,
      `# TYPE ${metric.name} ${metric.kind}`,
      ...(metric.kind === 'counter' ? counterLines(metric) : histogramLines(metric)),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

const counterLines = (counter: ShownCounter): string[] =>
  counter.read().map(({ labels, value }) => `${counter.name}${labelText(labels)} ${value}`);

function histogramLines(histogram: ShownHistogram): string[] {
  const { name, bounds } = histogram;
  return histogram.read().flatMap(({ labels, value: { counts, count, sum } }) => {
    let below = 0;
    const buckets = counts.map((inBucket, at) => {
      below += inBucket;
      const le = at < bounds.length ? String(bounds[at]) : '+Inf';
      return `${name}_bucket${labelText({ ...labels, le })} ${below}`;
    });
    return [...buckets, `${name}_sum${labelText(labels)} ${sum}`, `${name}_count${labelText(labels)} ${count}`];
  });
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (value: string): string => escapeHelp(value.toWellFormed()).replaceAll('"', '\\"');
