import type { FactKind } from '../fact-kind.ts';

export const homeLife: readonly FactKind[] = [
  {
    name: 'morning',
    values: [
      'ten minutes of stretching, then a cold shower, then porridge',
      'a walk with a podcast before anyone is awake',
      'journal, two pages, before I touch a screen',
      'feed everyone, pack lunches, run for the bus',
      'emails in bed, then yoga on the balcony',
    ],
    statementTemplates: [
      'This is how I start: {value}.',
      'Up at six. {value}. Only then am I human.',
      "Since you ask, between alarm and desk it's {value}.",
    ],
    changed: [
      'New start of the day since Monday: {value}. No more {old}.',
      "I've swapped {old} for {value}, right after the alarm.",
    ],
    asked: [
      'What does my morning routine look like?',
      'What does {who} do after getting up?',
      'How do I begin a weekday?',
    ],
    nearby: ['What does my evening routine look like?', 'At what time does {who} go to bed?'],
    aside: ['Why is it so hard to get out of bed in winter?', 'Is breakfast really the most important meal?'],
  },
  {
    name: 'landlord rule',
    values: [
      'no drilling into walls',
      'no pets over ten kilos',
      'no barbecue on the balcony',
      'quiet after nine',
      'no subletting, not even a weekend',
    ],
    statementTemplates: [
      'The owner of our flat is strict: {value}.',
      "I'd love to, but it says in the lease: {value}.",
      "{value}, that's what we signed when we moved in.",
    ],
    asked: [
      'What am I not allowed to do in my apartment?',
      "Which restriction does {who}'s rental contract contain?",
      'What has my landlord forbidden?',
    ],
    nearby: ["What's my landlord's name?", "How much was {who}'s deposit?"],
    aside: ['How do you fill a hole in plaster?', "What does a tenants' association do?"],
  },
  {
    name: 'garden',
    values: [
      'tomatoes and three kinds of basil',
      'nothing but roses',
      'a fig tree in a pot',
      'pumpkins that take over',
      'herbs on the windowsill',
      'an allotment with potatoes',
    ],
    statementTemplates: [
      "I've got soil under my nails, it's {value} this year.",
      'I grow {value} and talk to them, judge me.',
      'Heat wave again. {value}: how often do I water?',
    ],
    changed: [
      'I pulled up {old}. What grows with me now is {value}.',
      'The slugs ate it all, no more {old}, so I planted {value}.',
    ],
    asked: [
      'What plants do I have?',
      'What does {who} cultivate?',
      "Which greenery needs looking after when I'm away?",
    ],
    nearby: ['Who waters my plants when I travel?', "How large is {who}'s garden?"],
    aside: ['Why do leaves turn red?', 'Which plants survive in a dark bathroom?'],
  },
  {
    name: 'neighbour',
    values: [
      { neighbour: 'Mrs Abernathy', deed: 'takes in my parcels' },
      { neighbour: 'Old Vincent', deed: 'has a spare key of ours' },
      { neighbour: 'the Kowalczyks', deed: 'lend us their ladder' },
      { neighbour: 'Zofia', deed: 'babysits on Fridays' },
      { neighbour: 'Mr Tanaka', deed: "feeds the fish when we're away" },
    ],
    statementTemplates: [
      'Bless {neighbour} from downstairs: {deed}, year in, year out.',
      "I want to write a thank-you card for {neighbour} next door. It's somebody who {deed}, more or less.",
      'If nobody opens, ask {neighbour} across the hall, who often {deed}.',
    ],
    asked: [
      'Who in my building helps me, and how?',
      'What favour does {neighbour} do for me?',
      'Which person living nearby can {who} rely on?',
    ],
    nearby: ['How old is {neighbour}?', 'What does {neighbour} do for a living?'],
    aside: ['How do you complain about noise without starting a war?'],
  },
  {
    name: 'internet',
    values: [
      'a mobile hotspot with 20 gigabytes a month',
      'slow DSL, six megabit',
      'fibre, but it drops at night',
      "the café's network",
      'a satellite dish',
    ],
    statementTemplates: [
      'No video for me: all I have at home is {value}.',
      'Large downloads are a problem, {value}, you know.',
      'I work with {value}, so keep attachments small.',
    ],
    changed: [
      'The technician came! No more {old}; I have {value}.',
      "Instead of {old} I'm online with {value} since last week.",
    ],
    asked: [
      'What is my connection like?',
      'How does {who} get online?',
      'Why must files for me be small, or need they not?',
    ],
    nearby: ['What is my wifi password?', 'Which provider is {who} with?'],
    aside: ['How do undersea cables get repaired?'],
  },
  {
    name: 'saving goal',
    values: [
      'a sailing boat',
      'a sabbatical year',
      'my own pottery kiln',
      'a down payment',
      'a trip through Patagonia',
      'an electric piano',
    ],
    statementTemplates: [
      'Every month I put two hundred aside for {value}.',
      'No takeaways till Christmas, it all goes towards {value}.',
      'One day it will be mine: {value}. The jar is a third full.',
    ],
    changed: [
      'Change of plan for the money: {value} instead of {old}.',
      'I no longer dream of {old}, the jar is for {value}.',
    ],
    asked: [
      'What am I putting money away for?',
      'Which big purchase is {who} working towards?',
      "What's the aim of my savings?",
    ],
    nearby: ['How much have I saved so far?', 'Which bank is {who} with?'],
    aside: ['What is compound interest in one sentence?', 'Is cash going to disappear?'],
  },
  {
    name: 'volunteering',
    values: [
      'the food bank',
      'an animal shelter',
      'the fire brigade',
      'a repair café',
      'the hospital library',
      'a night shelter',
    ],
    statementTemplates: [
      'Saturdays I help out at {value}, unpaid, but I come home happy.',
      'We need more hands at {value}, could you draft a call for helpers?',
      'Tired but content. {value} was full today and I was on duty.',
    ],
    changed: ['I had to stop with {old}. My free Saturdays belong to {value} now.'],
    asked: [
      'Which good cause do I give my time to?',
      'Where does {who} do charity work?',
      'What voluntary work am I involved in?',
    ],
    nearby: ['How much do I donate each year?', 'Who leads the volunteers?'],
    aside: ['What is the difference between a charity and a foundation?'],
  },
];
