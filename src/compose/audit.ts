import type { Tokenizer } from '../contracts/tokenizer.ts';
import { FENCED, type FencedSection } from '../model/memory-block.ts';
import { sha256 } from '../text/sha256.ts';
import type { SectionBudgets } from './parts.ts';
import { messageText, type Prompt, stableTextOf } from './prompt.ts';
import { type SectionItem, type Sections, sectionText } from './sections.ts';

export const SECTION_NAMES = ['core', ...FENCED, 'message'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

export interface SectionAudit {
  readonly name: SectionName;
  /** Absent for core and message. */
  readonly budget?: number;
  readonly tokens: number;
  readonly included: readonly string[];
  readonly cut: readonly { readonly id: string; readonly why: 'overSectionBudget' | 'overTotalBudget' }[];
  /** SHA-256 of its text, in hexadecimal. */
  readonly hash: string;
}

/** The contents and cuts of a prompt, with hashes that show whether it changed. */
export interface CompositionAudit {
  /** All sections in their order, including empty ones. */
  readonly sections: readonly SectionAudit[];
  /** Sections with text, in their order. */
  readonly order: readonly SectionName[];
  readonly budget: number;
  /** Tokens of the one string, and of all chat messages together; neither is over the budget. */
  readonly tokens: number;
  readonly messageTokens: number;
  /** Whether the message left no room for a stable part that fits without it. */
  readonly stablePartCut: boolean;
  /** SHA-256 from core to profile, and of the whole. */
  readonly stableHash: string;
  readonly hash: string;
}

interface CompositionStages {
  readonly given: Sections;
  readonly within: Sections;
  readonly prompt: Prompt;
}

export function auditSections(
  stages: CompositionStages,
  budgets: SectionBudgets,
  tokenizer: Tokenizer,
): SectionAudit[] {
  const { core, message, sections } = stages.prompt;
  const describe = (name: SectionName, text: string) => ({
    ...{ name, hash: sha256(text) },
    tokens: text === '' ? 0 : tokenizer.count(text),
  });
  const uncut = (name: SectionName, text: string): SectionAudit => ({
    ...describe(name, text),
    ...{ included: text === '' ? [] : [name], cut: [] },
  });
  const fenced = FENCED.map((name) => ({
    ...describe(name, sectionText(name, sections[name])),
    budget: budgets[name],
    included: sections[name].map(({ id }) => id),
    cut: cutsIn(name, stages),
  }));
  return [uncut('core', core), ...fenced, uncut('message', messageText(message))];
}

function cutsIn(name: FencedSection, { given, within, prompt }: CompositionStages): SectionAudit['cut'] {
  const fitted = new Set<SectionItem>(within[name]);
  const included = new Set<SectionItem>(prompt.sections[name]);
  return given[name]
    .filter((item) => !included.has(item))
    .map((item) => ({ id: item.id, why: fitted.has(item) ? 'overTotalBudget' : 'overSectionBudget' }));
}

export const stableHashOf = (prompt: Prompt): string => sha256(stableTextOf(prompt));
