import { wordList } from '../../../text/word-list.ts';

export const PREPOSITIONS: ReadonlySet<string> = wordList(
  'in on at by with for to from of about as into under near over through between against after during until within around behind onto',
);

/** Without them a phrase says the same. */
export const ARTICLES: ReadonlySet<string> = wordList('a an the his her their my our its');
