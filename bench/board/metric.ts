export interface Metric {
  readonly meaning: string;
  readonly better: 'higher' | 'lower' | 'neither';
}

type Rule = readonly [pattern: RegExp, meaning: string, better: Metric['better']];

const SILENT = 'questions that get nothing';

/** The first that fits; `$1` in a meaning is what the pattern's group matched. */
const RULES: readonly Rule[] = [
  [/^R@1$/, 'questions whose first source is right', 'higher'],
  [/^any@(\d+)$/, 'questions with at least one right source among the first $1', 'higher'],
  [/^all@(\d+)$/, 'questions with every right source among the first $1', 'higher'],
  [/^frac@20$/, "share of the right sources among the first 20 (the field's recall@20)", 'higher'],
  [/^frac@(\d+)$/, 'share of the right sources among the first $1', 'higher'],
  [/^mrr$/, 'one over the rank of the first right source, on average, times 100', 'higher'],
  [/^nDCG@10$/, 'gain of the right sources by rank, of the best that is possible', 'higher'],
  [/^hit@(\d+)$/, 'questions with a right memory among the first $1', 'higher'],
  [/^staleAbove$/, 'of questions about what changed, those with the outdated memory above the current one', 'lower'],
  [/^silent\.answerable$/, `${SILENT} although there is an answer`, 'lower'],
  [/^silent\.other$/, `${SILENT}, rightly: about another chat`, 'higher'],
  [/^silent\.otherRenamed$/, `${SILENT}, rightly: about another chat, with this chat's names put in`, 'higher'],
  [/^silent\.unanswerable$/, `${SILENT}, rightly: there is no answer`, 'higher'],
  [/^auroc\.other$/, "confidence tells a chat's own questions from another's (0.5 is a coin)", 'higher'],
  [/^auroc\.otherRenamed$/, "confidence tells a chat's own questions from another's, names put in", 'higher'],
  [/^auroc$/, 'confidence tells questions with an answer from those without (0.5 is a coin)', 'higher'],
  [/^prompt\.lines$/, 'memories in a prompt, on average', 'neither'],
  [/^prompt\.right$/, 'of these, those that answer', 'higher'],
  [/^prompt\.missing$/, 'prompts with memories, none of which answers', 'lower'],
  [
    /^prompt\.stale$/,
    'of questions about what changed, prompts with an outdated memory that is not marked so',
    'lower',
  ],
  [/^relevant$/, 'of what is recalled, what is relevant', 'higher'],
  [/^block\.holds$/, 'decisions that hold and stand in the block of a session start', 'higher'],
  [/^block\.reversed$/, 'reversed decisions that stand there', 'lower'],
  [/^block\.tokens$/, 'tokens of that block', 'neither'],
  [/^prompt\.items$/, 'memories added to prompts', 'neither'],
  [/^prompt\.needless$/, 'prompts that need nothing and get something', 'lower'],
  [/^choice$/, 'questions whose right option is nearest to what is recalled (25 is chance)', 'higher'],
  [/^updated-above-original$/, 'changed facts whose new version ranks above the old one', 'higher'],
  [/^date$/, 'days resolved rightly', 'higher'],
  [/^daterange$/, 'ranges of days resolved rightly', 'higher'],
  [/^f1$/, 'names found, exact spans (F1)', 'higher'],
  [/^spearman$/, 'agreement with how people order the pairs', 'higher'],
  [/^facts\.coverage$|^coverage$/, 'facts that a memory states', 'higher'],
  [/^facts\.precision$|^precision$/, 'memories that state one of the facts', 'higher'],
  [/^facts\.turns$/, 'facts of which a turn is kept as one', 'higher'],
  [/^notfacts\.kept$/, 'sentences that are no facts and are kept as one', 'lower'],
  [/^junk$/, 'memories that are too long, or a turn copied', 'lower'],
  [/^duplicates$/, 'pairs of memories that say the same, per 1,000 memories', 'lower'],
  [/^per100turns$/, 'memories per 100 turns', 'neither'],
  [/^pairs$/, 'pairs of facts that differ only in their value', 'neither'],
  [/^older-above-newer$/, 'of those pairs, in percent, the older comes first', 'lower'],
  [/^found$/, 'what should be there and is', 'higher'],
  [/^found unseen$/, 'the same of those that nothing was chosen by', 'higher'],
  [/^false$/, 'what should not be there and is', 'lower'],
  [/^false unseen$/, 'the same of those that nothing was chosen by', 'lower'],
  [/^right$/, 'statements that hold', 'higher'],
  [/^stale$/, 'statements that no longer hold', 'lower'],
];

/** Parts of a set that have figures of their own, before the metric's name. */
const SECTIONS: Readonly<Record<string, string>> = {
  ...{ session: 'by session', turn: 'by turn', day: 'by day', mh: 'over several facts' },
  ...{ other: 'in other languages', cross: 'in English over other languages', open: 'looked at', unseen: 'left out' },
  ...{ '100K': '100,000 tokens', '500K': '500,000 tokens', '1M': 'a million tokens' },
  ...{ '32k': '32,000 tokens', '128k': '128,000 tokens' },
};

/** What a metric's name stands for; undefined for those of which only `docs/results.json` has the figures. */
export function metricOf(name: string): Metric | undefined {
  for (const [pattern, meaning, better] of RULES) {
    const match = pattern.exec(name);
    if (match !== null) return { meaning: meaning.replace('$1', match[1] ?? ''), better };
  }
  const [, section = '', rest = ''] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
  const title = SECTIONS[section];
  const metric = title === undefined ? undefined : metricOf(rest);
  return metric && { ...metric, meaning: `${title}: ${metric.meaning}` };
}
