/** To a fact; those with `{said}` repeat it. */
export const FACT_REPLIES: readonly string[] = [
  "[Got it|Noted|Understood], I'll keep that in mind.",
  'Thanks for telling me. [What shall we do next?|Anything else I should know?]',
  'Oh, I see! That helps.',
  'Alright. Shall we go on with what we were doing?',
  "[Good to know|That makes sense]. I'll take it into account.",
  'I see. How do you feel about it?',
  'Noted: {said}.',
  "{said}, got it. I'll work with that.",
  'So {said}. Thanks, that makes it easier to help you.',
  "Ah, {said}! I'll remember that for next time.",
];

/** To talk that only touches a topic. */
export const ASIDE_REPLIES: readonly string[] = [
  'It depends on whom you ask. The short version: people disagree, but the evidence points one way more than the other.',
  'Good question. There are two schools of thought on it, and both have a point.',
  'In brief: more than most people think, though it varies a lot from case to case.',
  'Here are three things to consider, the last one is the most important.',
  "I'd start with the simplest option and see whether it is enough.",
  'Interesting one. There is a short answer and a long one; shall I begin with the short one?',
  "There's no single rule. As a guide, look at what others in the same situation did.",
];
