/** What each dataset measures, for a reader who has never heard of it. */
export const INTRODUCTIONS: Readonly<Record<string, string>> = {
  locomo:
    'Two people chat for months. A question is about something one of them said; the turns that say it should be among the first ten recalled.',
  beam: 'A user and an assistant in very long chats. Only what the user said counts as a source. Some questions are about facts that changed on the way: there the newer message should come before the older.',
  realmem:
    'People who come back to an assistant hundreds of times. Given what is asked at the start of a session, find the earlier sessions it builds on.',
  prefeval:
    'Hundreds of stated preferences in one memory, and requests on which one of them bears without sharing a word with it. Keywords help little here.',
  factconsolidation:
    'A list of facts in which later ones overrule earlier ones. The fact that holds now should come first; questions over several facts are counted apart.',
  silence:
    'Whether memory knows what it does not know. Its confidence should be higher where there is an answer, and it should return nothing where there is none. `empty` is the share of questions to which nothing is returned: **lower is better for questions that have an answer, higher for those that have none.**',
  extraction:
    'What is drawn from chats beside the turns themselves, held against facts that a language model found in the same chats. The latter are no gold standard, so read this as a comparison, not as a mark.',
  dates: 'Dates in English words, to be found in a sentence and resolved against a given day.',
  wnut17: 'Names in noisy text such as posts and comments, whatever they are names of.',
  stsb: 'Pairs of sentences that people scored for likeness: does the embedder order them the same way?',
  longmemeval:
    'For every question a haystack of chat sessions of its own. Find the sessions, and in them the turns, that hold the answer.',
};
