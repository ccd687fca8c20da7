/** Requests that never ask for a fact, yet are done well only by who knows it; kinds by name. */
export interface Task {
  readonly text: string;
  readonly kinds: readonly string[];
}

export const TASKS: readonly Task[] = [
  {
    text: 'Find me somewhere nice for dinner on Saturday.',
    kinds: ['home', 'diet', 'allergy', 'cuisine', 'disliked food'],
  },
  { text: 'Suggest three lunches for the week.', kinds: ['diet', 'allergy', 'cuisine', 'disliked food'] },
  { text: "I'm at the counter, what should I order to drink?", kinds: ['coffee'] },
  { text: 'What could I cook tonight in half an hour?', kinds: ['diet', 'allergy', 'disliked food', 'cuisine'] },
  { text: 'Plan a long weekend away for me.', kinds: ['seat', 'hotel', 'ailment', 'trip'] },
  { text: 'Book a train for next week, please.', kinds: ['seat'] },
  { text: 'Where should I sleep on my way south?', kinds: ['hotel'] },
  { text: 'Explain to me how vaccines work.', kinds: ['answer style'] },
  { text: 'How far is it from Lyon to Turin, and how warm will it be?', kinds: ['units'] },
  { text: 'Recommend a novel for the holidays.', kinds: ['reading'] },
  { text: 'Put on something so that I can get through these reports.', kinds: ['work music'] },
  { text: 'Show me how to read a CSV file and add up a column.', kinds: ['language', 'answer style'] },
  { text: 'How do I install a screen recorder?', kinds: ['laptop', 'workplace'] },
  { text: 'Which extension would help me with Markdown?', kinds: ['editor'] },
  { text: 'Set up a call with the lawyer.', kinds: ['meeting time', 'training days'] },
  {
    text: 'Propose a date for a hiking day with friends.',
    kinds: ['ailment', 'trip', 'training days', 'wedding guest'],
  },
  { text: 'Draft a status report for the people above me.', kinds: ['manager', 'deadline', 'budget', 'project'] },
  { text: 'Write an offer letter for the next phase.', kinds: ['client', 'budget', 'deadline'] },
  { text: 'Write a script that gets my new version out.', kinds: ['deploy', 'hosting'] },
  { text: 'Model a table for orders.', kinds: ['database'] },
  { text: 'Add a login page to the site.', kinds: ['framework', 'database'] },
  {
    text: 'Write instructions for a new developer who joins us.',
    kinds: ['branching', 'deploy', 'framework', 'database'],
  },
  { text: 'Make a packing list.', kinds: ['trip', 'ailment', 'allergy'] },
  { text: 'What could the whole family do on Sunday?', kinds: ['child', 'partner', 'pet', 'ailment'] },
  { text: "Who needs feeding while I'm on the road?", kinds: ['pet', 'garden', 'neighbour'] },
  { text: 'A gift for the one who gave birth to me, under fifty euros?', kinds: ['mother'] },
  { text: 'Put up a shelf in the hall, how do I go about it?', kinds: ['landlord rule'] },
  { text: 'Send me the tutorial as a video.', kinds: ['internet'] },
  { text: "Write my introduction for the new year's conference badge.", kinds: ['job', 'employer', 'studies'] },
  { text: 'Plan my tomorrow from the alarm on.', kinds: ['morning', 'commute', 'training days', 'meeting time'] },
  { text: 'What can go wrong with my files while I travel?', kinds: ['backup'] },
  { text: 'Look up what a new exhaust would cost me.', kinds: ['car'] },
  { text: 'Design a slide deck that I enjoy looking at.', kinds: ['colour scheme', 'answer style'] },
];
