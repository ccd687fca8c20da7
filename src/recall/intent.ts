export type Intent = 'fact' | 'preference' | 'procedure' | 'history' | 'change';

/** The first that fits decides: "how do I change it" asks for a procedure, "when did I change it" for history. */
const RULES: readonly (readonly [Intent, RegExp])[] = [
  ['procedure', /\bhow (?:do|does|can|could|should|would|must) (?:i|we|you|one|someone|it get)\b|\bhow to\b/],
  [
    'procedure',
    /\b(?:steps?|instructions?|procedure|recipe|guide|way|command|process) (?:to|for|of)\b|\bwalk me through\b/,
  ],
  [
    'history',
    /\b(?:when (?:did|was|were|have|had)|how long ago|(?:the )?(?:last|first) time|(?:timeline|history) of)\b/,
  ],
  [
    'change',
    /\b(?:changed|changes|what(?: is|'s|’s| are) (?:new|different)|anything new|updates?|no longer|any ?more|used to)\b/,
  ],
  [
    'change',
    /\b(?:do|does|is|am|are) (?:i|we|you|he|she|they|it|the \w+|\w+) still\b|\bdifferent (?:from|than|now|since)\b/,
  ],
  [
    'preference',
    /\b(?:recommend|suggest|recommendations?|suggestions?|favou?rites?|preferences?|prefers?|preferred)\b/,
  ],
  ['preference', /\b(?:do|does|would|will|might) (?:\w+ ){1,2}(?:like|love|enjoy|hate|dislike|want|mind)\b/],
  ['preference', /\b(?:what|which|where) (?:\w+ ){0,3}should (?:i|we)\b|\bideas? for\b|\bto my taste\b/],
  [
    'history',
    /\b(?:did|have|had) (?:i|we|you|they|he|she)\b|\b(?:happened|discussed|talked|mentioned|told|said|decided|agreed)\b/,
  ],
  ['history', /\b(?:did \w+|was|were)\b.{0,100}\b(?:yesterday|ago|last|earlier|previously|before|since)\b/],
];

/** What kind of answer a query asks for. */
export function intentOf(query: string): Intent {
  const text = query.toLowerCase();
  return RULES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'fact';
}
