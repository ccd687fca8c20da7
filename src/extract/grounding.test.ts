import { describe, expect, it } from 'vitest';
import { languages } from '../languages/index.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { groundingIn } from './grounding.ts';

interface Statement {
  readonly speaker?: string;
  readonly role?: 'user' | 'assistant';
}

function turn(line: string, at: number): StoredEpisode {
  const [, speaker = '', content = ''] = /^([^:]+): (.*)$/s.exec(line) ?? [];
  const who: Statement = speaker === 'assistant' ? { role: 'assistant' } : { role: 'user', speaker };
  return {
    ...{ id: String(at), content, occurredAt: new Date('2026-03-02T10:00:00Z'), position: at + 1, ...who },
  } as StoredEpisode;
}

interface Given {
  readonly cited?: readonly [number, ...number[]];
  readonly before?: readonly string[];
  readonly known?: readonly string[];
  readonly example?: string;
  /** Only users can be sources. */
  readonly isOfPeople?: boolean;
}

/** The numbers of the turns that say so, counted from 1. */
function ground(text: string, lines: string | readonly string[], given: Given = {}): number[] | undefined {
  const { cited = [1], before = [], known = [], example = '', isOfPeople = false } = given;
  const episodes = [lines].flat().map(turn);
  const batch = { episodes, before: before.map((line, at) => turn(line, at - 100)) };
  const [first, ...more] = cited.map((number) => episodes[number - 1] as StoredEpisode);
  const matches = groundingIn(batch, languages(), { known, example })({
    text,
    from: [first as StoredEpisode, ...more],
    ...(isOfPeople && { isSource: ({ role }: StoredEpisode) => role === 'user' }),
  });
  return matches?.map(({ position }) => position);
}

describe('a grounded finding', () => {
  it.each([
    ['Nora lives in Porto.', 'Nora: We moved to Porto last week!'],
    ['Nora moved to Porto on 23 February 2026.', 'Nora: We moved to Porto last week!'],
    ['Nora is allergic to peanuts.', 'Nora: No peanuts for me, ever: I end up in hospital.'],
    ['Nora is a vegetarian since January 2026.', "Nora: I've been vegetarian since new year."],
    [
      'Nora prefers brief answers with bullet points.',
      'Nora: please keep answers brief, bullet points over paragraphs',
    ],
    ['Nora works as a freelance software consultant.', 'Nora: I do freelance software consulting, mostly backend.'],
    ['Tomás Ibarra is head of engineering.', "Nora: My contact is Tomás Ibarra, he's their head of engineering."],
    ['Nora pays 1200 euros in rent.', 'Nora: my rent is €1,200 now'],
    ['Claire paie 1500 euros de loyer.', 'Claire: mon loyer est de 1\u202f500 euros'],
    ["Nora's dog is called Biscuit.", 'Nora: The dog? Biscuit, after the cookie.'],
    ['Nora is Portuguese.', 'Nora: I grew up in Portugal, well, I am from there.'],
    ['The user wants the parser fixed.', 'Nora: The parser is broken, fix it.'],
    ['Nora runs every Tuesday and Thursday.', 'Nora: I go running twice a week, Tuesday and Thursday'],
    ['Nora drives a 2021 Ranger.', "Nora: I'm driving a Ranger, a twenty twenty-one."],
    ["Nora's card night is back on Thursday.", "Nora: The dancers gave up, so we're back on Thursdays."],
    ['Anna wohnt in Hamburg.', 'Anna: Wir sind letzte Woche nach Hamburg gezogen.'],
    ['Anna arbeitet als Lehrerin an einer Grundschule.', 'Anna: Ich bin Lehrerin, Grundschule, dritte Klasse.'],
    ['Anna verträgt keine Laktose.', 'Anna: Bitte ohne Milch, ich vertrage Laktose nicht.'],
    ['Annas Schwester heißt Mia.', 'Anna: Meine kleine Schwester Mia kommt am Wochenende.'],
    ['Anna zog am 23. Februar 2026 nach Kiel.', 'Anna: Letzten Montag bin ich nach Kiel gezogen.'],
    ['Claire habite à Lyon.', "Claire: J'ai déménagé à Lyon la semaine dernière."],
    ["Claire n'aime pas le fromage.", 'Claire: Le fromage, je déteste ça.'],
    ["Le fils de Claire s'appelle Hugo.", "Claire: Mon fils, Hugo, entre à l'école en septembre."],
    ['Claire joue du violon depuis dix ans.', 'Claire: Je joue du violon depuis dix ans déjà.'],
    ['花子はポルトに住んでいる。', '花子: 先週ポルトに引っ越しました。'],
    ['花子は猫を二匹飼っている。', '花子: うちの猫は二匹とも元気です。'],
    ['花子はそばアレルギーがある。', '花子: 私はそばアレルギーなので食べられません。'],
    ['花子は小学校の先生です。', '花子: 小学校で先生をしています。'],
    ['小红住在波尔图。', '小红: 我上周搬到波尔图了。'],
    ['小红对花生过敏。', '小红: 我不能吃花生，会过敏。'],
    ['小红的妹妹在北京工作。', '小红: 我妹妹现在在北京工作，很忙。'],
    ['小红每天早上跑步。', '小红: 我早上都会去跑步。'],
  ])('%s', (text, line) => expect(ground(text, line)).toEqual([1]));
});

