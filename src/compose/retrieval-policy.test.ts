import { describe, expect, it } from 'vitest';
import {
  inputOf,
  isKeptAside,
  NEED_MEMORY,
  STAND_ALONE,
  WRITTEN_AFTER,
} from '../../test/fixtures/retrieval-messages.ts';
import { hostileTexts } from '../../test/support/hostile-texts.ts';
import { type RetrievalInput, retrievalPolicy } from './retrieval-policy.ts';

const triggersOf = (input: RetrievalInput) => retrievalPolicy(input).reasons.map(({ trigger }) => trigger);
const asked = (message: string, more: Partial<RetrievalInput> = {}) =>
  retrievalPolicy({ message, knownEntities: [], ...more });

/** The share told right, and which were not. */
function score(messages: readonly Parameters<typeof inputOf>[0][], wanted: boolean) {
  const wrong = messages.map(inputOf).filter((input) => retrievalPolicy(input).retrieve !== wanted);
  return { share: 1 - wrong.length / messages.length, wrong: wrong.map(({ message }) => message).join('\n') };
}

describe('the retrieval policy', () => {
  it.each([
    ['seen', false, 1, 0.98],
    ['kept aside', true, 1, 1],
  ] as const)('tells messages that need memory from those that do not, %s', (_, isAside, needing, alone) => {
    const those = <Each>(messages: readonly Each[]) => messages.filter((__, index) => isKeptAside(index) === isAside);
    const needed = score(those(NEED_MEMORY), true);
    const standing = score(those(STAND_ALONE), false);
    expect(needed.share, needed.wrong).toBeGreaterThanOrEqual(needing);
    expect(standing.share, standing.wrong).toBeGreaterThanOrEqual(alone);
  });

  it('retrieves in doubt: of messages written after the rules it misses none that needs memory', () => {
    const needed = score(WRITTEN_AFTER.needMemory, true);
    const standing = score(WRITTEN_AFTER.standAlone, false);
    expect(needed.share, needed.wrong).toBe(1);
    expect(standing.share, standing.wrong).toBeGreaterThanOrEqual(0.66);
  });

  it('says why, with the words that say so', () => {
    expect(asked('What did I tell you about the boat?').reasons).toEqual([
      { trigger: 'historyAsked', because: 'it says "did I"' },
      { trigger: 'personalisationNeeded', because: 'it says "I tell"' },
    ]);
    expect(asked('How is Carla?', { knownEntities: ['Carla'] }).reasons).toEqual([
      { trigger: 'entityKnown', because: 'memory knows Carla' },
    ]);
    expect(triggersOf({ message: 'Is it raining?', knownEntities: [], confidence: 0.1 })).toEqual(['lowConfidence']);
  });

  it('says why not', () => {
    expect(asked('Good morning!')).toEqual({ retrieve: false, reasons: [], skipped: 'it only greets or thanks' });
    expect(asked('Thanks Carla', { knownEntities: ['Carla'] }).skipped).toBe('it only greets or thanks');
    expect(asked('…?!').skipped).toBe('it has no words');
    expect(asked('What is 12 * 12?').skipped).toBe('it is arithmetic');
    expect(asked('Does lead float?', { confidence: 0.9 }).skipped).toBe(
      'the caller is sure enough without memory (0.9)',
    );
  });

  it('does not take a text that was brought along for what the asker says', () => {
    expect(asked('Translate into German: "I told you about my brother last time."').skipped).toBe(
      'it brings the text it is about',
    );
    expect(asked('Translate what I told you about my brother.').retrieve).toBe(true);
  });

  it('goes on with what is on the screen, or where nothing is, with what was before', () => {
    expect(asked('Go on.', { turnsSoFar: 3 }).retrieve).toBe(false);
    expect(asked('Go on.', { turnsSoFar: 0 }).reasons.map(({ trigger }) => trigger)).toEqual(['historyAsked']);
  });

  it('does as it is told', () => {
    expect(triggersOf({ message: 'Hi!', knownEntities: [], force: true })).toEqual(['forced']);
    expect(asked('What did I say?', { force: false })).toMatchObject({ retrieve: false, skipped: expect.any(String) });
  });

  it.each(hostileTexts)('answers to %s at once', (_, message) => {
    const started = performance.now();
    asked(message);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
