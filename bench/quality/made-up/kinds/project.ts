import type { FactKind } from '../fact-kind.ts';

export const project: readonly FactKind[] = [
  {
    name: 'project',
    values: [
      { project: 'Lighthouse', purpose: 'tells fishermen about storms' },
      { project: 'Quince', purpose: 'sorts old family photos' },
      { project: 'Magpie', purpose: 'collects second-hand offers' },
      { project: 'Tidewater', purpose: 'plans shifts for volunteers' },
      { project: 'Paperboat', purpose: 'teaches kids to code' },
      { project: 'Hedgehog', purpose: 'counts animals on night cameras' },
    ],
    statementTemplates: [
      "We christened it {project}. It {purpose}, or it will once it's finished.",
      "{project} is what I'm building: an app that {purpose}.",
      "Could you check the text for {project}'s front page? The thing {purpose}.",
      'I spent the night on {project}, the tool that {purpose}.',
    ],
    asked: [
      'What is {project} for?',
      'What software is {who} developing?',
      "What's the idea behind the thing I am making?",
    ],
    nearby: [
      'Who came up with the name {project}?',
      'How many users does {project} have?',
      'Who designed the logo of {project}?',
    ],
    aside: ['How do products get their names?', 'What is the difference between a prototype and an MVP?'],
  },
  {
    name: 'deadline',
    values: [
      'the 15th of April',
      'the end of June',
      'September 1st',
      'the last Friday in October',
      'the 20th of February',
      'mid-December',
    ],
    statementTemplates: [
      'Everything has to be handed in by {value}, no excuses.',
      'The launch is on {value} and I have a stomach ache just thinking of it.',
      'I promised the release for {value}. Help me cut the scope.',
      "We ship {value}, that gives us less time than I'd like.",
    ],
    changed: [
      'We got more time: the launch has been moved from {old} to {value}.',
      "They've postponed it. Not {old}, {value} is the day we ship.",
      'The release slipped, as expected. New date: {value}.',
    ],
    asked: [
      'When is my project due?',
      "What's the deadline {who} works towards?",
      'How long do I have until it must be done?',
      'On what date do we go live?',
    ],
    nearby: ['When did we start the project?', 'When is the party after the launch?', 'Who set the deadline?'],
    aside: ['Why do software projects always take longer than planned?'],
  },
  {
    name: 'budget',
    values: ['8,000 euros', '25,000 euros', '1,200 pounds', '40,000 dollars', '600 euros a month', '3,500 francs'],
    statementTemplates: [
      'All in all we may spend {value}, hosting included.',
      '{value} is what the sponsor granted us. Not a cent more.',
      "With {value} in the pot we can't hire anybody.",
    ],
    changed: [
      'Good news: the sponsor raised it, from {old} to {value}.',
      'They cut the money. {value} rather than {old}.',
      'We have {value} to spend now, finance just confirmed.',
    ],
    asked: ['How much money is available for the project?', "What is {who}'s budget?", 'What can we afford in total?'],
    nearby: ['What share of the money goes into salaries?', 'How much have we spent already?'],
    aside: ['Is it rude to ask what a colleague earns?', 'How do you split a restaurant bill fairly?'],
  },
  {
    name: 'database',
    values: ['Postgres', 'SQLite', 'MariaDB', 'DuckDB', 'MongoDB', 'Cassandra'],
    statementTemplates: [
      'All rows live in {value}, and the queries get slow after a million.',
      "{value} keeps our data, I'm not going to discuss that again.",
      "Can you write me a query? It's {value}, so mind the dialect.",
    ],
    changed: [
      'We migrated over the weekend: {old} is gone, {value} holds everything.',
      'Bye {old}. We store the data in {value} since yesterday.',
    ],
    asked: [
      'Where does our application persist its records?',
      'Which database does {who} use?',
      'What storage engine are we running on?',
    ],
    nearby: ['How large is our database in gigabytes?', "Who administers {who}'s database?"],
    aside: ['What is a join, explained with a kitchen metaphor?', 'What does ACID stand for?'],
  },
  {
    name: 'framework',
    values: ['Svelte', 'Django', 'Rails', 'Vue', 'Phoenix', 'Angular'],
    statementTemplates: [
      'The pages are written in {value}, I like how little there is to type.',
      "I'm stuck with a form in {value}. The button does nothing.",
      'We chose {value} for the front end because the intern knew it.',
    ],
    changed: [
      'I rewrote the interface: out with {old}, in with {value}.',
      'The {old} code is archived. {value} renders everything now.',
    ],
    asked: [
      "What's the web UI made with?",
      "Which framework does {who}'s site rely on?",
      'What technology did we pick for the user interface?',
    ],
    nearby: ['Which version of the framework are we on?', "Who wrote the first line of {who}'s front end?"],
    aside: ['Why do web developers change tools so often?'],
  },
  {
    name: 'decision',
    values: [
      { decision: 'to host it ourselves', reason: 'the cloud bills exploded' },
      { decision: 'to drop the mobile app', reason: 'hardly anyone opened it' },
      { decision: 'to publish the code', reason: 'the grant demands it' },
      { decision: 'to write the search by hand', reason: 'the library was abandoned' },
      { decision: 'to support only two languages', reason: 'translations kept going stale' },
    ],
    statementTemplates: [
      'We sat together for two hours and agreed {decision}: {reason}.',
      "It's final, we're going {decision}. In the end {reason}, that settled it.",
      '{reason}, therefore we resolved {decision}.',
    ],
    asked: [
      'What did we settle on in the discussion, and why?',
      'Why did we agree {decision}?',
      "What was {who}'s reasoning in the big project choice?",
    ],
    nearby: ['Who voted against the decision?', 'What did the decision cost us?'],
    aside: ['How do groups reach a consensus without endless talk?'],
  },
  {
    name: 'client',
    values: [
      'a chain of opticians',
      'the harbour authority',
      'a cheese cooperative',
      'a theatre in Basel',
      'an airline caterer',
      'three rural libraries',
    ],
    statementTemplates: [
      'The invoice goes to {value}, they commissioned the thing.',
      '{value} hired us for this, nice people but slow with answers.',
      "I'm presenting to {value} on Thursday. They pay for all of it.",
    ],
    changed: [
      '{old} backed out. We do the work for {value} instead.',
      'New customer: {value} took over the contract from {old}.',
    ],
    asked: ['Who is my customer?', 'For whom is {who} doing the contract?', "Who's paying for what I make?"],
    nearby: ["Who is our contact person at the client's?", 'When did {who} sign the contract?'],
    aside: ['How do you politely remind somebody of an unpaid invoice?'],
  },
  {
    name: 'branching',
    values: [
      'one branch per ticket, squashed at the end',
      'straight to trunk behind a flag',
      'release branches cut every second Monday',
      'rebase only, no merge commits',
      'pairs review each other before anything lands',
    ],
    statementTemplates: [
      'Our way with git: {value}.',
      'I explained it to the new one today, {value}, and got a blank stare.',
      'Please stick to what we do with commits: {value}.',
    ],
    changed: [
      "We changed how code lands. It was {old}, now it's {value}.",
      'No more of {old}. With git we now do this: {value}.',
    ],
    asked: [
      'What is our version control workflow?',
      "How does {who}'s team integrate changes?",
      'Which convention do I follow when I commit?',
    ],
    nearby: ['How many repositories do we have?', "Who reviews {who}'s pull requests?"],
    aside: ['What does git bisect do?', 'How do I undo the last commit without losing anything?'],
  },
];
