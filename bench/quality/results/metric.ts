export interface Metric {
  readonly name: string;
  readonly meaning: string;
  readonly better: 'higher' | 'lower' | 'neither';
  /** The end of the scale that begins at 0; without one it is a count. */
  readonly scale?: 1 | 100;
}

type Rule = readonly [pattern: RegExp, meaning: string, better: Metric['better'], scale?: Metric['scale']];

const SILENT_QUESTIONS = 'questions answered with silence';

/** The first that fits; `$1` in a meaning is what the pattern's group found. */
const RULES: readonly Rule[] = [
  [/^empty\.unanswerable$/, `${SILENT_QUESTIONS}, rightly: the chat holds no answer`, 'higher', 100],
  [
    /^empty\.otherRenamed$/,
    `${SILENT_QUESTIONS}, rightly: about another chat, with this chat's names put in`,
    'higher',
    100,
  ],
  [/^empty\.other$/, `${SILENT_QUESTIONS}, rightly: about another chat`, 'higher', 100],
  [/^empty\.answerable$/, `${SILENT_QUESTIONS} although the chat holds the answer`, 'lower', 100],
  [/^empty\.(.+)$/, `${SILENT_QUESTIONS} although there is an answer ($1)`, 'lower', 100],
  [
    /^auroc\.otherRenamed$/,
    'confidence tells a chat’s own questions from another’s, names put in (0.5 is a coin)',
    'higher',
    1,
  ],
  [/^auroc\.other$/, 'confidence tells a chat’s own questions from another’s (0.5 is a coin)', 'higher', 1],
  [/^auroc\b/, 'confidence tells questions with an answer from those without (0.5 is a coin)', 'higher', 1],
  [/any@(\d+)$/, 'questions with at least one right source among the first $1', 'higher', 100],
  [/frac@(\d+)$/, 'share of the right sources among the first $1', 'higher', 100],
  [/all@(\d+)$/, 'questions with every right source among the first $1', 'higher', 100],
  [/^mh\.hit@(\d+)$/, 'questions over several facts with an answer in the first $1', 'higher', 100],
  [/hit@(\d+)$/, 'questions with an answer in the first $1', 'higher', 100],
  [/mrr$/, 'one over the rank of the first right source, on average, times 100', 'higher', 100],
  [/^updated-above-original$/, 'changed facts whose new version ranks above the old one', 'higher', 100],
  [/^date$/, 'days resolved rightly', 'higher', 100],
  [/^daterange$/, 'ranges of days resolved rightly', 'higher', 100],
  [/^f1$/, 'names found, exact spans (F1)', 'higher', 1],
  [/^spearman$/, 'agreement with how people order the pairs', 'higher', 1],
  [/coverage$/, 'facts that a memory states', 'higher', 1],
  [/precision$/, 'memories that state one of the facts', 'higher', 1],
  [/junk$/, 'memories that are too long, or a turn copied', 'lower', 1],
  [/^pairs$/, 'pairs of facts that differ only in their value', 'neither'],
  [/^older-above-newer$/, 'of those pairs, in percent, the older comes first', 'lower', 100],
  [/duplicates$/, 'pairs of memories that say the same, per 1,000 memories', 'lower'],
  [/per100turns$/, 'memories per 100 turns', 'neither'],
];

/** What a metric's name stands for; of an unknown one only its name. */
export function metricOf(name: string): Metric {
  for (const [pattern, meaning, better, scale] of RULES) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const filled = meaning.replace('$1', match[1] ?? '');
    return { name, meaning: filled, better, ...(scale !== undefined && { scale }) };
  }
  return { name, meaning: '', better: 'neither' };
}
