import { IRREGULAR_PASTS } from '../../languages/english/irregular-pasts.ts';
import { wordList } from '../../text/word-list.ts';

/** What one asks an agent to do. */
export const ACTIONS = wordList(
  `add adjust analyse analyze apply arrange assemble audit automate benchmark build bump cache calculate change check clean collect
  combine compare compile complete compose compress compute configure connect continue convert copy correct create cut debug define
  delete deploy describe design develop diagnose disable document download draft drop duplicate edit enable estimate evaluate examine
  expand export extend extract fetch fill filter find finish fix format gather generate get group handle identify implement import
  improve increase inspect install integrate investigate list look make map measure merge migrate mock modify monitor move optimise optimize
  organise organize outline parse patch plan polish port prepare process produce profile proofread prototype publish pull push put
  rank rebase rebuild reduce refactor release remove rename render reorganise reorganize rephrase replace reproduce research resolve
  restore restructure review revise rewrite run scan schedule scrape search send set ship shorten simplify sketch solve sort speed
  split start stop store summarise summarize switch test trace track train transform translate trim tune turn update upgrade upload
  validate verify visualise visualize wire work wrap write`,
);
/** As much of life as of work: only what they are about can tell. */
export const ANYWHERE = wordList(
  `add arrange build change check clean collect complete compute continue cut design drop expand fill find finish fix gather get group handle identify
  improve list look make move organise organize pick plan prepare pull push put reduce rebuild review run schedule send set sort start stop store
  switch test track train turn work`,
);

/** "deployed", "shipped", "copied": the action that was done. */
export function actionOfPast(past: string): string | undefined {
  // "I got" tells what one has.
  const base = past === 'got' ? undefined : IRREGULAR_PASTS.get(past);
  return base !== undefined && ACTIONS.has(base) ? base : actionWith('ed', past);
}

/** "rendering", "importer": the action that a word with this ending is made of. */
export function actionWith(ending: 'ed' | 'er' | 'ing', word: string): string | undefined {
  if (!word.endsWith(ending)) return undefined;
  const stem = word.slice(0, -ending.length);
  return [stem, `${stem}e`, stem.slice(0, -1), `${stem.slice(0, -1)}y`].find((base) => ACTIONS.has(base));
}
