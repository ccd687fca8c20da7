import type { FactKind } from '../fact-kind.ts';

export const events: readonly FactKind[] = [
  {
    name: 'trip',
    values: [
      { place: 'the Azores', when: 'in the second week of May' },
      { place: 'Kyoto', when: 'over New Year' },
      { place: 'the Dolomites', when: 'at the end of August' },
      { place: 'Marrakesh', when: 'for Easter' },
      { place: 'Iceland', when: 'on the 3rd of July' },
      { place: 'Montreal', when: 'in early October' },
    ],
    statementTemplates: [
      'Flights are booked: {place}, {when}!',
      "I'm counting the days. {when} I'll be in {place} and unreachable.",
      "What should I pack for {place}? We're off {when}.",
      'I found a house sitter, so nothing stands between me and {place} {when}.',
    ],
    asked: [
      'Where am I going on vacation?',
      'When is {who} away, and where?',
      "What's my next journey?",
      'When do I leave for {place}?',
    ],
    nearby: [
      'What did the flight to {place} cost?',
      'Who is coming along to {place}?',
      'Where did {who} spend last summer?',
    ],
    aside: ['Do you need a visa for Norway?', 'What is jet lag exactly?', 'Name three islands without cars.'],
  },
  {
    name: 'dentist',
    values: [
      'Tuesday at 8:15',
      'the 14th at noon',
      'next Thursday, half past four',
      'the first of the month at nine',
      'Friday the 22nd at 10:40',
    ],
    statementTemplates: [
      "They'll pull my wisdom tooth {value}, wish me luck.",
      "The dentist can see me {value}, it's been hurting for days.",
      "I can't make it {value}, root canal. Fun.",
    ],
    changed: [
      'The practice called: not {old} but {value} for my tooth.',
      'My tooth has to wait. They put me off from {old} to {value}.',
    ],
    asked: [
      'When is my dental appointment?',
      "At what time does {who} have to be at the tooth doctor's?",
      'When am I in the chair with my mouth open?',
    ],
    nearby: ["What is my dentist's name?", 'How much will the dentist cost {who}?'],
    aside: ['Are electric toothbrushes worth it?'],
  },
  {
    name: 'concert',
    values: [
      { act: 'a string quartet', venue: 'the old power station' },
      { act: 'a Malian guitarist', venue: 'the town hall' },
      { act: 'a brass band', venue: 'the lido' },
      { act: 'a choir of two hundred', venue: 'the cathedral' },
      { act: 'an Icelandic pianist', venue: 'a greenhouse' },
    ],
    statementTemplates: [
      'Last night I heard {act} in {venue}, I still have goosebumps.',
      'I cried a little, to be honest. {act}, {venue}, two encores.',
      'Somebody gave me a ticket, so I went to {venue} for {act}.',
    ],
    asked: [
      'Which live performance did I attend?',
      'Who was on stage when {who} went out for an evening of music?',
      'Where did I go to hear {act}?',
    ],
    nearby: ['Who did I go to the concert with?', 'What did {who} pay for the ticket?'],
    aside: ['How do orchestras tune?', 'Why do audiences clap?'],
  },
  {
    name: 'mishap',
    values: [
      'left my wallet in a taxi',
      'locked myself out in slippers',
      'dropped my phone into a canal',
      'sent a rant to the whole company',
      'burnt a hole into the rug with an iron',
      'missed the last ferry',
    ],
    statementTemplates: [
      "You won't believe it, I {value} yesterday.",
      'What a week. On top of everything I {value}.',
      'I need a cheering up: I {value}.',
    ],
    asked: [
      'What embarrassing or annoying thing happened to me?',
      'What went wrong for {who} recently?',
      'What bad luck did I have?',
    ],
    nearby: ['Who helped me out of the mess?', 'How much did the damage cost {who}?'],
    aside: ['Tell me a story of a famous blunder.'],
  },
  {
    name: 'purchase',
    values: [
      'a used Leica',
      'a sewing machine',
      'a telescope',
      'noise-cancelling headphones',
      'a cast-iron pan',
      'a standing desk',
    ],
    statementTemplates: [
      "I treated myself to {value} and I'm grinning like a child.",
      'The parcel is here: {value}! How do I look after it?',
      'I finally gave in and got {value}.',
    ],
    asked: [
      'What did I buy recently?',
      'Which new possession is {who} pleased with?',
      'What have I spent money on lately, for fun?',
    ],
    nearby: ['Where did I buy my latest toy?', 'What did {who} pay for it?'],
    aside: ['What is a fair return policy?', 'How do you clean suede?'],
  },
  {
    name: 'course',
    values: [
      'Tuesday pottery',
      'sign language',
      'a first-aid refresher',
      "beginners' bookbinding",
      'an online class in astronomy',
      'a sailing licence',
    ],
    statementTemplates: [
      "I've signed up: {value}. Learning something just for me.",
      'Homework for {value} tonight, I feel like sixteen.',
      "{value} starts next week and I'm the oldest on the list, I bet.",
    ],
    changed: [
      '{old} was full, so they put me into {value}, which I like even better.',
      'I dropped out of {old} and took {value}.',
    ],
    asked: [
      'Which class am I taking?',
      'What is {who} learning at the moment?',
      'What skill am I acquiring in my free time?',
    ],
    nearby: ['Who teaches the course I take?', "What's the fee of {who}'s course?"],
    aside: ['Can adults learn perfect pitch?'],
  },
  {
    name: 'race goal',
    values: [
      'a half marathon under two hours',
      'fifty lengths without a break',
      'a hundred kilometres by bike in a day',
      'a pull-up, just one',
      'the county tournament',
    ],
    statementTemplates: [
      'By autumn I want to manage {value}, laugh if you like.',
      'Make me a plan with small steps. The aim: {value}.',
      'I told everybody, so now I must do it: {value}.',
    ],
    changed: [
      'I set my sights lower, or higher, who knows: {value} instead of {old}.',
      '{old} is off. What I train for is {value}.',
    ],
    asked: [
      'What athletic target have I set myself?',
      'What is {who} training for?',
      'Which challenge do I want to master physically?',
    ],
    nearby: ["What's my personal best?", 'Who trains with {who}?'],
    aside: ['How many steps a day are healthy, really?'],
  },
  {
    name: 'wedding guest',
    values: [
      { couple: 'Clara and Jonas', when: 'on the 8th of June' },
      { couple: 'my cousin and her girlfriend', when: 'in a barn this September' },
      { couple: 'two old flatmates', when: 'the Saturday after Easter' },
      { couple: 'my godson and Mireille', when: 'on the 30th of August' },
    ],
    statementTemplates: [
      "I've been asked to speak when {couple} say yes, {when}.",
      "{couple} are getting hitched {when} and I've nothing to wear.",
      'A present for {couple}, please. The wedding is {when}.',
    ],
    asked: [
      'Whose marriage ceremony am I invited to?',
      'When is the wedding {who} will attend?',
      'For which celebration do I need formal clothes?',
    ],
    nearby: ["Where does the wedding I'm invited to take place?", 'How many guests are invited?'],
    aside: ['What does black tie mean for women?', 'How long should a toast be?'],
  },
];
