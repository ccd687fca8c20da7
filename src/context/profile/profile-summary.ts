import { z } from 'zod';
import type { ProfileField } from '../../contracts/profile-store.ts';
import type { Note } from '../../contracts/store.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { parse } from '../../model/parse.ts';
import { type LearntPart, leastFirst, partsOf } from './learnt-part.ts';
import { readable } from './readable.ts';

export interface ProfileSummary {
  readonly text: string;
  readonly tokens: number;
  /** What found no room, in the order in which it was left out. */
  readonly cut: readonly { readonly name: string; readonly value: Note }[];
}

interface Item extends LearntPart {
  readonly field: number;
  readonly name: string;
  readonly isOfList: boolean;
}

/**
 * A line for each field in the order given, never more than the budget. Whole items only: of lists the least sure and oldest
 * go first, and single values after them.
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
  const goFirst = [
    ...leastFirst(items.filter(({ isOfList }) => isOfList)),
    ...leastFirst(items.filter(({ isOfList }) => !isOfList)),
  ];
  const left = new Set(items);
  const cut: Item[] = [];
  for (let text = render(left); ; text = render(left)) {
    const tokens = text === '' ? 0 : tokenizer.count(text);
    const next = goFirst[cut.length];
    if (tokens <= most || next === undefined)
      return { text, tokens, cut: cut.map(({ name, value }) => ({ name, value })) };
    left.delete(next);
    cut.push(next);
  }
}

function render(items: ReadonlySet<Item>): string {
  const lines = new Map<number, { name: string; said: string[] }>();
  for (const { field, name, value } of items) {
    const line = lines.get(field) ?? { name, said: [] };
    line.said.push(readable(value));
    lines.set(field, line);
  }
  return [...lines.values()].map(({ name, said }) => `${readable(name)}: ${said.join('; ')}`).join('\n');
}
