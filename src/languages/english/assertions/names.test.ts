import { describe, expect, it } from 'vitest';
import type { Utterance } from '../../../contracts/language.ts';
import { namesFor } from './render.ts';

const turn = (content: string, role: Utterance['role'], speaker?: string): Utterance => ({
  ...{ content, role, speaker },
  occurredAt: new Date(0),
});

describe('namesFor', () => {
  it('takes the other from the turns before, past the speaker’s own', () => {
    const before = [turn('Hi', 'user', 'Bob'), turn('Hello', 'user', 'Ana')];
    expect(namesFor(turn('I am well', 'user', 'Ana'), before)).toEqual({ speaker: 'Ana', listener: 'Bob' });
  });

  it('takes the other from the greeting where nobody has spoken yet', () => {
    expect(namesFor(turn('Hey Bob! How are you?', 'user', 'Ana'), []).listener).toBe('Bob');
    expect(namesFor(turn('hey there', 'user', 'Ana'), []).listener).toBe('the other');
  });

  it('calls the unnamed by their part', () => {
    expect(namesFor(turn('Hi', 'user'), [])).toEqual({ speaker: 'the user', listener: 'the assistant' });
    expect(namesFor(turn('Hi', 'assistant'), [turn('Hi', 'user', 'Ana')])).toEqual({
      speaker: 'the assistant',
      listener: 'Ana',
    });
  });
});
