import { Counter, Histogram } from './instruments.ts';

/** Seconds: a stage of recall takes less than one of the first, a consolidation with a model one of the last. */
const SECONDS = [
  ...[0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
];
const TOKENS = [0, 25, 50, 100, 200, 400, 800, 1600, 3200, 6400];

const instruments = () => ({
  recalls: new Counter('souvenir_recalls_total', 'Queries, by whether memory had an answer.', ['mode', 'outcome']),
  recallSeconds: new Histogram('souvenir_recall_duration_seconds', 'Time a query took.', SECONDS, ['mode']),
  stageSeconds: new Histogram('souvenir_recall_stage_duration_seconds', 'Time a stage of a query took.', SECONDS, [
    'stage',
  ]),
  recalledTokens: new Histogram('souvenir_recalled_tokens', 'Tokens recalled for a query, 0 where silent.', TOKENS),

  turns: new Counter('souvenir_turns_total', 'Prompts composed for a message.'),
  turnTokens: new Histogram('souvenir_turn_tokens', 'Tokens of the prompts composed for messages.', TOKENS),

  memoriesCreated: new Counter('souvenir_memories_created_total', 'Memories made.', ['component', 'type']),
  memoryChanges: new Counter('souvenir_memory_changes_total', 'Versions of memories written, the first included.', [
    'change',
  ]),
  links: new Counter('souvenir_links_total', 'Ties between memories made and undone.', ['change', 'type']),
  contradictions: new Counter('souvenir_contradictions_total', 'Contradictions found between memories.'),
  patterns: new Counter('souvenir_patterns_total', 'Recurring things that became memories.'),

  episodesRecorded: new Counter('souvenir_episodes_recorded_total', 'Episodes taken in.', ['type']),
  episodesFlushed: new Counter('souvenir_episodes_flushed_total', 'Episodes that became durable.'),

  consolidationSeconds: new Histogram('souvenir_consolidation_duration_seconds', 'Time a consolidation took.', SECONDS),
  componentSeconds: new Histogram(
    'souvenir_component_duration_seconds',
    'Time a component took to consolidate.',
    SECONDS,
    ['component'],
  ),
  episodesConsumed: new Counter('souvenir_episodes_consolidated_total', 'Episodes a component went over.', [
    'component',
  ]),
  sessionFailures: new Counter('souvenir_session_failures_total', 'Sessions that a component failed on.', [
    'component',
  ]),
  findingsRefused: new Counter('souvenir_findings_refused_total', 'Findings of a model that named no source.', [
    'component',
  ]),
  memoriesEmbedded: new Counter('souvenir_memories_embedded_total', 'Memories that consolidation gave a vector.'),
  cycleSeconds: new Histogram('souvenir_cycle_duration_seconds', 'Time a cycle took.', SECONDS),

  modelCalls: new Counter('souvenir_model_calls_total', 'Calls to a language model.', ['operation']),
  modelTokens: new Counter('souvenir_model_tokens_total', 'Tokens sent to and received from a language model.', [
    'operation',
    'direction',
  ]),

  degraded: new Counter('souvenir_degraded_total', 'Results that something was missing from.', ['operation']),
  degradedParts: new Counter('souvenir_degraded_parts_total', 'What was missing from results.', ['operation', 'part']),
  failures: new Counter('souvenir_failures_total', 'What failed while nobody waited, or without ending the rest.', [
    'part',
    'code',
  ]),
  operationSeconds: new Histogram('souvenir_operation_duration_seconds', 'Time an operation took.', SECONDS, [
    'operation',
  ]),
  operationFailures: new Counter('souvenir_operation_failures_total', 'Operations that ended with an error.', [
    'operation',
    'code',
  ]),
});

/** Every number that is kept. Labels are names of parts, kinds and codes: never a user, a session or a text. */
export type Metrics = Readonly<ReturnType<typeof instruments>>;

/** Numbers of this process, all at 0. One set can be fed by several memories. */
export const createMetrics = (): Metrics => Object.freeze(instruments());

/** The content type to serve it under. */
export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** All numbers in the text format of Prometheus, version 0.0.4. */
export function prometheusText(metrics: Metrics): string {
  return (Object.values(metrics) as (Counter | Histogram)[])
    .flatMap((metric) => [
      `# HELP ${metric.name} ${escapeHelp(metric.help)}`,
      `# TYPE ${metric.name} ${metric.kind}`,
      ...(metric.kind === 'counter' ? counterLines(metric) : histogramLines(metric)),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

const counterLines = (counter: Counter): string[] =>
  counter.read().map(({ labels, value }) => `${counter.name}${labelText(labels)} ${value}`);

function histogramLines(histogram: Histogram): string[] {
  const { name, bounds } = histogram;
  return histogram.read().flatMap(({ labels, value: { counts, count, sum } }) => {
    let below = 0;
    const buckets = counts.map((held, at) => {
      below += held;
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
