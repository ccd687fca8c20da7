import type { FactKind } from '../fact-kind.ts';

export const health: readonly FactKind[] = [
  {
    name: 'diet',
    values: ['vegan', 'vegetarian', 'pescatarian', 'gluten-free', 'halal', 'low-carb'],
    statementTemplates: [
      "I eat {value}, so skip the recipes that don't fit.",
      'Everything {value} for me please, that includes the snacks.',
      'The caterer wants to know about me: {value}, always have been.',
      "It's a nuisance to find {value} lunches near the office.",
    ],
    changed: [
      "I no longer eat {old}, doctor's orders. From now on it's {value}.",
      'Three weeks of {value} and I feel great. The {old} phase is over.',
    ],
    asked: [
      'What kind of food am I allowed?',
      'Which dietary rule does {who} follow?',
      'How should a meal for me be composed?',
    ],
    nearby: ["What does {who}'s partner eat?", 'How many calories a day do I aim for?'],
    aside: ["Is oat milk better for the climate than cow's milk?", 'How many calories does a banana have?'],
  },
  {
    name: 'allergy',
    values: ['walnuts', 'shellfish', 'bee stings', 'penicillin', 'cat hair', 'sesame', 'birch pollen'],
    statementTemplates: [
      'My throat swells when it comes to {value}, I carry a pen for that.',
      'I ended up in the emergency room once because of {value}.',
      "Careful: {value} can kill me, I'm not joking.",
      "I'm allergic to {value}, please remember.",
    ],
    asked: [
      'What do I react badly to?',
      'Which substance is dangerous for {who}?',
      'Do I have any allergies?',
      'What must a doctor know before treating me?',
    ],
    nearby: ['What is my child allergic to?', 'Which antihistamine do I take?', "Who is {who}'s allergist?"],
    aside: ['Why do so many people get hay fever nowadays?'],
  },
  {
    name: 'coffee',
    values: [
      'a double espresso',
      'a flat white with oat milk',
      'black filter coffee',
      'green tea with honey',
      'an iced latte',
      'rooibos',
    ],
    statementTemplates: [
      'My day begins with {value} or not at all.',
      'If you ever order for me: {value}, large.',
      "I'm on my third cup. {value}, as usual.",
      'The barista knows me by now and starts making {value} when I walk in.',
    ],
    changed: [
      "My stomach can't take {old} any more, so it's {value} these days.",
      'Gave up {old}. My drink is now {value}.',
    ],
    asked: [
      'What do I drink in a café?',
      'What hot or cold beverage should somebody bring {who}?',
      "What's my usual at the coffee shop?",
    ],
    nearby: ['Which wine do I like?', "What does {who}'s partner drink in the morning?"],
    aside: ['How much caffeine is in a cup of tea?', 'Who brought coffee to Europe?'],
  },
  {
    name: 'cuisine',
    values: ['Ethiopian', 'Georgian', 'Sichuan', 'Lebanese', 'Peruvian', 'Korean'],
    statementTemplates: [
      'Give me {value} dishes any day, I could live on them.',
      'For my treat last week I went to the {value} place around the corner, third time this month.',
      'Nothing beats {value} cooking if you ask me.',
    ],
    asked: [
      "Which country's food do I enjoy most?",
      'What sort of restaurant is {who} happiest in?',
      'What is my favourite cuisine?',
    ],
    nearby: ['What is my favourite dessert?', 'Which restaurant did {who} work in?'],
    aside: ['What is the difference between broth and stock?', 'Which spices belong in garam masala?'],
  },
  {
    name: 'disliked food',
    values: ['coriander', 'olives', 'blue cheese', 'mushrooms', 'beetroot', 'aniseed'],
    statementTemplates: [
      'Whoever put {value} on a pizza should apologise to me in person.',
      "I can't stand {value}, even the smell puts me off.",
      'Leave out the {value}, I picked it off the plate last time.',
    ],
    asked: [
      'Which ingredient do I hate?',
      "What should never land on {who}'s plate, as a matter of taste?",
      'What do I find disgusting to eat?',
    ],
    nearby: ['Which vegetables does my child refuse?', 'Which smell do I love?'],
    aside: ['Why does food taste different on planes?'],
  },
  {
    name: 'ailment',
    values: ['a torn meniscus', 'migraines', 'a slipped disc', 'asthma', 'tinnitus', 'a weak ankle'],
    statementTemplates: [
      'With {value} I have to plan my week around good days and bad days.',
      'The physio knows about {value}, but the exercises on the sheet are not for me.',
      "I can't do that long walk, {value} got in the way again.",
      "Since last winter I've had {value}, it makes everything slower.",
    ],
    asked: [
      'Which medical condition bothers me?',
      'What health problem does {who} have?',
      "Why can't I do some things physically?",
    ],
    nearby: ['When did I last have surgery?', "What is {who}'s blood pressure?"],
    aside: ['What is a good posture at a desk?', 'How many bones does a human foot have?'],
  },
  {
    name: 'training days',
    values: [
      'Mondays and Fridays',
      'Tuesday and Saturday mornings',
      'every other evening',
      'Wednesdays at noon',
      'Sunday before breakfast',
    ],
    statementTemplates: [
      'The gym sees me {value}, no more, no less.',
      "{value}, that's when I lift weights, so no calls then.",
      "I've paid for a trainer, {value}.",
    ],
    changed: [
      'The slot for weights has moved from {old} to {value}, the gym is emptier then.',
      'From this month on I work out {value}; {old} no longer fits.',
    ],
    asked: ['When do I exercise?', "What is {who}'s workout schedule?", 'At which times am I busy getting stronger?'],
    nearby: ['How much can I bench press?', "What's the name of my trainer?"],
    aside: ['Is it better to train in the morning or at night?'],
  },
];
