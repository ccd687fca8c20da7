export const LOCKED = 'stories-locked';

/** What each set measures, for a reader who has never heard of it, in the order of the page. */
export const INTRODUCTIONS: Readonly<Record<string, string>> = {
  stories:
    'Chats of one user with an assistant over months, in natural talk, by writers that no model was trained on: the right answer, not the outdated one, or silence (`bench/stories` in the repository).',
  [LOCKED]: 'Stories that nothing was fitted on or looked at, read once for a claim.',
  locomo:
    'Two people chat for months. A question is about something one of them said; the turns that say it, or their sessions, should be among the first that are recalled. Each chat is also asked what only another one can answer.',
  longmemeval:
    'For every question a haystack of chat sessions of its own. Find the sessions, and in them the turns, that hold the answer.',
  beam: 'A user and an assistant in very long chats. Only what the user said counts as a source. Some questions are about facts that changed on the way: there the newer message should come before the older.',
  realmem:
    'People who come back to an assistant hundreds of times. Given what is asked at the start of a session, find the earlier sessions it builds on.',
  prefeval:
    'Hundreds of stated preferences in one memory, and requests on which one of them bears without sharing a word with it. Keywords help little here.',
  factconsolidation:
    'A list of facts in which later ones overrule earlier ones. The fact that holds now should come first; questions over several facts are counted apart.',
  personamem:
    'Long chats of a user, and questions with four answers to choose from. No evidence is named, so what counts is which answer is nearest, by the embedder, to what is recalled.',
  precisionmembench:
    'Beliefs about a user under several scopes. Only the relevant ones should be recalled, and nothing where none is; rules for pinned beliefs and personas are not measured.',
  'locomo-plus':
    'A remark that bears on what was said long before in other words: find the turns that it bears on. All cues of a chat are in one memory, which is harder than the one memory for each of the benchmark itself.',
  vehiclemembench:
    'Months of talk in a car, and what its users want of it. The gold is retold, so the days are compared.',
  profile: 'What the profile of a user says, held against what a careful reader would put there.',
  directives: 'Standing wishes said in passing, and twice as many sentences that only look like one.',
  coding:
    'Histories of a developer with a coding assistant: what a new session gets at its start, and what is added to its prompts.',
  extraction:
    'What is drawn from chats beside the turns themselves, held against facts that a language model found in the same chats. The latter are no gold standard, so read this as a comparison, not as a mark.',
  dates: 'Dates in English words, to be found in a sentence and resolved against a given day.',
  wnut17: 'Names in noisy text such as posts and comments, whatever they are names of.',
  stsb: 'Pairs of sentences that people scored for likeness: does the embedder order them the same way?',
};

/** The highest published figures without a language model at write time, as their authors report them: nobody has repeated them here. */
export const PUBLISHED: Readonly<Record<string, string>> = {
  longmemeval:
    'Published elsewhere for LongMemEval-S by session, without a language model, as their authors report: gbrain any@5 98.7, all@5 93.2; memweave any@5 98.0, R@1 90.0; MemPalace any@5 96.6, all@5 86 to 87; agentmemory any@5 95.2; titen (full text only) R@1 88.0.',
  locomo:
    'Published elsewhere for LoCoMo, without a language model, as their authors report: Engram any@5 93.9, any@10 95.0 (chunks of six turns); MemPalace by session any@10 88.9 to 92.4; memkeeper by turn recall@20 76.8, 78.4 with ColBERT. Here five of its ten chats are measured, with evidence corrected by an audit.',
};
