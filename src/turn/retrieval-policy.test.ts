import { describe, expect, it } from 'vitest';
import { inputOf, isHoldout, NEED_MEMORY, STAND_ALONE, WRITTEN_AFTER } from '../../test/fixtures/retrieval-messages.ts';
import { hostileTexts } from '../../test/support/hostile-texts.ts';
import type { RetrievalInput } from '../contracts/policies.ts';
import { retrievalPolicy } from './retrieval-policy.ts';

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
  ] as const)('distinguishes messages that need memory, %s', (_, isAside, needing, alone) => {
    const those = <Each>(messages: readonly Each[]) => messages.filter((__, index) => isHoldout(index) === isAside);
    const needed = score(those(NEED_MEMORY), true);
    const standing = score(those(STAND_ALONE), false);
    expect(needed.share, needed.wrong).toBeGreaterThanOrEqual(needing);
    expect(standing.share, standing.wrong).toBeGreaterThanOrEqual(alone);
  });

  it('misses no held-out message that needs memory', () => {
    const needed = score(WRITTEN_AFTER.needMemory, true);
    const standing = score(WRITTEN_AFTER.standAlone, false);
    expect(needed.share, needed.wrong).toBe(1);
    expect(standing.share, standing.wrong).toBeGreaterThanOrEqual(0.66);
  });

  it('gives the reason with the matching words', () => {
    expect(asked('What did I tell you about the boat?').reasons).toEqual([
      { trigger: 'historyAsked', because: 'it says "did I"' },
      { trigger: 'personalisationNeeded', because: 'it says "I tell"' },
    ]);
    expect(asked('How is Carla?', { knownEntities: ['Carla'] }).reasons).toEqual([
      { trigger: 'entityKnown', because: 'memory knows Carla' },
    ]);
    expect(triggersOf({ message: 'Is it raining?', knownEntities: [], confidence: 0.1 })).toEqual(['lowConfidence']);
  });

  it('gives the reason for not retrieving', () => {
    expect(asked('Good morning!')).toEqual({ retrieve: false, reasons: [], skipped: 'it only greets or thanks' });
    expect(asked('Thanks Carla', { knownEntities: ['Carla'] }).skipped).toBe('it only greets or thanks');
    expect(asked('…?!').skipped).toBe('it has no words');
    expect(asked('What is 12 * 12?').skipped).toBe('it is arithmetic');
    expect(asked('Does lead float?', { confidence: 0.9 }).skipped).toBe(
      'the caller is sure enough without memory (0.9)',
    );
  });

  it('ignores a pasted text', () => {
    expect(asked('Translate into German: "I told you about my brother last time."').skipped).toBe(
      'it brings the text it is about',
    );
    expect(asked('Translate what I told you about my brother.').retrieve).toBe(true);
  });

  it('treats a follow-up as the visible conversation, or as an earlier one without it', () => {
    expect(asked('Go on.', { turnsSoFar: 3 }).retrieve).toBe(false);
    expect(asked('Go on.', { turnsSoFar: 0 }).reasons.map(({ trigger }) => trigger)).toEqual(['historyAsked']);
  });

  /** Each begins as a rule does, goes on for as long as rules read, and ends so that the rule does not hold after all. */
  it.each([
    ...[
      'what is a ',
      'what are an ',
      'list all ',
      'name 3 ',
      'is x a ',
      'are a b an ',
      'explain ',
      'how do ',
      'why is ',
    ],
    ...[
      'how many ',
      'who is A',
      'when was A',
      'what is the ',
      'write me a ',
      'convert ',
      'solve ',
      'what does ',
      'keep ',
    ],
    ...[
      'translate this: ',
      'do I ',
      'last ',
      'how is ',
      'recommend ',
      'email to ',
      'again ',
      'please now ok ',
      'make it ',
    ],
  ])('finishes for any text after "%s"', (opening) => {
    for (const piece of ['a', 'a ', 'a-', '1', '1,', '“', ' ', opening])
      for (const ending of ['!', '1_']) {
        const text = (opening + piece.repeat(4000)).slice(0, 4000 - ending.length) + ending;
        // A rule that tries too much never comes back: then the test runs out of time.
        const { retrieve, skipped } = asked(text);
        expect(retrieve).toBe(skipped === undefined);
      }
  });

  it('recognises general knowledge in short messages only', () => {
    expect(asked('What is a black hole?').skipped).toBe('it asks for general knowledge');
    expect(asked('What is a well-known three-body problem?').retrieve).toBe(true);
    expect(asked('Is a whale a big mammal ?').skipped).toBe('it asks for general knowledge');
    expect(asked('List all prime ministers of Norway!').skipped).toBe(
      'it asks for a creative text without personal data',
    );
    expect(asked('1,000. + (2.5').skipped).toBe('it is arithmetic');
  });

  it.each(hostileTexts)('answers to %s', (_, message) => {
    const { retrieve, skipped } = asked(message);
    expect(retrieve).toBe(skipped === undefined);
  });
});
