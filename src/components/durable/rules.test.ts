import { describe, expect, it } from 'vitest';
import type { StoredEpisode } from '../../model/episode.ts';
import { findDurable } from './rules.ts';

type Category = 'fact' | 'preference' | 'knowledge';
type Case = readonly [said: string, more?: Partial<Pick<StoredEpisode, 'role' | 'speaker'>>];
/** What each turn holds: one thing of this kind, or nothing that will matter in months. */
type Table = Readonly<Record<Category | 'none', readonly Case[]>>;

const ASSISTANT = { role: 'assistant' } as const;
const MIRA = { speaker: 'Mira' } as const;

const TABLE: Table = {
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

/** Written after the rules and scored once, on 15 November 2026; nothing was changed for it. */
const HELD_OUT: Table = {
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

const occurredAt = new Date('2026-02-03T10:00:00Z');
const episode = (content: string, more: Partial<StoredEpisode> = {}): StoredEpisode => ({
  ...{ tenantId: 't', userId: 'u', agentId: 'a', sessionId: 's', id: 'e', type: 'conversation', position: 1 },
  ...{ role: 'user', importance: 0.4, metadata: {}, content, occurredAt },
  ...more,
});
const friend = episode('How are things?', { speaker: 'Jonas' });
const helper = episode('How can I help?', { role: 'assistant' });

/** A turn counts as found if one thing of its kind is; everything else that is found is wrong. */
function score(table: Table) {
  const rows = Object.entries(table).flatMap(([kind, cases]) =>
    cases.map(([said, more = {}]) => {
      const found = findDurable(episode(said, more), [more.speaker === undefined ? helper : friend]);
      return { kind, said, found: found.map(({ category, content }) => `${category}: ${content}`) };
    }),
  );
  const isRight = ({ kind, found }: (typeof rows)[number]) => found.some((each) => each.startsWith(`${kind}:`));
  const right = rows.filter(isRight).length;
  const all = rows.reduce((sum, { found }) => sum + found.length, 0);
  const wanted = rows.filter(({ kind }) => kind !== 'none');
  return {
    precision: right / all,
    recall: right / wanted.length,
    missed: wanted.filter((row) => !isRight(row)).map(({ said }) => said),
    wrong: rows.filter((row) => row.found.length > (isRight(row) ? 1 : 0)).map(({ said, found }) => ({ said, found })),
  };
}

describe('what of a turn will matter in months', () => {
  it('is told from what will not', () => {
    const { precision, recall, missed, wrong } = score(TABLE);
    expect(precision, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.9);
    expect(recall, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.95);
  });

  it('is told apart as well in turns never looked at', () => {
    const { precision, recall, missed, wrong } = score(HELD_OUT);
    expect(precision, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.9);
    expect(recall, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.95);
  });

  it('is said once where a turn says it twice, and is not sought in a whole document', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `The mayor of Village${row} is Ana${row} Moss.`);
    expect(findDurable(episode(`${rows[0]} ${rows[0]}`), [])).toHaveLength(1);
    expect(findDurable(episode(rows.join('\n')), []).length).toBeLessThan(200);
  });
});
