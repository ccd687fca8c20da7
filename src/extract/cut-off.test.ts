import { expect, it } from 'vitest';
import { answering, openComponent } from '../../test/support/open-component.ts';
import { durable } from '../components/index.ts';

const BEES = { from: [1], text: 'The user keeps four beehives.', category: 'fact', importance: 0.7 };
const BRUNO = { from: [1], text: 'Bruno is the dog of the user.', category: 'fact', importance: 0.7 };
const LISBON = { from: [2], text: 'The user works at the aquarium in Lisbon.', category: 'fact', importance: 0.7 };
const statement = ['I keep four beehives, and Bruno is my dog.', 'I work at the aquarium in Lisbon.'] as const;

const answer = (...facts: object[]) => JSON.stringify({ facts });
const cut = (...facts: object[]) => answer(...facts).slice(0, -30);

it('The whole findings of a cut-off answer are kept with those of the follow-up', async () => {
  const { reported, active } = await openComponent(durable(), answering(cut(BEES, BRUNO, LISBON), answer(LISBON)));
  expect(await reported('s', ...statement)).toMatchObject({ modelCalls: 2, findingsRefused: 0 });
  expect(await active()).toEqual([BEES.text, BRUNO.text, LISBON.text]);
});

it('Turns whose answer is cut off twice are read in halves', async () => {
  const halves = [answer(BEES, BRUNO), answer({ ...LISBON, from: [1] })];
  const { reported, active } = await openComponent(
    durable(),
    answering(cut(BEES, BRUNO, LISBON), cut(LISBON, BEES), ...halves),
  );
  const report = await reported('s', ...statement);
  expect(report.components[0]?.failures).toEqual([]);
  expect(await active()).toEqual([BEES.text, BRUNO.text, LISBON.text]);
});

it('The whole findings of a turn whose answer is cut off twice are kept, and the turn is done', async () => {
  const { reported, active, souvenir } = await openComponent(durable(), answering(cut(BEES, BRUNO), cut(BRUNO)));
  const report = await reported('s', statement[0]);
  expect(report).toMatchObject({ sessionsSkipped: 0, findingsRefused: 1 });
  expect(await active()).toEqual([BEES.text]);
  expect(await souvenir.for().consolidate({ minAgeMs: 0 })).toMatchObject({ modelCalls: 0 });
});
