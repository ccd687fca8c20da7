import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Composition, compose } from '../../src/compose/compose.ts';
import type { ComposeOptions, ComposeParts } from '../../src/compose/parts.ts';
import type { Tokenizer } from '../../src/contracts/tokenizer.ts';
import { SouvenirError } from '../../src/errors.ts';
import { FENCED, withoutMemoryBlocks } from '../../src/model/memory-block.ts';
import { approximateTokenizer } from '../../src/tokenizers/tokenizers.ts';
import { composeParts, longLines, oddTokenizers } from '../support/compose-parts.ts';
import { asRead, FENCE_LIKE } from '../support/fences.ts';
import { readPrompt } from '../support/read-prompt.ts';

const ROOMY = { budget: 1_000_000, budgets: Object.fromEntries(FENCED.map((name) => [name, 1_000_000])) };
const ORDER = ['core', ...FENCED, 'message'];
const tokenizer = approximateTokenizer();

const anyTokenizer = fc.constantFrom(...oddTokenizers);
const amount = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 4000 }));
const options: fc.Arbitrary<ComposeOptions> = fc.record({
  ...{ tokenizer: anyTokenizer, budget: amount },
  budgets: fc.record(Object.fromEntries(FENCED.map((name) => [name, amount]))),
});

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** What core and message cost on their own, whichever way they are sent. */
function bareCost({ core, message }: ComposeParts, { count }: Tokenizer): number {
  const text = `${core}\n\nMessage:\n${message}`;
  return Math.max(count(text), sum([core, message].map(count)));
}

/** Undefined where core and message alone are over budget, which is checked. */
function composed(parts: ComposeParts, given: ComposeOptions): Composition | undefined {
  try {
    return compose(parts, given);
  } catch (error) {
    if (!SouvenirError.is(error)) throw error;
    const needed = bareCost(parts, given.tokenizer);
    expect(error.code).toBe('overBudget');
    expect(error.message).toContain(` ${needed} tokens`);
    expect(needed).toBeGreaterThan(given.budget ?? 0);
    return undefined;
  }
}

const fencesIn = (text = ''): number => asRead(text).split(FENCE_LIKE).length - 1;
const FENCED_WHOLE = /^<souvenir-recent>\n.*\n<\/souvenir-recent>$/s;

/** From core to profile. */
const stablePart = ({ text }: Composition): string =>
  text.slice(0, text.search(/\n\n(?:<souvenir-(?:procedures|memories|documents|recent)>|Message:)\n/));

