import type { Role } from '../../model/episode.ts';

export interface StoryTurn {
  readonly role: Role;
  readonly text: string;
  readonly directive?: boolean;
}

export interface StorySession {
  readonly id: string;
  readonly at: string;
  readonly turns: readonly StoryTurn[];
}

const ana = (text: string): StoryTurn => ({ role: 'user', text });
const assistant = (text: string): StoryTurn => ({ role: 'assistant', text });

/** The story of the demo: Ana and her assistant, over six weeks. */
export const STORY: readonly StorySession[] = [
  {
    id: 'parser',
    at: '2025-01-14T09:30:00Z',
    turns: [
      ana('Hello!'),
      ana('My bus timetable app in Dart crashed today: the JSON had no departures field.'),
      assistant('Make the departures list nullable in Dart and fall back to an empty list with the ?? operator.'),
      ana('That fixed the crash. I wrote a unit test for the empty timetable too.'),
      { role: 'user', text: 'Please keep your answers short and show code before any explanation.', directive: true },
    ],
  },
  {
    id: 'rabbits',
    at: '2025-02-02T18:10:00Z',
    turns: [
      ana('I adopted two rabbits from the shelter, Basil and Olive.'),
      assistant('Congratulations! Rabbits need hay all day, fresh water and some hours outside their pen.'),
      ana('Olive chews every cable she finds, so I put the chargers in a drawer.'),
    ],
  },
  {
    id: 'move',
    at: '2025-02-27T20:45:00Z',
    turns: [
      ana('I am moving from Lisbon to Porto at the end of March for a new job.'),
      assistant('Porto it is. Shall I draw up a list for the move?'),
      ana('Yes, and I must find a flat there that allows pets.'),
    ],
  },
];

export const NOW = '2025-03-01T10:00:00Z';

export const QUESTIONS = [
  'Why did the bus app crash?',
  'Which city is she going to live in?',
  'How should I write my answers?',
  'What is the boiling point of tungsten?',
] as const;

export const INTENT = 'Help Ana find a home for herself and her pets';
