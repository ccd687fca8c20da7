import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLanguage } from './any.ts';
import { detectLanguage } from './detect.ts';
import { english } from './english/english.ts';
import { languages } from './languages.ts';

const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  en: [
    'My sister works at the hospital.',
    'Where does Anna live?',
    'Deploy to Los Angeles',
    'Ha, true.',
    'Café del Mar',
    '',
  ],
  de: [
    'Meine Schwester arbeitet im Krankenhaus.',
    'Wo wohnt Anna?',
    'Was ist mein Lieblingsessen?',
    'Mein Hund heißt Bruno',
  ],
  es: [
    'Mi hermana trabaja en el hospital.',
    '¿Dónde vive Anna?',
    'Soy alérgico a las nueces',
    'El gato está enfermo otra vez',
  ],
  fr: [
    'Où habite Anna ?',
    "J'ai déménagé l'année dernière.",
    'Quel est mon plat préféré ?',
    'Je suis allergique aux noix',
  ],
  pt: ['A minha irmã trabalha no hospital.', 'Onde mora a Anna?', 'O gato está doente de novo', 'Sou alérgico a nozes'],
  it: [
    'Mia sorella lavora in ospedale con il dottore.',
    'Dove abita Anna?',
    'Il mio cane ha tre anni',
    'Sono allergico alle noci',
  ],
  nl: ['Mijn zus werkt in het ziekenhuis.', 'Waar woont Anna?', 'De kat is weer ziek'],
  ja: ['姉は病院で働いています。', 'アンナはどこに住んでいますか？'],
  zh: ['我姐姐在医院工作。', '安娜住在哪里？'],
  ko: ['언니는 병원에서 일해요.'],
  ru: ['Моя сестра работает в больнице.'],
  uk: ['Моя сестра працює в лікарні.'],
};

describe('detectLanguage', () => {
  const cases = Object.entries(WRITTEN).flatMap(([code, texts]) => texts.map((text) => [text, code] as const));
  it.each(cases)('%j is %s', (text, code) => expect(detectLanguage(text)).toBe(code));
});

describe('languages', () => {
  it('uses English rules for English and anyLanguage for the rest', () => {
    const known = languages();
    expect(known.of('I live in Berlin').code).toBe('en');
    expect(known.of('Ich wohne in Berlin').code).toBe('de');
    expect(known.of('Ich wohne in Berlin')).toBe(known.of('Meine Katze ist krank'));
  });

  it('takes the languages given, each by its code', () => {
    const own = { ...anyLanguage('de'), smallTalk: () => 'greeting' as const };
    expect(languages([english(), own]).of('Wo wohnt Anna?').smallTalk('Wo wohnt Anna?')).toBe('greeting');
  });
});

describe('anyLanguage', () => {
  it('splits words like a dictionary, in lower case', () => {
    expect(anyLanguage('ja').words('アンナは病院で働く。')).toEqual(['アンナ', 'は', '病院', 'で', '働く']);
    expect(anyLanguage('de').words('Größere Häuser!')).toEqual(['größere', 'häuser']);
  });

  it('knows the stop words of its language', () => {
    expect(anyLanguage('de').isStopWord('und')).toBe(true);
    expect(anyLanguage('de').isStopWord('katze')).toBe(false);
    expect(anyLanguage('zh').isStopWord('的')).toBe(true);
  });

  it('reads only dates in digits', () => {
    const days = (text: string) =>
      anyLanguage('de')
        .dates(text, new Date('2026-05-01'))
        .map(({ text, from }) => [text, from?.toISOString().slice(0, 10)]);
    expect(days('am 2026-03-04 und 31.12.2025, nicht 2026-02-31, am 3. Mai')).toEqual([
      ['2026-03-04', '2026-03-04'],
      ['31.12.2025', '2025-12-31'],
    ]);
    expect(days('2025年3月4日に')).toEqual([['2025年3月4日', '2025-03-04']]);
    // Nobody can tell the day from the month.
    expect(days('03/04/2026')).toEqual([]);
    expect(days('25/04/2026')).toEqual([['25/04/2026', '2026-04-25']]);
  });

  it('takes capitalised words inside a sentence as names, except in German', () => {
    const names = (code: string, text: string) =>
      anyLanguage(code)
        .names(text)
        .map((matches) => matches.text);
    expect(names('es', 'Mi hermana Ana María vive en San Sebastián. Trabaja mucho.')).toEqual([
      'Ana María',
      'San Sebastián',
    ]);
    expect(names('de', 'Der Hund schläft im Haus von @mara und liest „Momo“.')).toEqual(['@mara', 'Momo']);
    expect(names('ja', '「銀河鉄道」を読んだ')).toEqual(['銀河鉄道']);
  });

  it('recognises questions in every script', () => {
    for (const text of ['Wo wohnt Anna?', '安娜住在哪里？', 'أين تعيش آنا؟', '¿Dónde vive?'])
      expect(anyLanguage().smallTalk(text)).toBe('question');
    expect(anyLanguage().smallTalk('Ich wohne hier. Und du?')).toBeUndefined();
  });

  it('handles every text of an unknown language', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('und', 'de', 'ja', 'ar'), (text, code) => {
        const language = anyLanguage(code);
        for (const { start, end, text: matches } of [...language.names(text), ...language.dates(text, new Date(0))])
          expect(text.slice(start, end)).toBe(matches);
        expect(language.saySame(text, text)).toBe(true);
        expect(language.claim(text)).toBeUndefined();
      }),
    );
  });
});

it('overlapping names are dropped in any number', () => {
  const names = anyLanguage('fr').names('@ab '.repeat(20_000));
  expect(names).toHaveLength(20_000);
});

it('without a grammar a denial is not equal to its statement', () => {
  const { likeness } = anyLanguage('de');
  expect(likeness('Ana wohnt in Porto.', 'ana wohnt in porto.')).toBe(1);
  expect(likeness('Ana wohnt in Porto.', 'Ana wohnt nicht in Porto.')).toBe(0);
});

it('language detection ignores given names', () => {
  expect(detectLanguage('Ben sails.')).toBe('en');
});
