import { stemList, verbStem } from '../claims/verb-forms.ts';

const RECURS =
  /\b(?:again|another|every|each|always|usually|often|regularly|normally|typically|whenever|as (?:usual|ever|before)|once more|daily|weekly|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:second|third|fourth|fifth|last) time|(?:\d+|twice|three|several) times|times a)\b/iu;
/** What usually happens once, however often it is told. */
const ONCE = stemList(
  `open close win buy sell move lose adopt marry divorce launch found join leave quit graduate retire resign start begin finish end complete
  hire fire publish release decide choose sign inherit break die bear build create establish receive earn achieve land pass injure hurt
  diagnose rescue discover meet propose engage relocate enroll apply accept switch upgrade install migrate replace renovate`,
);

/** It says itself that it is not the first time, or not the only one. */
export const saysItRecurs = (sentence: string): boolean => RECURS.test(sentence);

/** "Opened a store", unlike "took the train". */
export const happensOnce = (verb: string): boolean => ONCE.has(verbStem(verb));
