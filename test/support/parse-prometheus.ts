export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: Sample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const PAIR = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"`;
const HELP = new RegExp(String.raw`^# HELP (${NAME}) ((?:[^\\]|\\[\\n])*)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const SAMPLE = new RegExp(String.raw`^(${NAME})(?:\{(${PAIR}(?:,${PAIR})*)\})? (\+Inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$`);
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  histogram: ['_bucket', '_sum', '_count'],
};

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
const refuse = (why: string): never => {
  throw new Error(why);
};

/** Reads text format 0.0.4 and refuses whatever the format does not allow, or that no client library would write. */
export function parsePrometheus(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  if (!text.endsWith('\n')) refuse('the last line does not end');
  let help: { name: string; text: string } | undefined;
  let current: Family | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helpName, helpText] = HELP.exec(line) ?? [];
    const [, typeName, type] = TYPE.exec(line) ?? [];
    const [, name, pairs, value] = SAMPLE.exec(line) ?? [];
    if (helpName !== undefined) {
      help = { name: helpName, text: unescaped(helpText ?? '') };
      current = undefined;
    } else if (typeName !== undefined && type !== undefined) {
      if (help?.name !== typeName || current !== undefined) refuse(`TYPE without its HELP: ${line}`);
      if (families.has(typeName)) refuse(`told twice: ${typeName}`);
      current = { name: typeName, help: help?.text ?? '', type, samples: [] };
      families.set(typeName, current);
    } else if (name !== undefined) {
      const { name: family, type: kind, samples } = current ?? refuse(`a sample of no family: ${line}`);
      if (!SUFFIXES[kind]?.some((suffix) => name === family + suffix)) refuse(`not of ${family}: ${line}`);
      samples.push({ name, labels: labelsOf(pairs ?? ''), value: value === '+Inf' ? Infinity : Number(value) });
    } else refuse(`not a line of the format: ${JSON.stringify(line)}`);
  }
  for (const family of families.values()) check(family);
  return families;
}

function labelsOf(pairs: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [pair] of pairs.matchAll(new RegExp(PAIR, 'g'))) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at) in labels) refuse(`a label twice: ${pairs}`);
    labels[pair.slice(0, at)] = unescaped(pair.slice(at + 2, -1));
  }
  return labels;
}

function check({ name, type, samples }: Family): void {
  const keys = samples.map((sample) => `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`);
  if (new Set(keys).size < keys.length) refuse(`a series twice in ${name}`);
  if (type === 'counter' && !name.endsWith('_total')) refuse(`a counter that is no total: ${name}`);
  if (samples.some(({ value }) => !(value >= 0))) refuse(`below 0: ${name}`);
  if (type !== 'histogram') return;
  const series = Map.groupBy(samples, ({ labels: { le: _, ...rest } }) => JSON.stringify(Object.entries(rest).sort()));
  for (const group of series.values()) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => (labels['le'] === '+Inf' ? Infinity : Number(labels['le'])));
    if (bounds.some((bound, at) => !(bound > (bounds[at - 1] ?? -Infinity)))) refuse(`bounds do not rise: ${name}`);
    if (buckets.some(({ value }, at) => value < (buckets[at - 1]?.value ?? 0))) refuse(`counts fall: ${name}`);
    const [count, ...more] = group.filter((sample) => sample.name === `${name}_count`);
    if (bounds.at(-1) !== Infinity || more.length > 0 || count?.value !== buckets.at(-1)?.value)
      refuse(`the last bucket is not the count: ${name}`);
    if (group.filter((sample) => sample.name === `${name}_sum`).length !== 1) refuse(`no sum: ${name}`);
    if (group.some((sample) => 'le' in sample.labels !== (sample.name === `${name}_bucket`))) refuse(`le: ${name}`);
  }
}
