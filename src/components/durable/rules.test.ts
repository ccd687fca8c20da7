import { describe, expect, it } from 'vitest';
import { casesOf, scoreCases, type Table, type TableCase } from '../../../test/support/score-cases.ts';
import { turn } from '../../../test/support/turn.ts';
import { findDurable } from './rules.ts';

type Category = 'fact' | 'preference' | 'knowledge';

const ASSISTANT = { role: 'assistant' } as const;
const MIRA = { speaker: 'Mira' } as const;

/** What each turn holds: one thing of this kind, or nothing that will matter in months. */
const TABLE: Table<Category> = {
  fact: [
    ['I live in a small flat in Tartu with my grandmother.', MIRA],
    ['My daughter Noor was born in 2019.'],
    ["I'm allergic to hazelnuts."],
    ['I work as a tram driver in Zagreb.'],
    ['My partner is called Oyelaran.', MIRA],
    ['We moved to Ljubljana two years ago.', MIRA],
    ['I have type 1 diabetes.'],
    ['I play the bassoon in an amateur orchestra.', MIRA],
    ['My manager is Henrike, she started in May.'],
    ["I'm training for the Tallinn marathon in September.", MIRA],
    ['I no longer work at the observatory.'],
    ['My birthday is on 14 November.'],
    ['I quit my job at the harbour last week.', MIRA],
    ['I go swimming every Tuesday evening.', MIRA],
    ['My email is ines@example.org.'],
    ['Never suggest recipes with pork.'],
    ['I am saving up for a cargo bike.', MIRA],
    ['My brother just got divorced.', MIRA],
    ['Our team decided to drop Jenkins.'],
    ['I speak Basque at home.', MIRA],
    ['I have two hedgehogs.', MIRA],
    ['I teach maths at a school in Kaunas.', MIRA],
    ['My wife is expecting our second child in June.', MIRA],
    ['I cannot eat shellfish.'],
    ['I grew up on a reindeer farm.', MIRA],
    ['My budget for the kitchen is 9,000 euros.'],
    ['I just switched from Android to iPhone.'],
  ],
  preference: [
    ['I prefer answers in bullet points.'],
    ['I hate coriander.'],
    ["I'd rather take the night train than fly."],
    ['My favourite composer is Arvo Pärt.'],
    ["I don't like being called after eight."],
    ['I love rainy Sundays.', MIRA],
    ['I only drink decaf.'],
    ["I'm not a fan of open-plan offices.", MIRA],
    ['I can’t stand the smell of lavender.'],
    ['I like jazz.', MIRA],
    ['I prefer window seats.'],
    ["I really don't enjoy musicals.", MIRA],
    ['My favourite tea is rooibos.'],
  ],
  knowledge: [
    ['The capital of Palau is Ngerulmud.'],
    ['The author of The Summer Book is Tove Jansson.'],
    ['The mayor of Kuressaare is Mihkel Undrest.'],
    ['Brightwater Ltd was founded by Amara Osei.'],
    ['Ida Krall was born in the city of Lech.'],
    ['The official language of Suriname is Dutch.'],
    ['Perttu Kivilaakso plays the position of cellist.'],
    ['The chairperson of Northwind is Sione Latu.'],
    ['The currency of Bhutan is the ngultrum.'],
    ['The head coach of Viking Vale is Rui Tavares.'],
    ['Marlowe Bank was founded in the city of Ghent.'],
  ],
  none: [
    ['What is the capital of Palau?'],
    ['Hi there, hope you are well!'],
    ['Thanks, that helps a lot.'],
    ['Do I have any allergies you know of?'],
    ['Write a limerick about a heron.'],
    ['Can you shorten the second paragraph?'],
    ['Sounds good, see you tomorrow!', MIRA],
    ['The build is red again.'],
    ['Run the tests once more, please.'],
    ['I live in Paris and my name is Claude.', ASSISTANT],
    ['The capital of Palau is Ngerulmud.', ASSISTANT],
    ['As an AI language model, I do not have preferences.', ASSISTANT],
    ['```\nconst home = "I live in Oslo";\n```'],
    ['> I hate coriander.'],
    ['2026-02-03 10:00:01 WARN pool exhausted after 30s'],
    ['That is such a lovely idea, Jonas!', MIRA],
    ['Wow, congratulations to your sister!', MIRA],
    ['You are so good with kids.', MIRA],
    ["I think it's the third one."],
    ['The meeting is in ten minutes.'],
    ['It is raining here.', MIRA],
    ['Try again with a smaller number.'],
    ['Is it true that the mayor of Kuressaare is Mihkel Undrest?'],
    ['In the story, the dragon says: "I live in the old tower."'],
    ['lol'],
    ['Traceback (most recent call last): File "a.py", line 3'],
    ['She said that she would call back.', MIRA],
    ['Imagine I were a pirate.'],
    ['Could you remind me what my budget was?'],
    ['Great, thank you so much!'],
    ['Translate this sentence into Finnish.'],
    ['The page is loading slowly today.'],
    ['I prefer to stay neutral on that.', ASSISTANT],
    ["Good luck, you'll do great!", MIRA],
    ['So the answer is four, right?'],
    ['> The currency of Bhutan is the ngultrum.'],
    ['If I lived in Oslo, I would cycle to work.'],
    ['I have a question about joins.'],
    ['I am looking at line 40 now.'],
    ['My screen is frozen.'],
    ["I'll be back in five minutes."],
    ['I need a table with three columns.'],
    ["I don't understand the last step."],
    ['My code does not compile.'],
    ['I would like a summary of this article.'],
    ['Let me think about it.', MIRA],
    ["I'm so happy for you and Leo!", MIRA],
    ['We should catch up soon.', MIRA],
  ],
};