describe('an invented finding', () => {
  it.each([
    ['another place', 'Nora lives in Lisbon.', 'Nora: We moved to Porto last week!'],
    ['another name', 'Carlos is head of engineering.', 'Nora: Tomás is head of engineering.'],
    ['another number', 'Nora has 4 cats.', 'Nora: I have 3 cats.'],
    ['another amount', 'Nora pays 1300 euros in rent.', 'Nora: my rent is 1,200 euros'],
    ['another thing', 'Nora collects old stamps.', 'Nora: We moved to Porto last week!'],
    ['more than was said', 'Nora is a pilot who flies cargo planes from Porto.', 'Nora: I moved to Porto.'],
    ['nothing to do with it', 'The assistant should be helpful and friendly.', 'Nora: My bees had a good year.'],
    ['nothing but a name', 'Nora.', 'Nora: My bees had a good year.'],
    ['another number beside a filler of dates', 'Inés pide 20 kilos de harina.', 'Inés: quiero 12 kilos de harina'],
    ['another number beside may', 'Nora may need 20 stitches.', 'Nora: I may need 12 stitches'],
    ['German', 'Anna wohnt in Kiel.', 'Anna: Ich wohne jetzt in Hamburg.'],
    ['German', 'Anna spielt gern Klavier.', 'Anna: Letzte Woche bin ich nach Hamburg gezogen.'],
    ['German', 'Anna hat 2 Hunde.', 'Anna: Ich habe 3 Hunde.'],
    ['French', 'Claire habite à Nantes.', "Claire: J'habite à Lyon."],
    ['French', 'Claire travaille comme infirmière.', "Claire: J'ai déménagé à Lyon la semaine dernière."],
    ['Japanese', '花子は犬を飼っている。', '花子: 先週ポルトに引っ越しました。'],
    ['Japanese', '花子は東京の大学で働いている。', '花子: 先週ポルトに引っ越しました。'],
    ['Chinese', '小红喜欢弹钢琴。', '小红: 我上周搬到波尔图了。'],
    ['Chinese', '小红在医院当护士。', '小红: 我上周搬到波尔图了。'],
    ['Chinese', '小红有5只猫。', '小红: 我有3只猫。'],
  ])('is refused: %s: %s', (_, text, line) => expect(ground(text, line)).toBeUndefined());
});

describe('the grounding of a finding', () => {
  const lines = [
    'Nora: We moved to Porto last week!',
    'assistant: How nice. What is your dog called?',
    'Nora: Biscuit.',
    'Nora: Brightwater goes live in spring.',
  ];

  it('uses a turn with the one before it, also from the batch before', () => {
    expect(ground('Nora has a dog called Biscuit.', lines, { cited: [3] })).toEqual([3]);
    const before = ['assistant: What is your dog called?'];
    expect(ground('Nora has a dog called Biscuit.', 'Nora: Biscuit.', { before })).toEqual([1]);
  });

  it('counts the words of an acknowledgement that is cited beside its source', () => {
    const talk = ['Nora: You can scratch that whole operation.', 'assistant: No surgery, then.'];
    const finding = "Nora's operation is called off; there is no surgery.";
    expect(ground(finding, talk, { cited: [1, 2], isOfPeople: true })).toEqual([1]);
    expect(ground(finding, talk, { cited: [1], isOfPeople: true })).toBeUndefined();
  });

  it('cites the best matching turn if the cited one does not match', () => {
    expect(ground('Brightwater goes live in spring.', lines, { cited: [1] })).toEqual([4]);
    expect(ground('Nora lives in Porto.', lines, { cited: [4, 3] })).toEqual([1]);
  });

  it('keeps every correctly cited turn', () => {
    expect(ground('Nora moved to Porto with her dog Biscuit.', lines, { cited: [1, 3] })).toEqual([1, 3]);
  });

  it('accepts names and numbers from known memories, but needs a turn', () => {
    const known = ["Nora's sister is called Mia and is 34."];
    expect(ground('Mia has a baby.', 'Nora: My sister has a baby!', { known })).toEqual([1]);
    expect(ground('Mia has a baby.', 'Nora: My sister has a baby!')).toBeUndefined();
    expect(ground('Mia is 34.', 'Nora: We moved to Porto.', { known })).toBeUndefined();
  });

  it('refuses copies of the example unless a turn says it', () => {
    const example = 'Quillane ondioline';
    expect(ground('Nora moved to Porto to play the ondioline.', lines, { example })).toBeUndefined();
    expect(ground('Nora plays the ondioline.', 'Nora: I play the ondioline.', { example })).toEqual([1]);
  });

  it('refuses a statement about one speaker that the turn makes about another', () => {
    const line = 'Nora: the cat lives on top of the wardrobe now';
    expect(ground('Nora lives on top of the wardrobe.', line)).toBeUndefined();
    expect(ground('The cat lives on top of the wardrobe.', line)).toEqual([1]);
    expect(ground('Nora lives in Porto.', 'Nora: My sister lives in Porto.')).toBeUndefined();
    expect(ground('Nora lives in Porto.', 'Nora: My sister lives in Porto. I live in Porto too.')).toEqual([1]);
  });

  it('accepts dates in another form, and no other numbers', () => {
    const line = 'Claire: La réunion est lundi prochain.';
    expect(ground('La réunion de Claire est le lundi 9 mars 2026.', line)).toEqual([1]);
    expect(ground('La réunion de Claire est le 2026-03-09.', line)).toEqual([1]);
    expect(ground('La réunion de Claire a 9 invités.', line)).toBeUndefined();
  });
});
