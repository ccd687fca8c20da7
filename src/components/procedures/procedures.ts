import { z } from 'zod';
import type { Component } from '../../contracts/component.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { parse } from '../../model/parse.ts';
import { nameSchema } from '../../model/primitives.ts';
import { type IntentMatch, keywordsOf, matchIntent, readIntent, termsIn } from './match-intent.ts';
import { COMPONENT, countOutcomes } from './track-record.ts';

const hasWord = (text: string): boolean => termsIn(text).length > 0;

const textSchema = z.string().trim().min(1);
const playbookSchema = z.strictObject({
  text: textSchema,
  /** Words and phrases that match the playbook, besides the name of the task. */
  keywords: z.array(z.string().refine(hasWord, 'has no word to look for')).default([]),
});
const bareSchema = textSchema.transform((text) => ({ text, keywords: [] as string[] }));
const eitherSchema = z.union([bareSchema, playbookSchema], {
  error: 'must be a text, or { text, keywords }, with a word to look for in each keyword',
});

const proceduresConfigSchema = z.strictObject({
  /** Instructions, by the type of task. */
  playbooks: z
    .record(nameSchema, eitherSchema)
    .refine((playbooks) => Object.keys(playbooks).every(hasWord), 'need names with a word to look for')
    .default({}),
  /** Token limit of the playbooks in one context; only whole ones are included. */
  maxTokens: z.int().min(0).default(2000),
});
export type ProceduresConfigInput = Readonly<z.input<typeof proceduresConfigSchema>>;
type Playbooks = Readonly<Record<string, { readonly text: string; readonly keywords: readonly string[] }>>;

/** A playbook that an intent asks for. */
export interface MatchedProcedure extends IntentMatch {
  readonly taskType: string;
  readonly text: string;
  readonly tokens: number;
}

export type Procedures = Component & {
  readonly playbooks: Playbooks;
  /** The playbooks that an intent asks for, best first, else as defined: whole ones, as many as fit. */
  match(intent: string, tokenizer: Tokenizer): MatchedProcedure[];
};

/**
 * Playbooks by their author, matched by keyword, and a record of how tasks of each type went. Nothing else is learnt.
 * @example const agent = defineAgent({ components: [procedures({ playbooks: { code_review: 'Read the diff twice.' } })] });
 */
export function procedures(config: ProceduresConfigInput = {}): Procedures {
  const { playbooks, maxTokens } = parse(proceduresConfigSchema, config, 'procedures');
  const known = Object.entries(playbooks).map(([taskType, { text, keywords }]) => ({
    ...{ taskType, text },
    keywords: keywordsOf(taskType, keywords),
  }));
  return Object.freeze<Procedures>({
    name: COMPONENT,
    playbooks: deepFrozen(playbooks),
    consolidate: countOutcomes,
    match: (intent, tokenizer) => {
      const sentences = readIntent(intent);
      const matches = known.flatMap(({ taskType, text, keywords }) => {
        const match = matchIntent(sentences, keywords);
        return match === undefined ? [] : [{ taskType, text, tokens: tokenizer.count(text), ...match }];
      });
      let left = maxTokens;
      return matches
        .sort((a, b) => b.score - a.score)
        .filter(({ tokens }) => {
          const fits = tokens <= left;
          if (fits) left -= tokens;
          return fits;
        });
    },
  });
}

function deepFrozen(playbooks: Playbooks): Playbooks {
  for (const playbook of Object.values(playbooks)) {
    Object.freeze(playbook.keywords);
    Object.freeze(playbook);
  }
  return Object.freeze(playbooks);
}
