import type { FactKind } from '../fact-kind.ts';

export const tastes: readonly FactKind[] = [
  {
    name: 'answer style',
    values: [
      'three sentences at most',
      'bullet points, no prose',
      'plain words without jargon',
      'the conclusion first, reasons later',
      'a worked example with every explanation',
      'no emojis and no exclamation marks',
    ],
    statementTemplates: [
      "When you reply to me: {value}. That's how I read best.",
      'That was too much. From now on {value}, please.',
      'I like it when you give me {value}.',
      'House rule for this chat: {value}.',
    ],
    changed: [
      "Forget what I said about {old}. I'd rather have {value}.",
      'New rule for your replies: {value}, instead of {old}.',
    ],
    asked: [
      'How should my answers be written?',
      'What format does {who} want responses in?',
      'Which style of explanation suits me?',
      'How do I want you to talk to me?',
    ],
    nearby: ['Which font do I prefer?', "How does {who}'s boss want reports written?"],
    aside: [
      'What makes a piece of writing easy to read?',
      "Make this paragraph shorter please, it's for a newsletter.",
    ],
  },
  {
    name: 'units',
    values: [
      'kilometres and Celsius',
      'miles and Fahrenheit',
      'grams instead of cups',
      '24-hour times',
      'dates as day, month, year',
    ],
    statementTemplates: [
      'I think in {value}, anything else I need to look up.',
      'Convert that for me: {value}, always.',
      'You keep confusing me with the other system. {value}, please.',
    ],
    asked: [
      'In what form do I want measurements and times?',
      'Which units does {who} use?',
      'What conversion should be applied to quantities for me?',
    ],
    nearby: ['Which currency do I get paid in?', 'What time zone is {who} in?'],
    aside: ['Why does the US still use inches?'],
  },
  {
    name: 'seat',
    values: [
      'on the aisle',
      'by the window',
      'near the exit',
      'in the quiet coach',
      'at the very front',
      'with extra legroom',
    ],
    statementTemplates: [
      'I never sleep on journeys unless I sit {value}.',
      'I paid twelve euros more to be {value} and it was worth it.',
      "When you look for tickets: {value}, or I'd rather take the bus.",
      'Being {value} keeps me calm on trains and planes.',
    ],
    changed: [
      'My knees have changed my mind: not {old} any more but {value}.',
      'I used to want to be {old}, now put me {value}.',
    ],
    asked: [
      'Where do I like to be seated when travelling?',
      'Which seat should be reserved for {who}?',
      "What's my preference on a plane?",
    ],
    nearby: ['Which airline do I have a loyalty card with?', "What is {who}'s passport number?"],
    aside: ['What is the longest train ride in the world?', 'Why do planes dim the lights at landing?'],
  },
  {
    name: 'work music',
    values: [
      'Brazilian jazz',
      'film scores',
      'white noise',
      'baroque lute pieces',
      'drum and bass',
      'silence, earplugs in',
    ],
    statementTemplates: [
      'I concentrate with {value} and nothing else.',
      '{value} is on whenever you see me typing fast.',
      'Playlist for deep work: {value}. It drowns out the open-plan office.',
    ],
    changed: [
      "I've grown tired of {old}; what gets me through the afternoon is {value}.",
      '{value} has replaced {old} in my headphones.',
    ],
    asked: [
      'What do I listen to when I have to focus?',
      'Which sounds help {who} be productive?',
      "What's playing while I'm at my desk?",
    ],
    nearby: ['What was the first concert I went to?', 'Which radio station does {who} wake up to?'],
    aside: ['Does music help plants grow?', 'What is a good song to end a party with?'],
  },
  {
    name: 'reading',
    values: [
      'Nordic noir',
      'polar expedition diaries',
      'nineteenth-century Russian novels',
      'space operas',
      'nature essays',
      'graphic novels',
    ],
    statementTemplates: [
      'My bedside table bends under {value}.',
      'I read {value} until two in the morning, so go easy on me.',
      'What I borrow from the library is [mostly|always] {value}.',
    ],
    asked: [
      'Which genre should a book for me be?',
      'What does {who} like in literature?',
      'What kind of stories do I get lost in?',
    ],
    nearby: ['Which book am I reading right now?', "Who is {who}'s favourite poet?"],
    aside: ['What makes an opening line memorable?', 'Can you summarise the plot of a heist film in two lines?'],
  },
  {
    name: 'meeting time',
    values: [
      'before ten',
      'right after lunch',
      'only on Tuesdays',
      'late in the afternoon',
      'never on Mondays',
      'between eleven and one',
    ],
    statementTemplates: [
      'Calls with me: {value}, the rest of my calendar is for real work.',
      'If somebody wants to talk to me, {value} works.',
      "I'm useless otherwise, so put appointments {value}.",
    ],
    changed: [
      'Change of habit: {value} for calls, not {old} as before.',
      "Calls {old} didn't work out, please move to {value}.",
    ],
    asked: [
      'When should you schedule a meeting with me?',
      'What slot suits {who} for a conversation?',
      'Which hours are fine for a video conference with me?',
    ],
    nearby: ['Who do I have my next meeting with?', "Which room are {who}'s meetings in?"],
    aside: ['How do you end a meeting that goes on too long?'],
  },
  {
    name: 'nickname',
    values: ['Captain', 'Bee', 'Fitz', 'Lolo', 'Mac', 'Sunny'],
    statementTemplates: [
      'Nobody uses my full name, just say {value}.',
      'You can call me {value}, everyone does.',
      "Sign the card with {value}, they won't recognise me otherwise.",
    ],
    asked: ['How should I be addressed?', 'What nickname does {who} go by?', 'Under which name do friends know me?'],
    nearby: ['What is my middle name?', "What's {who}'s maiden name?"],
    aside: ['Where do nicknames like Bob for Robert come from?'],
  },
  {
    name: 'hotel',
    values: [
      'small guesthouses with breakfast',
      'campsites by a lake',
      'apartments with a kitchen',
      'youth hostels',
      'hotels with a pool',
      'monasteries that take guests',
    ],
    statementTemplates: [
      'On holiday I book {value}, anything else feels wrong to me.',
      'I slept so well. {value}, I keep telling people, are the best way to travel.',
      'Look for {value} when you plan a trip for me.',
    ],
    asked: [
      'What type of accommodation do I prefer?',
      'Where does {who} like to stay overnight?',
      'What lodging would suit me away from home?',
    ],
    nearby: ['How much do I spend per night?', 'Which hotel chain is {who} a member of?'],
    aside: ['Why do hotels fold the toilet paper?'],
  },
  {
    name: 'colour scheme',
    values: ['dark mode', 'high contrast', 'solarized light', 'warm sepia', 'greyscale'],
    statementTemplates: [
      'My eyes hurt without {value}, on every screen.',
      'I set everything to {value}: phone, laptop, even the e-reader.',
      'Screenshots for me in {value} if you can.',
    ],
    asked: [
      'How do I like my displays to look?',
      'Which theme does {who} have switched on?',
      'What appearance setting should an app default to for me?',
    ],
    nearby: ['What is my desktop wallpaper?', "How big is {who}'s monitor?"],
    aside: ['Is blue light really bad for sleep?'],
  },
];