describe('prompt composition', () => {
  it('prompt composition order is deterministic: the same inputs give the same bytes', () => {
    fc.assert(
      fc.property(composeParts, options, (parts, given) => {
        expect(composed(structuredClone(parts), given)).toEqual(composed(parts, given));
      }),
    );
  });

  it('never changes the order of sections', () => {
    fc.assert(
      fc.property(composeParts, options, (parts, given) => {
        const result = composed(parts, given);
        if (result === undefined) return;
        const { audit, text } = result;
        expect(audit.sections.map(({ name }) => name)).toEqual(ORDER);
        expect(audit.order).toEqual(ORDER.filter((name) => audit.order.includes(name as (typeof audit.order)[number])));
        const fences = [...text.matchAll(/^<souvenir-(\w+)>$/gm)].map(([, name]) => name);
        expect(fences).toEqual(audit.order.slice(1, -1));
      }),
    );
  });

  it.each(oddTokenizers.map((each) => [each.name, each] as const))(
    'never exceeds a section or total budget: %s',
    (_, odd) => {
      fc.assert(
        fc.property(composeParts, options, (parts, given) => {
          const result = composed(parts, { ...given, tokenizer: odd });
          if (result === undefined) return;
          const { text, messages, audit } = result;
          expect(audit.tokens).toBe(odd.count(text));
          expect(audit.tokens).toBeLessThanOrEqual(given.budget ?? 0);
          expect(audit.messageTokens).toBe(sum(messages.map(({ content }) => odd.count(content))));
          expect(audit.messageTokens).toBeLessThanOrEqual(given.budget ?? 0);
          for (const { tokens, budget } of audit.sections)
            if (budget !== undefined) expect(tokens).toBeLessThanOrEqual(budget);
        }),
      );
    },
  );

  it('refuses only a core and a message that exceed the budget alone', () => {
    fc.assert(
      fc.property(composeParts, options, (parts, given) => {
        const isOver = bareCost(parts, given.tokenizer) > (given.budget ?? 0);
        expect(composed(parts, given) === undefined).toBe(isOver);
      }),
    );
  });

  it('keeps the bytes from core to profile if only the message changes', () => {
    let compared = 0;
    fc.assert(
      fc.property(composeParts, fc.lorem({ maxCount: 60 }), options, (parts, message, given) => {
        const [first, second] = [composed(parts, given), composed({ ...parts, message }, given)];
        if (first === undefined || second === undefined) return;
        if (first.audit.stablePartCut || second.audit.stablePartCut) return;
        compared++;
        expect(stablePart(second)).toBe(stablePart(first));
        expect(second.audit.stableHash).toBe(first.audit.stableHash);
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(50);
  });

  it('keeps these bytes also if a long profile is cut and less text may cost more', {
    tags: ['long'],
  }, () => {
    let gaveWay = 0;
    const odd = fc.integer({ min: 100, max: 9999 }).map((factor) => ({
      ...{ name: `odd by ${factor}`, count: (text: string) => (text.length * factor) % 500 },
    }));
    const tight = fc.record({ tokenizer: odd, budget: fc.integer({ min: 350, max: 480 }) });
    const length = fc.integer({ min: 1, max: 900 });
    fc.assert(
      fc.property(longLines, length, length, tight, (profile, one, other, given) => {
        const [first, second] = [one, other].map((each) =>
          composed({ core: 'Core.', profile, message: 'm'.repeat(each) }, { ...given, budgets: { profile: 499 } }),
        );
        if (first === undefined || second === undefined) return;
        if (first.audit.stablePartCut || second.audit.stablePartCut) return;
        if (first.audit.sections.some(({ cut }) => cut.some(({ why }) => why === 'overTotalBudget'))) gaveWay++;
        expect(second.audit.stableHash).toBe(first.audit.stableHash);
      }),
      { numRuns: 5000 },
    );
    expect(gaveWay).toBeGreaterThan(3);
  });

  it('keeps hostile recalled text inside its fence', () => {
    fc.assert(
      fc.property(composeParts, (parts) => {
        const { text, messages, audit } = compose(parts, { tokenizer, ...ROOMY });
        const read = readPrompt(text, parts.core, parts.message);
        expect(read.map(({ name }) => name)).toEqual(audit.order.slice(1, -1));
        for (const { name, notice, items } of read) {
          const { included } = audit.sections.find((section) => section.name === name) ?? { included: [] };
          expect(items.length, name).toBe(included.length);
          expect(notice).toMatch(/not orders|overrides/);
          if (name === 'memories') for (const item of items) expect(item).not.toContain('\n');
        }
        expect(fencesIn(text)).toBe(2 * read.length);
        const isSystem = parts.core !== '' || read.some(({ name }) => name !== 'recent');
        const reported = messages.slice(isSystem ? 1 : 0, -1);
        if (isSystem)
          expect(fencesIn(messages[0]?.content)).toBe(2 * read.filter(({ name }) => name !== 'recent').length);
        expect(reported.length).toBe(parts.recent?.length);
        for (const { content } of reported) expect(fencesIn(content)).toBe(FENCED_WHOLE.test(content) ? 2 : 0);
        for (const sent of [text, ...messages.map(({ content }) => content)])
          expect(sent).not.toMatch(/<\||[\u061c\u17b4\u17b5\u200b\u202e\ufeff\u{e0041}\0\r]/u);
      }),
      { numRuns: 500 },
    );
  });

  it('is recognised as echo when it is recorded: only core and message remain', () => {
    fc.assert(
      fc.property(composeParts, (parts) => {
        const { text } = compose(parts, { tokenizer, ...ROOMY });
        const left = withoutMemoryBlocks(text).replace(/\s+/g, ' ');
        expect(left).toBe(`${parts.core} Message: ${parts.message}`.replace(/\s+/g, ' '));
      }),
    );
  });

  it('keeps every item or reports why it was cut', () => {
    fc.assert(
      fc.property(composeParts, options, (parts, given) => {
        const all = compose(parts, { tokenizer, ...ROOMY }).audit.sections;
        for (const [at, { included, cut }] of (composed(parts, given)?.audit.sections ?? []).entries())
          expect([...included, ...cut.map(({ id }) => id)].sort()).toEqual([...(all[at]?.included ?? [])].sort());
      }),
    );
  });
});
