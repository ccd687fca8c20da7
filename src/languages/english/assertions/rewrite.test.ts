import { describe, expect, it } from 'vitest';
import type { Utterance } from '../../../contracts/language.ts';
import { clausesOf } from './clauses.ts';
import { plainStatement } from './plain.ts';
import { namesFor, render, rewrite } from './rewrite.ts';
import { tokensOf } from './tokens.ts';

/** A Monday. */
const spokenAt = new Date('2023-05-08T10:00:00Z');

function rewritten(sentence: string, speaker = 'Ana', listener = 'Bob'): string {
  const names = { speaker, listener };
  return render(clausesOf(rewrite(tokensOf(plainStatement(sentence, names), spokenAt))), names);
}

describe('verbs agree with the name', () => {
  it.each([
    ['I love tea', 'Ana loves tea.'],
    ['I am tired', 'Ana is tired.'],
    ["I'm tired", 'Ana is tired.'],
    ["I've seen it", 'Ana has seen it.'],
    ['I go home', 'Ana goes home.'],
    ['I try hard', 'Ana tries hard.'],
    ['I enjoy chess', 'Ana enjoys chess.'],
    ['I watch birds', 'Ana watches birds.'],
    ['I miss home', 'Ana misses home.'],
    ['I do yoga', 'Ana does yoga.'],
    ["I don't smoke", 'Ana does not smoke.'],
    ["I didn't sleep", 'Ana did not sleep.'],
    ["I won't go", 'Ana will not go.'],
    ["I can't swim", 'Ana cannot swim.'],
    ["I haven't eaten", 'Ana has not eaten.'],
    ["We weren't home", 'Ana was not home.'],
    ["We're leaving", 'Ana is leaving.'],
    ['I will call', 'Ana will call.'],
    ['I need rest', 'Ana needs rest.'],
    ['I walked home', 'Ana walked home.'],
    ['I went home', 'Ana went home.'],
    ['I put the key there', 'Ana put the key there.'],
    ['I often cook', 'Ana often cooks.'],
    ['I no longer cook', 'Ana no longer cooks.'],
    ["I'd love a break", 'Ana would love a break.'],
    ["I'd been there", 'Ana had been there.'],
    ["I'm gonna run", 'Ana is going to run.'],
    ['I gotta run', 'Ana has to run.'],
    ['I cook and clean the house', 'Ana cooks and cleans the house.'],
    ['I want to cook and clean the house', 'Ana wants to cook and clean the house.'],
    ['I should cook and clean the house', 'Ana should cook and clean the house.'],
    ['My wife and I love tea', "Ana's wife and Ana love tea."],
    ['You work too much', 'Bob works too much.'],
    ['The constructor of my class fails', "The constructor of Ana's class fails."],
  ])('%s', (said, expected) => {
    expect(rewritten(said)).toBe(expected);
  });
});

describe('pronouns become names', () => {
  it.each([
    ['My dog bit me', "Ana's dog bit Ana."],
    ['I walk my dog', 'Ana walks their dog.'],
    ['I made it myself', 'Ana made it themselves.'],
    ['Our neighbour gave us plums', "Ana's neighbour gave Ana plums."],
    ['I lent you my bike', "Ana lent Bob Ana's bike."],
    ['Your advice helped me', "Bob's advice helped Ana."],
    ['He gave his car to his son', 'He gave his car to his son.'],
  ])('%s', (said, expected) => {
    expect(rewritten(said)).toBe(expected);
  });

  it('says "the user" where nobody is named', () => {
    expect(rewritten('I told you about my dog', 'the user', 'the assistant')).toBe(
      "The user told the assistant about the user's dog.",
    );
  });
});

describe('a subject left out is the speaker', () => {
  it.each([
    ['Been busy with the move', 'Ana has been busy with the move.'],
    ['Started a pottery course', 'Ana started a pottery course.'],
    ['Went to Rome with my aunt', 'Ana went to Rome with their aunt.'],
    ['Thinking of selling the boat', 'Ana is thinking of selling the boat.'],
    ['Excited to see the play', 'Ana is excited to see the play.'],
    ['Need a new bike', 'Ana needs a new bike.'],
  ])('%s', (said, expected) => {
    expect(rewritten(said)).toBe(expected);
  });

  it.each(['Keep going', 'Been a while', 'Love the dress', 'Swimming is fun'])('but not in: %s', (said) => {
    expect(rewritten(said)).not.toContain('Ana');
  });
});

describe('greetings, calls and fillers go', () => {
  it.each([
    ['Hey Bob, I live in Oslo', 'Ana lives in Oslo.'],
    ['Oh wow, thanks Bob! I live in Oslo', 'Ana lives in Oslo.'],
    ['Well, to be honest, I really just live in Oslo, Bob!', 'Ana lives in Oslo.'],
    ['So yeah, I live in Oslo, you know', 'Ana lives in Oslo.'],
    ['By the way, I am so happy here', 'Ana is happy here.'],
    ['No time is left for my novel', "No time is left for Ana's novel."],
    ['I am not really happy', 'Ana is not really happy.'],
  ])('%s', (said, expected) => {
    expect(rewritten(said)).toBe(expected);
  });
});

describe('relative dates become absolute', () => {
  it.each([
    ['I left yesterday', 'Ana left on 7 May 2023.'],
    ['I left yesterday evening', 'Ana left on 7 May 2023.'],
    ['I left on Friday', 'Ana left on 5 May 2023.'],
    ['I left two days ago', 'Ana left on 6 May 2023.'],
    ['I left two weeks ago', 'Ana left around 24 April 2023.'],
    ['I left three months ago', 'Ana left in February 2023.'],
    ['I left four years ago', 'Ana left in 2019.'],
    ['I left last month', 'Ana left in April 2023.'],
    ['I left last year', 'Ana left in 2022.'],
    ['I left last summer', 'Ana left in summer 2022.'],
    ['I left over the weekend', 'Ana left on the weekend of 6 May 2023.'],
    ['I will leave tomorrow', 'Ana will leave on 9 May 2023.'],
    ['I will leave next week', 'Ana will leave in the week of 15 May 2023.'],
    ['I have to leave by Friday', 'Ana has to leave by 12 May 2023.'],
    ['I booked it for Tuesday', 'Ana booked it for 9 May 2023.'],
    ['I left on 3 March 2020', 'Ana left on 3 March 2020.'],
    ['Saturday is for the kids', 'Saturday is for the kids.'],
    ["I missed last week's class", "Ana missed last week's class."],
  ])('%s', (said, expected) => {
    expect(rewritten(said)).toBe(expected);
  });
});

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
  });
});
