import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { askForList } from './ask-for-list.ts';

const item = z.object({
  text: z.string().min(1).max(100),
  category: z.enum(['fact', 'preference']),
  importance: z.preprocess((statement) => statement ?? 0.5, z.number().min(0).max(1)),
  from: z.array(z.int()).min(1),
  same: z.int().nullable().catch(null),
});
const adjacent = { relations: z.object({ from: z.string(), to: z.string() }) };
const aliases = { facts: ['memories'], text: ['fact', 'content'] };

const FACT = { text: 'Ana keeps bees.', category: 'fact', importance: 0.5, from: [1], same: null } as const;
const OTHER = { ...FACT, text: 'Ana likes tea.', category: 'preference' } as const;
const facts = (...list: unknown[]) => JSON.stringify({ facts: list });

const asked = (...answers: unknown[]) => askedFor({}, ...answers);

async function askedFor(more: { readonly keepsPart?: boolean }, ...answers: unknown[]) {
  const prompts: string[] = [];
  const schemas: unknown[] = [];
  const value = await askForList(
    async (_, user, options) => {
      schemas.push(options?.schema);
      return answers[prompts.push(user) - 1] as string;
    },
    { ...{ system: 'system', user: 'question', key: 'facts', item, extra: adjacent, aliases }, ...more },
  ).catch((error) => error);
  return { value, prompts, schemas };
}

