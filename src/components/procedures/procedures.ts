import type { Component } from '../../contracts/component.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { parse } from '../../model/parse.ts';
import { type Playbooks, type ProceduresConfigInput, proceduresConfigSchema } from './config.ts';
import { keywordsOf } from './keywords.ts';
import { type Match, matchIntent, readIntent } from './match-intent.ts';
import { track } from './track.ts';
import { COMPONENT } from './track-records.ts';

/** A playbook that an intent asks for. */
export interface MatchedProcedure extends Match {
  readonly taskType: string;
  readonly text: string;
  readonly tokens: number;
}

export type Procedures = Component & {
  readonly playbooks: Playbooks;
  /** The playbooks that an intent asks for, best first and among equals as defined: whole ones, as many as fit. */
  match(intent: string, tokenizer: Tokenizer): MatchedProcedure[];
};

/** Playbooks that their author wrote, found by keyword, and a record of how tasks of each type went. Nothing else is learnt. */
export function procedures(config: ProceduresConfigInput = {}): Procedures {
  const { playbooks, maxTokens } = parse(proceduresConfigSchema, config, 'procedures');
  const known = Object.entries(playbooks).map(([taskType, { text, keywords }]) => ({
    ...{ taskType, text },
    keywords: keywordsOf(taskType, keywords),
  }));
  return Object.freeze<Procedures>({
    name: COMPONENT,
    playbooks: deepFrozen(playbooks),
    consolidate: track,
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