/** Written after the rules, on 15 November 2026. Seen with every run since, it guards what was reached and tells nothing of new turns. */
const HELD_OUT: Table<Category> = {
  fact: [
    ['I run a small bakery in Setúbal.'],
    ['My son has asthma.', MIRA],
    ['I got engaged to Farid on Saturday!', MIRA],
    ['I am left-handed.'],
    ['We have a holiday cabin near Rovaniemi.', MIRA],
    ['From now on, answer me in Portuguese.'],
  ],
  preference: [['I prefer podcasts over audiobooks.'], ['I love hiking in the fog.', MIRA], ['I avoid dairy.']],
  knowledge: [
    ['The chief executive of Halden Rail is Petra Novak.'],
    ['The spouse of Otto Lind is Greta Holm.'],
    ['The Mirelle Prize was created in the country of Belgium.'],
  ],
  none: [
    ['I have an error in my query.'],
    ['I want you to rewrite the intro.'],
    ['Am I left-handed?'],
    ['I will try that now.'],
    ['My bad, wrong window.'],
    ['I hope your exam goes well!', MIRA],
    ['I run a small bakery in Setúbal.', ASSISTANT],
    ['The tests are green and the branch is merged.'],
  ],
};

const friend = turn('How are things?', { speaker: 'Jonas' });
const helper = turn('How can I help?', { role: 'assistant' });

const rules = {
  find: ({ said, more }: TableCase) => findDurable(turn(said, more), [more?.speaker === undefined ? helper : friend]),
  fits: ({ category }: { readonly category: string }, wanted: string) => category === wanted,
};

describe('the rules for what of a turn will matter in months', () => {
  scoreCases('open', casesOf(TABLE), rules, { precision: 0.9, recall: 0.95 });
  scoreCases('held-out', casesOf(HELD_OUT), rules, { precision: 0.9, recall: 0.95 });

  it('say once what a turn says twice, and do not search a whole document', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `The mayor of Village${row} is Ana${row} Moss.`);
    expect(findDurable(turn(`${rows[0]} ${rows[0]}`), [])).toHaveLength(1);
    expect(findDurable(turn(rows.join('\n')), []).length).toBeLessThan(200);
  });
});
