const CHANGE =
  /\b(?:now|nowadays|these days|any ?more|actually|instead|no longer|henceforth|going forward|as of (?:now|today|this|next|\w+day))\b/i;
/** For a while, or in addition: what was so before goes on. */
const NO_CHANGE =
  /\b(?:for|right|by|until|till|just|even|up to) now\b|\bnow and (?:then|again)\b|\balso\b|\btoo\b|\bas well\b/i;

/** Whether a text says that it was otherwise before: "now", "these days", "actually". */
export const saysChange = (text: string): boolean => CHANGE.test(text) && !NO_CHANGE.test(text);
