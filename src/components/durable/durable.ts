import type { Component, SessionBatch } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { REMEMBERED } from '../../model/revision.ts';
import type { Finding } from '../../reconcile/finding.ts';
import type { Comparable } from '../../reconcile/held.ts';
import { reconcile } from '../../reconcile/reconcile.ts';
import { relationsAmong } from '../../reconcile/relations-among.ts';
import { extractWithModel } from '../model-answers/extract.ts';
import { type DurableConfig, durableConfigSchema } from './config.ts';
import { durableTask } from './prompt.ts';
import { findDurable } from './rules.ts';

const NAME = 'durable';
/** What was handed in to be remembered is as good as what was found. */
const AMONG: Comparable = { components: [NAME, REMEMBERED], types: ['semantic', 'procedural'] };

/** Facts, preferences and knowledge that outlast any task. The same again strengthens, a contradiction supersedes, a refinement takes over. */
export function durable(config: DurableConfig = {}): Component {
  const { minImportance, decayRate, inactiveDays } = parse(durableConfigSchema, config, NAME);
  return {
    name: NAME,
    fading: [{ since: 'access', idleDays: inactiveDays, rate: decayRate, everyDays: inactiveDays }],
    async consolidate(batch, context) {
      const { llm } = context;
      const { findings, relations, refused } =
        llm === undefined
          ? { findings: ruled(batch), relations: undefined, refused: 0 }
          : await extractWithModel(NAME, batch, context, llm, durableTask);
      const kept = findings.filter(({ importance }) => importance >= minImportance);
      const made = await reconcile(kept, batch, context, {
        among: AMONG,
        relations: relations ?? relationsAmong(kept),
      });
      return { ...made, refused };
    },
  };
}

/** How many turns before it help to understand one. */
const FEW = 4;

function ruled({ episodes, before }: SessionBatch): Finding[] {
  const heard = [...before, ...episodes];
  return heard.slice(before.length).flatMap((episode, at) => {
    const place = before.length + at;
    return findDurable(episode, heard.slice(Math.max(0, place - FEW), place));
  });
}
