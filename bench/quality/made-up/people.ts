export interface Person {
  readonly name: string;
  readonly sessions: number;
  readonly facts: number;
  /** Whether the chat says who speaks; if not, questions speak of "the user". */
  readonly named: boolean;
}

/** From someone who has hardly begun to someone who talks to the assistant every other day. */
export const PEOPLE: readonly Person[] = [
  { name: 'Wanda', sessions: 3, facts: 7, named: false },
  { name: 'Casper', sessions: 4, facts: 8, named: true },
  { name: 'Ngozi', sessions: 6, facts: 10, named: false },
  { name: 'Rafael', sessions: 10, facts: 14, named: true },
  { name: 'Ilse', sessions: 15, facts: 18, named: false },
  { name: 'Takumi', sessions: 18, facts: 20, named: false },
  { name: 'Beatrix', sessions: 22, facts: 22, named: true },
  { name: 'Omar', sessions: 28, facts: 26, named: false },
  { name: 'Linnea', sessions: 35, facts: 30, named: true },
  { name: 'Gaspard', sessions: 42, facts: 32, named: false },
  { name: 'Eleni', sessions: 50, facts: 36, named: true },
  { name: 'Stefan', sessions: 60, facts: 40, named: false },
];
