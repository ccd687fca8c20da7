import type { FactKind } from '../fact-kind.ts';

export const work: readonly FactKind[] = [
  {
    name: 'employer',
    values: [
      'Harbour & Finch',
      'the Meridian clinic',
      'Oakline Logistics',
      'Tessera Labs',
      'the city archive',
      'Bluefern Energy',
    ],
    statementTemplates: [
      'Everything at {value} takes three signatures, it drives me mad.',
      'My badge for {value} stopped working and I stood at the gate for half an hour.',
      "I've been with {value} for [four|seven] years.",
      'Write it on behalf of {value}, they pay my salary after all.',
    ],
    changed: [
      'I resigned from {old}! My first day at {value} was yesterday.',
      '{value} made me an offer, I took it and left {old}.',
    ],
    asked: ['Which company do I work for?', 'Who employs {who}?', 'What organisation is on my payslip?'],
    nearby: ['In which year was my company founded?', 'Who founded the company {who} works for?'],
    aside: ['What belongs in a resignation letter?', 'Are four-day weeks any good for companies?'],
  },
  {
    name: 'manager',
    values: ['Ruth', 'Mr Okafor', 'Svetlana', 'Declan', 'Mrs Lindqvist', 'Hamid'],
    statementTemplates: [
      '{value} signs off my holidays, so keep the tone friendly.',
      'I report to {value}, who wants a summary every Friday.',
      "One-on-one with {value} tomorrow, I'm asking for a raise.",
      '{value}, my boss, has a habit of writing at midnight.',
    ],
    changed: [
      '{old} left. {value} is in charge of me now.',
      'Reorganisation again: my new boss is {value}, no longer {old}.',
    ],
    asked: [
      'Who is my supervisor?',
      'Which person does {who} answer to at work?',
      'To whom should I send a request for leave?',
    ],
    nearby: ["What is my boss's email address?", "Who is the boss of {who}'s boss?"],
    aside: ['How do you give feedback to someone above you?'],
  },
  {
    name: 'colleague',
    values: [
      { colleague: 'Priscilla', role: 'handles all invoices' },
      { colleague: 'Bogdan', role: 'looks after the servers' },
      { colleague: 'Aiko', role: 'draws the illustrations' },
      { colleague: 'Thabo', role: 'deals with the press' },
      { colleague: 'Gudrun', role: 'knows everything about contracts' },
      { colleague: 'Leandro', role: 'tests each release' },
    ],
    statementTemplates: [
      '{colleague} {role}, so copy {colleague} on that mail.',
      'Luckily we have {colleague} in the office, who {role}.',
      'I had lunch with {colleague}. For the record: {colleague} {role}.',
    ],
    asked: [
      'What is {colleague} responsible for?',
      "What part does {colleague} play in {who}'s team?",
      'Why would I turn to {colleague}?',
    ],
    nearby: [
      'Where does {colleague} live?',
      'Since when has {colleague} been with us?',
      "What is {colleague}'s surname?",
    ],
    aside: ['How do I tell someone nicely that they talk too loudly on the phone?'],
  },
  {
    name: 'team size',
    values: [
      'four of us',
      'nine people',
      'a dozen engineers and two designers',
      'just the two of us',
      'seventeen people',
    ],
    statementTemplates: [
      'In my department there are {value}, and all want the same week off.',
      'Plan the workshop so that it works for our group: {value}.',
      'Small team, {value}, everyone does everything.',
    ],
    changed: [
      "We hired! It's no longer {old}: now {value} in the department.",
      'After the cuts the department is down from {old} to {value}.',
    ],
    asked: ['How many colleagues are in my group?', "How large is {who}'s team?", "What's the headcount around me?"],
    nearby: ['What is the average age in my department?', "How many women are in {who}'s team?"],
    aside: ['What is a good size for a working group?'],
  },
  {
    name: 'commute',
    values: [
      'by cargo bike',
      'on the number 14 tram',
      'by ferry across the river',
      'on foot through the park',
      'by car with two neighbours',
      'on the night train once a week',
    ],
    statementTemplates: [
      'I get to the office {value}, forty minutes each way.',
      'Podcast suggestions please, I go in {value} and have time.',
      'Late again, because getting in {value} is a lottery in this weather.',
    ],
    changed: [
      "I don't go to work {old} any longer, it's {value} since the spring.",
      'They closed the road, so I gave up going in {old}; it is {value} now.',
    ],
    asked: [
      'How do I travel to my workplace?',
      'What means of transport does {who} use daily?',
      'In which way do I cover the distance between home and office?',
    ],
    nearby: ['What accidents have I had on the way in?', 'How many kilometres does {who} travel to the office?'],
    aside: ['Are electric scooters allowed on pavements?', 'Which country has the most bicycles?'],
  },
  {
    name: 'workplace',
    values: [
      'no phones in the lab',
      'everything goes through a proxy without internet',
      'we may not install anything ourselves',
      'only open-source licences that legal has cleared',
      'nothing with customer names may leave the network',
    ],
    statementTemplates: [
      'Mind you, at work {value}. So suggest something that respects that.',
      "That won't fly with us: {value}.",
      'Security told us again: {value}.',
    ],
    asked: [
      'Which restrictions apply in my office?',
      "What are the rules at {who}'s workplace?",
      'What am I not able or permitted to do on the job?',
    ],
    nearby: ['Who wrote the security policy?', "What's the dress code at {who}'s office?"],
    aside: ['Are password managers safe?'],
  },
  {
    name: 'side business',
    values: [
      'restored bicycles',
      'hand-bound notebooks',
      'honey from my own hives',
      'piano lessons',
      'vintage lamps',
      'wedding photos',
    ],
    statementTemplates: [
      'On weekends I sell {value}, it pays for the holidays.',
      "I need a flyer. It's for {value}, my little sideline.",
      'The tax office asks about my second income: {value}, tiny amounts.',
    ],
    changed: [
      "There's no demand for {old} now, so my sideline is {value}.",
      'I closed the shop for {old}. What I offer on weekends is {value}.',
    ],
    asked: [
      'What do I earn some extra money with?',
      'Which product or service does {who} offer outside the main job?',
      "What's my small business about?",
    ],
    nearby: ['How much did my sideline bring in last year?', "What is the name of {who}'s shop?"],
    aside: ['How does one price handmade things?'],
  },
];
