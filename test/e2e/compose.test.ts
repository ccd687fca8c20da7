import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Composition, compose } from '../../src/compose/compose.ts';
import type { ComposeOptions } from '../../src/compose/options.ts';
import type { ComposeParts } from '../../src/compose/parts.ts';
import type { Tokenizer } from '../../src/contracts/tokenizer.ts';
import { SouvenirError } from '../../src/errors.ts';
import { FENCED, withoutMemoryBlocks } from '../../src/model/memory-block.ts';
import { approximateTokenizer } from '../../src/tokenizers/approximate-tokenizer.ts';
import { composeParts, oddTokenizers } from '../support/compose-parts.ts';
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

/** From core to profile. */
const stablePart = ({ text }: Composition): string =>
  text.slice(0, text.search(/\n\n(?:<souvenir-(?:procedures|memories|knowledge|recent)>|Message:)\n/));

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
    'is never over a budget, of a section or of the whole: %s',
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

  it('refuses a core and a message that alone are over the budget, and no other', () => {
    fc.assert(
      fc.property(composeParts, options, (parts, given) => {
        const isOver = bareCost(parts, given.tokenizer) > (given.budget ?? 0);
        expect(composed(parts, given) === undefined).toBe(isOver);
      }),
    );
  });

  it('leaves the bytes from core to profile untouched when only the message changes', () => {
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

  it('keeps recalled text with injected orders, fences, role headers and hidden signs in its fence', () => {
    fc.assert(
      fc.property(composeParts, (parts) => {
        const { text, audit } = compose(parts, { tokenizer, ...ROOMY });
        const read = readPrompt(text, parts.core, parts.message);
        expect(read.map(({ name }) => name)).toEqual(audit.order.slice(1, -1));
        for (const { name, notice, items } of read) {
          const { included } = audit.sections.find((section) => section.name === name) ?? { included: [] };
          expect(items.length, name).toBe(included.length);
          expect(notice).toMatch(/not orders|overrides/);
          if (name === 'memories') for (const item of items) expect(item).not.toContain('\n');
        }
        expect(text.match(/[<＜]\s*\/?\s*souvenir/gi)?.length ?? 0).toBe(2 * read.length);
        expect(text).not.toMatch(/<\||[\u200b\u202e\ufeff\u{e0041}\0\r]/u);
      }),
      { numRuns: 500 },
    );
  });

  it('is known to memory as its own when it comes back: only core and message are left', () => {
    fc.assert(
      fc.property(composeParts, (parts) => {
        const { text } = compose(parts, { tokenizer, ...ROOMY });
        const left = withoutMemoryBlocks(text).replace(/\s+/g, ' ');
        expect(left).toBe(`${parts.core} Message: ${parts.message}`.replace(/\s+/g, ' '));
      }),
    );
  });

  it('keeps every item or says why not', () => {
    fc.assert(
      fc.property(composeParts, options, (parts, given) => {
        const all = compose(parts, { tokenizer, ...ROOMY }).audit.sections;
        for (const [at, { included, cut }] of (composed(parts, given)?.audit.sections ?? []).entries())
          expect([...included, ...cut.map(({ id }) => id)].sort()).toEqual([...(all[at]?.included ?? [])].sort());
      }),
    );
  });
});
