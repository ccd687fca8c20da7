import type { Tokenizer } from '../contracts/tokenizer.ts';
import { SouvenirError } from '../errors.ts';
import { FENCED, type FencedSection } from '../model/memory-block.ts';
import { parse } from '../model/parse.ts';
import type { RecallItem } from '../model/recall.ts';
import { sha256 } from '../text/sha256.ts';
import { auditSections, type CompositionAudit, stableHashOf } from './audit.ts';
import { cutToFit, fitItems, type Measure } from './fit.ts';
import {
  type ComposeOptions,
  type ComposeParts,
  composeOptionsSchema,
  composePartsSchema,
  type SectionBudgets,
} from './parts.ts';
import { type ChatMessage, messagesOf, type Prompt, STABLE, stableTextOf, textOf, VOLATILE } from './prompt.ts';
import { belowSuccessors, fencedText, memoryLine, type Sections, sectionsOf, sectionText } from './sections.ts';

/** A composed prompt, with an audit of its sections. */
export interface Composition {
  /** The whole prompt as one string. */
  readonly text: string;
  /** The same for chat models. */
  readonly messages: readonly ChatMessage[];
  readonly audit: CompositionAudit;
}

/**
 * Composes a prompt: always in the same order, never over a budget, the same bytes for the same input.
 * @example const { text, audit } = compose({ core: 'You are kind.', message: 'Hello!' }, { tokenizer: approximateTokenizer() });
 */
export function compose(parts: ComposeParts, options: ComposeOptions): Composition {
  const { core, message, today, ...rest } = parse(composePartsSchema, parts, 'parts');
  const { tokenizer: counter, budget, budgets } = parse(composeOptionsSchema, options, 'compose');
  const tokenizer = countingOnce(counter);
  const given = sectionsOf({ core, message, ...rest });
  const bare: Prompt = { core, today, message, sections: NO_SECTIONS };
  const ifWithin = (cost: (prompt: Prompt) => number) => (prompt: Prompt) =>
    isWithin(prompt.sections, budgets, tokenizer) ? cost(prompt) : Number.POSITIVE_INFINITY;
  const ofAll: Measure = { text: textOf, cost: ifWithin((prompt) => costOf(prompt, tokenizer)) };
  const ofStable: Measure = {
    text: stableTextOf,
    cost: ifWithin((prompt) => tokenizer.count(stableTextOf(prompt))),
  };
  const needed = ofAll.cost(bare);
  if (needed > budget) throw overBudget(needed, budget);

  const within = withinOwnBudgets(given, budgets, tokenizer);
  const lasting = cutToFit({ ...bare, sections: only(within, STABLE) }, STABLE_FIRST_OUT, budget, ofStable);
  const stablePartCut = ofAll.cost(lasting) > budget;
  const stable = stablePartCut ? cutToFit(lasting, STABLE_FIRST_OUT, budget, ofAll) : lasting;
  const sections = { ...stable.sections, ...pick(within, VOLATILE) };
  const prompt = cutToFit({ core, today, message, sections }, VOLATILE, budget, ofAll);

  const text = textOf(prompt);
  const messages = messagesOf(prompt);
  const audited = auditSections({ given, within, prompt }, budgets, tokenizer);
  return {
    ...{ text, messages },
    audit: {
      sections: audited,
      order: audited.filter(({ included }) => included.length > 0).map(({ name }) => name),
      ...{ budget, stablePartCut },
      tokens: tokenizer.count(text),
      messageTokens: tokensOf(messages, tokenizer),
      stableHash: stableHashOf(prompt),
      hash: sha256(text),
    },
  };
}

const STABLE_FIRST_OUT = STABLE.toReversed();
const NO_SECTIONS = Object.fromEntries(FENCED.map((name) => [name, []])) as unknown as Sections;

const pick = (sections: Sections, names: readonly FencedSection[]): Partial<Sections> =>
  Object.fromEntries(names.map((name) => [name, sections[name]]));

const only = (sections: Sections, names: readonly FencedSection[]): Sections => ({
  ...NO_SECTIONS,
  ...pick(sections, names),
});

const tokensOf = (messages: readonly ChatMessage[], tokenizer: Tokenizer): number =>
  messages.reduce((sum, { content }) => sum + tokenizer.count(content), 0);

const costOf = (prompt: Prompt, tokenizer: Tokenizer): number =>
  Math.max(tokenizer.count(textOf(prompt)), tokensOf(messagesOf(prompt), tokenizer));

/** Checked again after cuts: some tokenizers count more for less text. */
const isWithin = (sections: Sections, budgets: SectionBudgets, tokenizer: Tokenizer): boolean =>
  FENCED.every(
    (name) => sections[name].length === 0 || tokenizer.count(sectionText(name, sections[name])) <= budgets[name],
  );

const withinOwnBudgets = (given: Sections, budgets: SectionBudgets, tokenizer: Tokenizer): Sections =>
  Object.fromEntries(
    FENCED.map((name) => [
      name,
      fitItems(given[name], budgets[name], (items) => tokenizer.count(sectionText(name, items))),
    ]),
  ) as unknown as Sections;

const overBudget = (needed: number, budget: number): SouvenirError =>
  new SouvenirError(
    'overBudget',
    `core and message alone need ${needed} tokens, and the budget of the whole is ${budget}`,
    {
      advice: `raise the budget to at least ${needed}, or shorten the core prompt or the message`,
    },
  );

/** Counts each text once: an exact tokenizer takes longer than all the rest. */
function countingOnce(tokenizer: Tokenizer): Tokenizer {
  const counts = new Map<string, number>();
  return {
    name: tokenizer.name,
    count(text) {
      const tokens = counts.get(text) ?? tokenizer.count(text);
      counts.set(text, tokens);
      return tokens;
    },
  };
}

interface MemorySection {
  readonly text: string;
  readonly tokens: number;
  readonly items: readonly RecallItem[];
}

/** Recalled items as prompt text: fenced, each labelled by source and date, never over the budget. */
export function memorySection(items: readonly RecallItem[], budget: number, tokenizer: Tokenizer): MemorySection {
  const lines = belowSuccessors(items.map((item, rank) => ({ item, rank }))).map(({ item, rank, isBelow }) => ({
    ...{ item, rank },
    text: memoryLine(item, isBelow),
  }));
  const textOf = (included: readonly { readonly text: string }[]): string => fencedText('memories', included);
  const included = fitItems(lines, budget, (some) => tokenizer.count(textOf(some)));
  const text = textOf(included);
  return { text, tokens: text === '' ? 0 : tokenizer.count(text), items: included.map(({ item }) => item) };
}
