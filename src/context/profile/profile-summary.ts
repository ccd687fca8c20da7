import { z } from 'zod';
import type { ProfileField } from '../../contracts/profile-store.ts';
import type { Note } from '../../contracts/store.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { parse } from '../../model/parse.ts';
import { type LearntPart, leastFirst, partsOf } from './learn.ts';
import { readable, VITAL } from './schema.ts';

export interface ProfileSummary {
  readonly text: string;
  readonly tokens: number;
  /** Items that found no room, in the order in which they were left out. */
  readonly cut: readonly { readonly name: string; readonly value: Note }[];
}

interface Item extends LearntPart {
  readonly field: number;
  readonly name: string;
  readonly isOfList: boolean;
}

/**
 * A line for each field in the order given, never over the budget. Whole items are left out: first those too long alone, then the least
 * sure and oldest of lists, health and restrictions after the others, then single values. What took the place of another says since when.
 * @example
 * const { fields } = await ana.profile.details();
 * const { text } = profileSummary(fields, 100, approximateTokenizer());
 */
export function profileSummary(fields: readonly ProfileField[], budget: number, tokenizer: Tokenizer): ProfileSummary {
  const most = parse(z.number().min(0), budget, 'budget');
  const items = fields.flatMap((field, at) =>
    partsOf(field, true).map(
      (part): Item => ({
        ...{ ...part, field: at, name: field.name, isOfList: Array.isArray(field.value) },
      }),
    ),
  );
  const without = (cut: readonly Item[]): ProfileSummary => {
    const gone = new Set(cut);
    const text = render(items.filter((item) => !gone.has(item)));
    const tokens = text === '' ? 0 : tokenizer.count(text);
    return { text, tokens, cut: cut.map(({ name, value }) => ({ name, value })) };
  };
  const whole = without([]);
  if (whole.tokens <= most) return whole;

  const isTooLong = new Map(items.map((item) => [item, tokenizer.count(render([item])) > most]));
  const goFirst = [
    ...leastFirst(items.filter(({ isOfList, name }) => isOfList && !VITAL.has(name))),
    ...leastFirst(items.filter(({ isOfList, name }) => isOfList && VITAL.has(name))),
    ...leastFirst(items.filter(({ isOfList }) => !isOfList)),
  ].sort((a, b) => Number(isTooLong.get(b)) - Number(isTooLong.get(a)));
  // Few counts: an exact tokenizer takes longer than all the rest. Without any item it fits.
  let [over, within] = [0, without(goFirst)];
  for (let stride = 1; within.cut.length - over > 1; stride *= 2) {
    const cuts = Math.max(within.cut.length - stride, Math.floor((over + within.cut.length) / 2));
    const tried = without(goFirst.slice(0, cuts));
    if (tried.tokens <= most) within = tried;
    else over = cuts;
  }
  return within;
}

function render(items: readonly Item[]): string {
  const lines = new Map<number, { name: string; said: string[] }>();
  for (const { field, name, value, isChanged, since, isOfList, provenance } of items) {
    const line = lines.get(field) ?? { name, said: [] };
    const day = since.toISOString().slice(0, 10);
    const isLearnt = isOfList && provenance.memoryIds.length > 0;
    line.said.push(`${readable(value)}${isChanged ? ` (since ${day})` : isLearnt ? ` (${day})` : ''}`);
    lines.set(field, line);
  }
  return [...lines.values()].map(({ name, said }) => `${readable(name)}: ${said.join('; ')}`).join('\n');
}
