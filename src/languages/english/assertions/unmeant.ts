import type { SpokenSentence } from './spoken-sentences.ts';

const HEAD = '^(?:(?:so|ok|okay|well|now|and|but|hey|lol|haha|just|hmm|um|please|for example|for instance)[, ]+){0,3}';
/** "Suppose I live in Oslo", "Let's say we have two kids". */
const SUPPOSED = new RegExp(
  `${HEAD}(?:suppose|supposing|imagine|imagining|assume|assuming|pretend|hypothetically|theoretically|picture this|picture me|in theory|in a parallel|in another life|what if|let['’]?s (?:say|suppose|imagine|assume|pretend)|let us (?:say|suppose|imagine|assume)|say (?:i|we|my|i['’]m|i['’]ve)|for the sake of argument)\\b`,
  'i',
);
/** "If I lived in Paris", but not "if I get the job". */
const UNREAL =
  /\bif (?:only )?(?:i|we|he|she|they|it|my \w+|our \w+) (?:\w+ly |just |ever )?(?:were|was|had|lived|worked|owned|could|won|got|knew|went|spoke|made|ran|wasn['’]t|weren['’]t|didn['’]t|hadn['’]t|(?!need\b|feed\b|speed\b)\w{2,}ed)\b|\bif i['’]d\b|\bwere i (?:to|a|an|the)\b/i;
const THEN = /\b(?:would|could|might|wouldn['’]t|couldn['’]t)\b|\b(?:i|we|he|she|they|it)['’]d\b/i;
const KIDDING =
  "(?:(?:i['’]?m|i am|i was|we were|nah|no|ok|okay)[, ]+)?(?:(?:just|only|totally|obviously)[, ]+)?(?:kidding|joking|messing with you|pulling your leg)|j\\/?k|not really|lol no|lol nope|sike|psych";
const LAUGH = '(?:(?:lol|lmao|haha+|hehe+|ha|no|nah|well|ok|okay|but|actually)[,.! ]+){0,3}';
const ALONE = new RegExp(
  `^${LAUGH}(?:${KIDDING})(?:[,.! ]+(?:lol|lmao|haha+|hehe+|of course|obviously|guys|though|:\\)))*[\\s.!…)]*$`,
  'i',
);
const OPENING =
  /^(?:(?:lol|haha+|ok|okay|nah|no)[,.! ]+){0,2}(?:(?:i['’]?m |i am )?(?:just|only) (?:kidding|joking)|jk|j\/k)\s*[,;:–—-]/i;
const CLOSING =
  /(?:[,;–—(-]|\blol|\bhaha+)\s*(?:(?:i['’]?m |i am )?(?:(?:just|only|totally) )?(?:kidding|joking)|jk|j\/k|(?:lol|haha+),? (?:not really|no|nope|jk|just kidding))(?:[,. ]+(?:lol|haha+|of course))?[\s.!…)]*$/i;

/** Which sentences are not meant as they are said: supposed, or a joke that is taken back. */
export function unmeant(sentences: readonly SpokenSentence[]): boolean[] {
  return sentences.map(({ text }, at) => {
    const next = sentences[at + 1]?.text ?? '';
    const isTakenBack = ALONE.test(text) || CLOSING.test(text) || ALONE.test(next) || OPENING.test(next);
    return (
      isTakenBack || (at === 0 && OPENING.test(text)) || SUPPOSED.test(text) || (UNREAL.test(text) && THEN.test(text))
    );
  });
}
