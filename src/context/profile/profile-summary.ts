import { z } from 'zod';
import type { ProfileField } from '../../contracts/profile-store.ts';
import type { Note } from '../../contracts/store.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { parse } from '../../model/parse.ts';
import { type LearntPart, partsOf, sortLeastSureFirst } from './learn.ts';
import { CRITICAL_FIELDS, readable } from './schema.ts';

/** A profile as text for a prompt. */
export interface ProfileSummary {
  readonly text: string;
  readonly tokens: number;
  /** Items over the budget, in the order in which they were left out. */
  readonly cut: readonly { readonly name: string; readonly value: Note }[];
}

interface SummaryItem extends LearntPart {
  readonly field: number;
  readonly name: string;
  readonly isOfList: boolean;
}

/**
 * A line for each field in the given order, never over the budget. Whole items are left out: first those too long
 * alone, then the least confident and oldest of lists, health and restrictions after the others, then single values.
 * Values that replaced others have a "since".
 * @example
 * const { fields } = await ana.profile.details();
 * const { text } = profileSummary(fields, 100, approximateTokenizer());
 */
export function profileSummary(fields: readonly ProfileField[], budget: number, tokenizer: Tokenizer): ProfileSummary {
  const maxTokens = parse(z.number().min(0), budget, 'budget');
  const items = fields.flatMap((field, at) =>
    partsOf(field, true).map(
      (part): SummaryItem => ({
        ...{ ...part, field: at, name: field.name, isOfList: Array.isArray(field.value) },
      }),
    ),
  );
  const withoutItems = (cut: readonly SummaryItem[]): ProfileSummary => {
    const cutItems = new Set(cut);
    const text = render(items.filter((item) => !cutItems.has(item)));
    const tokens = text === '' ? 0 : tokenizer.count(text);
    return { text, tokens, cut: cut.map(({ name, value }) => ({ name, value })) };
  };
  const whole = withoutItems([]);
  if (whole.tokens <= maxTokens) return whole;

  const isTooLong = new Map(items.map((item) => [item, tokenizer.count(render([item])) > maxTokens]));
  const cutOrder = [
    ...sortLeastSureFirst(items.filter(({ isOfList, name }) => isOfList && !CRITICAL_FIELDS.has(name))),
    ...sortLeastSureFirst(items.filter(({ isOfList, name }) => isOfList && CRITICAL_FIELDS.has(name))),
    ...sortLeastSureFirst(items.filter(({ isOfList }) => !isOfList)),
  ].sort((a, b) => Number(isTooLong.get(b)) - Number(isTooLong.get(a)));
  // Doubling strides keep the counts few: an exact tokenizer takes longer than all the rest. Without any item it fits.
  let [over, within] = [0, withoutItems(cutOrder)];
  for (let stride = 1; within.cut.length - over > 1; stride *= 2) {
    const cuts = Math.max(within.cut.length - stride, Math.floor((over + within.cut.length) / 2));
    const tried = withoutItems(cutOrder.slice(0, cuts));
    if (tried.tokens <= maxTokens) within = tried;
    else over = cuts;
  }
  return within;
}

function render(items: readonly SummaryItem[]): string {
  const lines = new Map<number, { name: string; texts: string[] }>();
  for (const { field, name, value, isChanged, since, isOfList, provenance } of items) {
    const line = lines.get(field) ?? { name, texts: [] };
    const day = since.toISOString().slice(0, 10);
    const isLearnt = isOfList && provenance.memoryIds.length > 0;
    line.texts.push(`${readable(value)}${isChanged ? ` (since ${day})` : isLearnt ? ` (${day})` : ''}`);
    lines.set(field, line);
  }
  return [...lines.values()].map(({ name, texts }) => `${readable(name)}: ${texts.join('; ')}`).join('\n');
}
