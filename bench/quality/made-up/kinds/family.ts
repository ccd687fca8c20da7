import type { FactKind } from '../fact-kind.ts';

export const family: readonly FactKind[] = [
  {
    name: 'partner',
    values: ['Ines', 'Tomasz', 'Birgit', 'Joaquin', 'Leena', 'Marek', 'Odile'],
    statementTemplates: [
      '{value} and I have been married for [six|eleven] years now, it went by in a blink.',
      'My other half, {value}, says I spend too long on this.',
      "{value} is asleep next to me, so I'm typing very quietly.",
      "Tonight it's my turn to do the dishes, {value} cooked.",
    ],
    asked: [
      "What's my spouse's name?",
      'Who is {who} in a relationship with?',
      'Who do I share my life with?',
      'What is the first name of my better half?',
    ],
    nearby: [
      'What does my spouse do for work?',
      'Where did {who} and the spouse meet?',
      "What's my mother-in-law's name?",
    ],
    aside: ['What are good questions for a couple on a long drive?'],
  },
  {
    name: 'sibling',
    values: [
      { name: 'Anton', relation: 'brother', other: 'sister' },
      { name: 'Freya', relation: 'sister', other: 'brother' },
      { name: 'Matteo', relation: 'brother', other: 'sister' },
      { name: 'Solveig', relation: 'sister', other: 'brother' },
      { name: 'Pavel', relation: 'brother', other: 'sister' },
      { name: 'Noor', relation: 'sister', other: 'brother' },
    ],
    statementTemplates: [
      '{name}, my {relation}, borrowed my drill and I want it back nicely. Can you phrase that?',
      'My {relation} {name} called, same family drama as ever.',
      "We shared a bedroom till I was twelve, {name} and me. That's {relation} love for you.",
      "I'd like a toast for {name}. It's for my {relation}, so a bit of teasing is fine.",
    ],
    asked: [
      'What is my {relation} called?',
      "Who are {who}'s siblings?",
      'Which of my relatives did I grow up with, by name?',
    ],
    nearby: [
      "What is my {other}'s name?",
      "What's the name of my {relation}'s wife or husband?",
      'How many years lie between {who} and the {relation}?',
    ],
    aside: ['Do siblings really become alike or rather the opposite?'],
  },
  {
    name: 'child',
    values: [
      { child: 'Milo', years: 'four' },
      { child: 'Ada', years: 'six' },
      { child: 'Runa', years: 'nine' },
      { child: 'Felix', years: 'two' },
      { child: 'Iris', years: 'eleven' },
    ],
    statementTemplates: [
      '{child} is {years} now and asks why about everything. Any science for that age?',
      'I have to fetch {child} from [school|nursery] at three. {years} years old and already a timetable!',
      'Bedtime story please, for {child}, who just turned {years}.',
      'Our kid {child} ({years}) has decided to become an astronaut.',
    ],
    asked: [
      'How old is my little one?',
      "What's the name of {who}'s son or daughter?",
      'For which age should a present for my offspring be?',
    ],
    nearby: [
      "What is {child}'s favourite toy?",
      "Who is {child}'s teacher?",
      "What is the name of {who}'s second child?",
    ],
    aside: [
      'At what age do children start to read, on average?',
      'What are simple crafts for a rainy afternoon with kids?',
    ],
  },
  {
    name: 'pet',
    values: [
      { pet: 'Biscuit', species: 'beagle', animal: 'dog' },
      { pet: 'Mochi', species: 'tabby cat', animal: 'cat' },
      { pet: 'Professor', species: 'grey parrot', animal: 'bird' },
      { pet: 'Pepper', species: 'greyhound', animal: 'dog' },
      { pet: 'Nettle', species: 'Siamese cat', animal: 'cat' },
      { pet: 'Truffle', species: 'dachshund', animal: 'dog' },
      { pet: 'Dumpling', species: 'guinea pig', animal: 'rodent' },
    ],
    statementTemplates: [
      "{pet} chewed through my headphone cable. That's what you get with a {species}.",
      'Our {species} is called {pet}, and yes, {pet} sleeps on the bed.',
      'I took {pet} to the vet. For a {species} the weight is fine, they said.',
      'The {species} needs feeding at six or {pet} complains to the whole house.',
    ],
    asked: [
      'What is the name of my {animal}?',
      'Which animal does {who} keep at home?',
      'What breed or kind is my four-legged or feathered friend?',
      'Who keeps me company at home besides humans?',
    ],
    nearby: ["When is {pet}'s birthday?", 'What food does {pet} get?', 'Which vet does {who} go to?'],
    aside: [
      'How long do dogs sleep a day?',
      'Why do cats purr?',
      'I need a name for a goldfish in a story, any ideas?',
    ],
  },
  {
    name: 'mother',
    values: ['orchids', 'crime novels', 'old railway maps', 'salted liquorice', 'birdwatching', 'opera recordings'],
    statementTemplates: [
      'My mum adores {value}, she can talk about nothing else.',
      'I never know what to give my mother, but {value} always works.',
      "Mum's flat is full of {value}, there is hardly room to sit.",
    ],
    asked: [
      'What would make a good gift for my mom?',
      "What is {who}'s mother fond of?",
      'Which passion does the woman who raised me have?',
    ],
    nearby: ['What would my father like as a gift?', 'How old is my mother?'],
    aside: ["When is Mother's Day celebrated around the world?"],
  },
  {
    name: 'friend',
    values: [
      { friend: 'Kwame', fact: 'is scared of flying' },
      { friend: 'Hanneke', fact: 'runs a bakery in Utrecht' },
      { friend: 'Dario', fact: 'is training to be a pilot' },
      { friend: 'Yuki', fact: 'collects fountain pens' },
      { friend: 'Brigid', fact: 'has just had twins' },
      { friend: 'Emeka', fact: 'writes for a chess magazine' },
    ],
    statementTemplates: [
      'My best friend {friend} {fact}, which explains a lot.',
      "I'm seeing {friend} on Sunday. Did I mention that {friend} {fact}?",
      "{friend} {fact}, so the usual plan won't do when we meet.",
    ],
    asked: [
      'What do I know about {friend}?',
      "Tell me what is special about {who}'s pal {friend}.",
      'What should I keep in mind when I talk to {friend}?',
    ],
    nearby: ['Where did I meet {friend}?', "What is {friend}'s phone number?", 'Which film does {friend} like best?'],
    aside: ['How do adults make new friends?', 'A friend of a friend wants advice on pensions, where to begin?'],
  },
  {
    name: 'anniversary',
    values: ['the 12th of June', 'August 28th', 'the 3rd of October', 'April 19th', 'December 6th'],
    statementTemplates: [
      "Our wedding anniversary is {value}, don't let me forget it again.",
      'We tied the knot on {value}, in the rain, with forty guests.',
      "Book nothing for {value}: that's the day we got married, and we always go out.",
    ],
    asked: [
      'When did I marry?',
      'On what day do {who} and the spouse celebrate their union?',
      'What date do I need flowers for, as a husband or wife?',
    ],
    nearby: ['Where did we go on our honeymoon?', "Who was {who}'s best man?"],
    aside: ['What is the paper, cotton, leather list of wedding years about?'],
  },
];