describe('askForList', () => {
  it('gives the model the schema of the whole answer, without bounds', async () => {
    const { schemas } = await asked(facts());
    const texts = { from: { type: 'string' }, to: { type: 'string' } };
    expect(schemas).toEqual([
      {
        type: 'object',
        properties: {
          facts: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                text: { type: 'string' },
                category: { type: 'string', enum: ['fact', 'preference'] },
                importance: { type: 'number' },
                from: { type: 'array', items: { type: 'integer' }, minItems: 1 },
                same: { type: ['integer', 'null'] },
              },
              required: ['text', 'category', 'importance', 'from', 'same'],
              additionalProperties: false,
            },
          },
          relations: {
            ...{ type: 'array', maxItems: 50 },
            items: { type: 'object', properties: texts, required: ['from', 'to'], additionalProperties: false },
          },
        },
        required: ['facts', 'relations'],
        additionalProperties: false,
      },
    ]);
  });

  const { text } = FACT;
  it.each<[string, string]>([
    ['as asked', facts(FACT)],
    ['in thoughts and a fence', `<think>{"facts":[]}</think>\n\`\`\`json\n${facts(FACT)}\n\`\`\``],
    ['before an echo of the form', `${facts(FACT)}\nas in {"facts":[{"text":"…","category":"fact|preference"}]}`],
    ['a list alone', JSON.stringify([FACT])],
    ['an item alone', JSON.stringify(FACT)],
    ['an envelope in a list', `[${facts(FACT)}]`],
    ['an envelope in another', `{"answer":${facts(FACT)}}`],
    ['a list under a key of its own', JSON.stringify({ long_term_memory: [FACT] })],
    ['one item for a list', JSON.stringify({ facts: FACT })],
    ['another key', JSON.stringify({ memories: [FACT] })],
    ['another key of an item', facts({ ...FACT, text: undefined, content: text })],
    ['the key of an item after the list', facts({ ...FACT, text: undefined, fact: text })],
    ['keys in capitals', JSON.stringify({ FACTS: [{ TEXT: text, Category: 'fact', From: [1] }] })],
    ['an option in capitals', facts({ ...FACT, category: 'Fact' })],
    ['no importance', facts({ ...FACT, importance: undefined })],
    ['null for an importance', facts({ ...FACT, importance: null })],
    ['a string for a number', facts({ ...FACT, importance: '0.5' })],
    ['percent', facts({ ...FACT, importance: '50%' })],
    ['a number for a list', facts({ ...FACT, from: 1 })],
    ['a string for a list', facts({ ...FACT, from: '1' })],
    ['brackets in a string', facts({ ...FACT, from: '[1]' })],
    ['strings in a list', facts({ ...FACT, from: ['1'] })],
    ['strings with brackets in a list', facts({ ...FACT, from: ['[1]'] })],
    ['what may be left out in words', facts({ ...FACT, same: 'none' })],
    [
      'a dictionary of Python',
      `{'facts': [{'text': 'Ana keeps bees.', 'category': 'fact', 'from': [1], 'same': None}]}`,
    ],
    ['trailing commas and comments', `{"facts":[{"text":"${text}","category":"fact","from":[1,],},], // one\n}`],
    ['without its last brackets', facts(FACT).slice(0, -2)],
    ['cut off in another key', `{"facts":[${JSON.stringify(FACT)}],"rela`],
    ['cut off in another value', `{"facts":[${JSON.stringify(FACT)}],"relations":"non`],
    ['a list in a string', JSON.stringify({ facts: JSON.stringify([FACT]) })],
    ['an item after thoughts of another', `<think>${JSON.stringify(OTHER)}?</think>${JSON.stringify(FACT)}`],
    ['cut off among the relations', `{"facts":[${JSON.stringify(FACT)}],"relations":[{"from":"An`],
  ])('accepts %s without a second question', async (_, answer) => {
    const { value, prompts } = await asked(answer);
    expect(value).toEqual({ items: [FACT], extra: { relations: [] }, refused: 0 });
    expect(prompts).toEqual(['question']);
  });

  it.each<[string, string, number[]]>([
    ['a string of several numbers', '"[1, 3]"', [1, 3]],
    ['a string of numbers with words', '"1 and 2"', [1, 2]],
    ['a list of strings', '["[2]", "#3"]', [2, 3]],
  ])('reads %s', async (_, from, numbers) => {
    const { value } = await asked(`{"facts":[{"text":"a","category":"fact","from":${from}}]}`);
    expect(value.items).toMatchObject([{ from: numbers }]);
  });

  it('reads a sequence of objects as items', async () => {
    for (const after of ['', '\nrelations: []']) {
      const { value, prompts } = await asked(`${JSON.stringify(FACT)}\n${JSON.stringify(OTHER)}${after}`);
      expect(value).toMatchObject({ items: [FACT, OTHER], refused: 0 });
      expect(prompts).toHaveLength(1);
    }
  });

  it('accepts an empty list, and prefers the last list with a valid item', async () => {
    expect((await asked(`Draft: ${facts(OTHER)}\nNothing is left: ${facts()}`)).value).toMatchObject({ items: [] });
    expect((await asked('Nothing: []')).value).toEqual({ items: [], extra: { relations: [] }, refused: 0 });
    expect((await asked(`${facts(OTHER)} or rather ${facts(FACT)}`)).value).toMatchObject({ items: [FACT] });
  });

  it('accepts the whole items of an answer that repeats itself until it is cut off', async () => {
    const { value, prompts } = await asked(facts(FACT, OTHER, FACT, FACT, OTHER, FACT).slice(0, -30));
    expect(value).toMatchObject({ items: [FACT, OTHER], refused: 0 });
    expect(prompts).toHaveLength(1);
  });

  it('does not treat items with the same beginning as a repetition', async () => {
    const ways = [1, 2, 3, 4].map((from) => ({ ...FACT, from: [from] }));
    const { prompts } = await asked(facts(...ways, OTHER).slice(0, -30), facts(OTHER));
    expect(prompts).toHaveLength(2);
  });

  it('limits the number of items in the schema for models that enforce schemas', async () => {
    const schemas: unknown[] = [];
    await askForList(async (_, __, options) => String(schemas.push(options?.schema) && facts()), {
      ...{ system: '', user: '', key: 'facts', item, maxItems: 7 },
    });
    expect(schemas).toMatchObject([{ properties: { facts: { maxItems: 7 } } }]);
  });

  it('omits wrong items from the other list', async () => {
    const relations = [{ from: 'Ana', to: 'Ben' }, { from: 'Ana' }, 'Ana knows Ben'];
    const { value, prompts } = await asked(JSON.stringify({ facts: [FACT], relations }));
    expect(value).toEqual({ items: [FACT], extra: { relations: [relations[0]] }, refused: 0 });
    expect(prompts).toHaveLength(1);
  });

  it('sends back only the wrong items, each with its position and error', async () => {
    const wrong = { ...OTHER, category: 'hobby' };
    const { value, prompts } = await asked(facts(FACT, wrong, 'tea'), facts(OTHER));
    expect(value).toEqual({ items: [FACT, OTHER], extra: { relations: [] }, refused: 1 });
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toMatch(/^question\n/);
    expect(prompts[1]).toMatch(/- facts\[1\]\.category: .*"fact"\|"preference", got "hobby"\n {2}\{.*Ana likes tea/);
    expect(prompts[1]).toMatch(/- facts\[2\]: .*expected object.*, got "tea"\n/);
    expect(prompts[1]).not.toContain(FACT.text);
  });

  it.each<[string, unknown, number]>([
    ['all of them again', facts(FACT, { ...OTHER, from: [] }), 1],
    ['more than was asked for', facts({ ...FACT, text: 'a' }, { ...FACT, text: 'b' }), 0],
    ['none', facts(), 1],
    ['what cannot be read', 'Sorry!', 1],
    ['no text', undefined, 1],
  ])('counts items that are still wrong after %s', async (_, answer, refused) => {
    const { value, prompts } = await asked(facts(FACT, { ...OTHER, from: [] }), answer, facts(OTHER));
    expect(value).toMatchObject({ refused });
    expect(value.items).toHaveLength(2 - refused);
    expect(prompts).toHaveLength(2);
  });

  it('keeps the corrected item if the model repeats all items', async () => {
    const { value } = await asked(facts(FACT, { ...OTHER, from: [] }), facts({ ...FACT, importance: 0.6 }, OTHER));
    expect(value).toEqual({ items: [FACT, OTHER], extra: { relations: [] }, refused: 0 });
  });

  it('sends back at most twenty wrong items, shortened', async () => {
    const long = { ...FACT, text: 'x'.repeat(10_000) };
    const { value, prompts } = await asked(facts(...Array(50).fill(long)), facts());
    expect(value).toMatchObject({ items: [], refused: 50 });
    expect(prompts[1]?.length).toBeLessThan(20_000);
    expect(prompts[1]).toContain('facts[19]');
    expect(prompts[1]).not.toContain('facts[20]');
  });

  it('keeps the whole items of a cut-off answer and asks for the rest', async () => {
    const { value, prompts } = await asked(facts(FACT, OTHER).slice(0, -20), facts(OTHER, { ...FACT, text: 'More.' }));
    expect(value).toMatchObject({ items: [FACT, OTHER, { text: 'More.' }], refused: 0 });
    expect(prompts[1]).toMatch(/facts\[1\]: it breaks off here: .*: give it whole, and those that follow/);
  });

  describe('with a cut-off answer', () => {
    const wrong = { ...OTHER, category: 'hobby' };
    const cut = (...list: unknown[]) => facts(...list).slice(0, -20);

    it('reads the relations of the remaining items too', async () => {
      const relations = [{ from: 'Ana', to: 'Ben' }];
      const { value } = await asked(cut(FACT, OTHER), JSON.stringify({ facts: [OTHER], relations }));
      expect(value).toEqual({ items: [FACT, OTHER], extra: { relations }, refused: 0 });
    });

    it.each<[string, string, string, number]>([
      ['in the rest', cut(FACT, OTHER), facts(OTHER, wrong, wrong), 2],
      ['before it', cut(FACT, wrong, OTHER), facts(), 1],
      ['in both', cut(FACT, wrong, OTHER), facts(OTHER, wrong), 1],
    ])('counts wrong items %s', async (_, first, second, refused) => {
      expect((await asked(first, second)).value).toMatchObject({ refused });
    });

    it('asks for the rest even if many items are wrong', async () => {
      const { prompts } = await asked(cut(FACT, ...Array(30).fill(wrong), OTHER), facts());
      expect(prompts[1]).toContain('facts[31]: it breaks off here');
    });

    it.each<[string, string, unknown]>([
      ['is cut off as well', cut(FACT, OTHER), cut(OTHER, FACT)],
      ['is cut off in its first item', cut(FACT, OTHER), cut(OTHER)],
      ['cannot be read', cut(FACT, OTHER), 'Sorry!'],
      ['is no text', cut(FACT, OTHER), undefined],
      ['comes after nothing whole', cut(FACT), cut(FACT, OTHER)],
      ['has nothing whole either', cut(FACT), cut(FACT)],
    ])('fails if the second answer %s, so that no item is lost', async (_, first, second) => {
      const { value, prompts } = await asked(first, second, facts(FACT, OTHER));
      expect(value).toMatchObject({ code: 'tooLongForModel' });
      expect(prompts).toHaveLength(2);
    });

    it.each<[string, string, unknown, unknown[]]>([
      ['is cut off as well', cut(FACT, OTHER), cut({ ...FACT, text: 'More.' }, OTHER), [FACT, { text: 'More.' }]],
      ['is cut off in its first item', cut(FACT, OTHER), cut(OTHER), [FACT]],
      ['cannot be read', cut(FACT, OTHER), 'Sorry!', [FACT]],
      ['comes after nothing whole', cut(FACT), cut(FACT, OTHER), [FACT]],
    ])(
      'keeps whole items if the second answer %s and the question cannot be split',
      async (_, first, second, items) => {
        const { value, prompts } = await askedFor({ keepsPart: true }, first, second, facts(FACT, OTHER));
        expect(value).toMatchObject({ items, refused: 1 });
        expect(prompts).toHaveLength(2);
      },
    );

    it('fails without any whole item even if the question cannot be split', async () => {
      const { value } = await askedFor({ keepsPart: true }, cut(FACT), cut(FACT));
      expect(value).toMatchObject({ code: 'tooLongForModel' });
    });
  });

  it('passes on a failure of the model, also after a cut-off answer', async () => {
    const answers: (() => string)[] = [
      () => facts(FACT).slice(0, -20),
      () => {
        throw new Error('connection refused');
      },
    ];
    const llm = async () => (answers.shift() ?? (() => ''))();
    await expect(askForList(llm, { system: '', user: '', key: 'facts', item })).rejects.toThrow(/^connection refused$/);
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', 'There is nothing to keep.', /it holds no JSON/],
    ['another answer', '{"error":"overloaded"}', /facts: there is no such list/],
    ['an empty list of something else', '{"errors":[]}', /facts: there is no such list/],
    ['boxes to check', '- [ ] Ana keeps bees.\n- [ ] Ana likes tea.', /facts: there is no such list/],
    ['a list of something else', '["Ana keeps bees."]', /facts: there is no such list/],
    ['no whole item', facts(FACT).slice(0, -9), /it breaks off here: .*"from":\[1/],
    ['no text', undefined, /it is not text/],
  ])('repeats the whole question after %s', async (_, wrong, why) => {
    const { value, prompts } = await asked(wrong, facts(FACT, 'x'), facts(FACT));
    expect(value).toEqual({ items: [FACT], extra: { relations: [] }, refused: 1 });
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toMatch(why);
  });

  it('fails only with the codes of a bad or cut-off answer, for any text', async () => {
    const pieces = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        ':',
        ',',
        '\\',
        '//',
        '/*',
        '\n',
        '</think>',
        'facts',
        '"text":',
        '1',
        'null',
        '…',
      ],
    );
    const odd = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 40 }).map((all) => all.join(''));
    const wrapped = fc.jsonValue().map((value) => JSON.stringify({ facts: value }));
    const listed = fc.array(fc.jsonValue()).map((list) => facts(...list));
    const answer = fc.oneof(odd, fc.json(), wrapped, listed);
    await fc.assert(
      fc.asyncProperty(answer, answer, async (one, other) => {
        const { value, prompts } = await asked(one, other);
        expect(prompts.length).toBeLessThanOrEqual(2);
        if (SouvenirError.is(value)) expect(['badModelAnswer', 'tooLongForModel']).toContain(value.code);
        else expect(value).toMatchObject({ items: expect.any(Array), refused: expect.any(Number) });
      }),
      { numRuns: 500 },
    );
  });

  it.each(['[', '{"facts":', '"', '{"facts":[', '{"text":"a"}', '{"facts":[{"text":'])(
    'takes linear time for a hostile answer: %s',
    async (piece) => {
      const answer = piece.repeat(1_000_000 / piece.length);
      const start = performance.now();
      await asked(answer, answer);
      expect(performance.now() - start).toBeLessThan(20_000);
    },
  );
});
