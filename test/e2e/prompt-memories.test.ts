import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSouvenir, type EpisodeInput, memoryStore, type Souvenir } from '../../src/index.ts';
import { DAY, manualClock } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

let souvenir: Souvenir;
let clock: ReturnType<typeof manualClock>;
beforeEach(async () => {
  clock = manualClock('2026-03-01T09:00:00Z');
  souvenir = await createSouvenir({ store: memoryStore(), clock, embedder: sharedEmbedder, reader: sharedReader });
});
afterEach(() => souvenir.close());

async function tell(turn: EpisodeInput): Promise<void> {
  const session = souvenir.for({ userId: 'ana', sessionId: turn.content });
  await session.record(turn);
  await session.sessions.end();
  clock.advance(DAY);
}

/** The lines that a prompt has for memories. */
async function linesFor(message: string): Promise<string[]> {
  const { text } = await souvenir.for({ userId: 'ana', sessionId: 'now' }).turn(message, { retrieve: true });
  const section = /<souvenir-memories>([\s\S]*?)<\/souvenir-memories>/.exec(text)?.[1] ?? '';
  return section.split('\n').filter((line) => line.startsWith('- '));
}

test.each<[EpisodeInput, string, RegExp]>([
  [
    { content: 'The boiler broke down during the storm on Sunday.' },
    'When did the boiler break down?',
    /^- \[episodic\/\w+ 2026-03-01\] The/,
  ],
  [
    { role: 'assistant', content: 'Your boiler pressure should stay between one and two bar.' },
    'What should the boiler pressure be?',
    /^- \[episodic\/\w+ 2026-03-01, by the assistant\] Your boiler/,
  ],
  [
    { role: 'tool', type: 'toolResult', content: 'boiler pressure sensor: 1.4 bar' },
    'What does the boiler pressure sensor say?',
    /^- \[episodic\/toolResult 2026-03-01, by a tool\] boiler pressure/,
  ],
  [
    { content: 'The boiler makes a knocking noise at night.', speaker: 'Ben' },
    'What noise does the boiler make?',
    /^- \[episodic\/\w+ 2026-03-01\] Ben: The boiler/,
  ],
])('A memory in a prompt shows its speaker and date: %j', async (turn, message, line) => {
  await tell(turn);
  expect((await linesFor(message))[0]).toMatch(line);
});

test.each([
  [
    'The spare key is under the blue pot.',
    'The spare key is with Marta now, not under the pot.',
    'Where is the spare key?',
  ],
  [
    'Our wifi password is on the fridge.',
    'The wifi password is in the hall cupboard now.',
    'Where is the wifi password?',
  ],
])('An outdated memory in a prompt is right below its replacement: %j', async (before, now, question) => {
  await tell({ content: before });
  await tell({ content: 'The tram was late again this morning.' });
  await tell({ content: now });
  const { text } = await souvenir.for({ userId: 'ana' }).context(question);
  const lines = text.split('\n').filter((line) => line.startsWith('- '));
  const at = lines.findIndex((line) => line.includes(now));
  expect(lines[at]).toMatch(/2026-03-03\] /);
  expect(lines[at + 1]).toMatch(/2026-03-01, outdated since 2026-03-03, replaced by the one above\] /);
  expect(lines[at + 1]).toContain(before);
});

test.each(['Keep it short please.', 'Drop the emojis.', 'Can you please keep your replies short?'])(
  'A wish for the manner of the assistant is in the next prompt: %j',
  async (wish) => {
    await tell({ content: wish });
    const { text } = await souvenir.for({ userId: 'ana', sessionId: 'now' }).turn('Where is Oslo?');
    expect(/<souvenir-directives>([\s\S]*?)<\/souvenir-directives>/.exec(text)?.[1]).toContain(wish);
  },
);
