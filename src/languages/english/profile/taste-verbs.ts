const MUCH =
  '(?:(?:very|quite|really|strong|strongly|severe|deep|deep-seated|intense|extreme|great|general|acute|big|huge|real|clear) )*';

/** What says of something that it is liked or not, as after "she". */
export const TASTE_VERBS = [
  '(?:prefer|like|love|enjoy|hate|dislike|adore|detest|despise|avoid)s?',
  'cannot stand',
  'does not (?:like|enjoy|eat|drink)',
  'refuses? to',
  'would rather',
  `is ${MUCH}(?:fond of|keen on|passionate about|interested in(?! \\p{L}+ing\\b)|uninterested in|against|uncomfortable with|scared of|afraid of)`,
  `is (?:not into|not an? ${MUCH}fan of|an? ${MUCH}fan of)`,
  `has an? ${MUCH}(?:aversion to|dislike (?:for|of)|preference for|fear of|phobia of|love (?:for|of)|passion for|allergy to)`,
  '(?:only|exclusively) (?:eats|wears|drinks|watches|buys|uses|reads|listens to|plays)',
].join('|');
