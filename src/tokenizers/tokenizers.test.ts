import { describe, expect, it } from 'vitest';
import { approximateTokenizer, modelTokenizer } from './tokenizers.ts';

describe('approximateTokenizer', () => {
  it.each([
    ['English', 'I moved to the coast in March, and my sister visits us every other weekend with her two dogs.'],
    ['German', 'Meine Schwester kommt jedes zweite Wochenende mit ihren beiden Hunden zu uns an die Küste.'],
    ['Spanish', 'Mi hermana viene a vernos cada dos semanas con sus perros, y yo trabajo los sábados en el puerto.'],
    ['Russian', 'Моя сестра приезжает к нам каждые две недели с собаками, а я работаю по субботам в порту.'],
    ['Japanese', '妹は二週間ごとに犬を連れて遊びに来ます。私は土曜日に港で働いています。'],
    ['Chinese', '我妹妹每两周带着狗来看我们，我星期六在港口工作。'],
    ['Korean', '여동생은 이 주마다 강아지를 데리고 우리를 보러 오고 저는 토요일에 항구에서 일해요.'],
    ['JSON', '{"facts":[{"text":"Ana keeps bees.","importance":0.6,"from":[1,2],"same":null}],"relations":[]}'],
    ['code', 'const near = Math.max(...best.map(({ score }) => score)); // the best of them\nreturn near > 0.5;'],
  ])('counts %s about like a model', async (_, text) => {
    const { count } = await modelTokenizer({ encoding: 'o200k_base' });
    const ratio = approximateTokenizer().count(text) / count(text);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.4);
  });

  it('counts 0 for an empty text and at least 1 otherwise', () => {
    expect(['', 'a', ' '].map(approximateTokenizer().count)).toEqual([0, 1, 1]);
  });
});

describe('modelTokenizer', () => {
  it.each([
    ['o200k_base', 'Souvenir remembers what matters.'],
    ['cl100k_base', 'Souvenir remembers what matters.'],
  ] as const)('counts with %s', async (encoding, text) => {
    const tokenizer = await modelTokenizer({ encoding });
    expect(tokenizer.name).toBe(encoding);
    expect(tokenizer.count('')).toBe(0);
    expect(tokenizer.count('hello world')).toBe(2);
    expect(tokenizer.count(text)).toBeGreaterThan(3);
  });

  it('treats the text of a control token as text', async () => {
    const { count } = await modelTokenizer({ encoding: 'o200k_base' });
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('refuses an encoding it does not know, naming the field', async () => {
    await expect(modelTokenizer({ encoding: 'morse' as never })).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining('modelTokenizer.encoding'),
    });
  });
});
