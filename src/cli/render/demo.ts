import type { Breakdown, RecallItem, RecallResult } from '../../model/recall.ts';
import type { DemoResult } from '../demo/run-story.ts';
import { INTENT, STORY } from '../demo/story.ts';
import { recallLine } from './recall.ts';
import { bold, dim } from './style.ts';

const NEXT = [
  'npx souvenir record "Ana prefers short answers" --type userDirective',
  'npx souvenir consolidate',
  'npx souvenir recall "how does Ana like answers?" --explain',
  'npx souvenir import chat.txt        # JSONL, or "Name: text" lines',
];

export function demoLines({ memories, recalls, context }: DemoResult): string[] {
  const turns = STORY.reduce((sum, session) => sum + session.turns.length, 0);
  return [
    `Recorded ${turns} turns of ${STORY.length} sessions between Ana and her assistant, kept ${memories} memories.`,
    ...recalls.flatMap(questionLines),
    '',
    bold(`Context for "${INTENT}"`),
    context.text,
    '',
    bold('Try next'),
    ...NEXT.map((line) => `  $ ${line}`),
  ];
}

function questionLines({ query, items, reason }: RecallResult): string[] {
  const answer =
    items.length === 0
      ? [`    silence: ${reason}`]
      : items.flatMap((item, at) => [recallLine(item, at), dim(`           ${why(item)}`)]);
  return ['', bold(`? ${query}`), ...answer];
}

function why({ breakdown: { contributions } }: RecallItem): string {
  const shares = Object.entries(contributions) as [keyof Breakdown['contributions'], number][];
  const told = {
    text: 'words',
    vector: 'meaning',
    entity: 'names',
    time: 'when it happened',
    neighbours: 'what was said around it',
    speaker: 'who said it',
  };
  return `because of ${shares
    .filter(([, share]) => share > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([signal, share]) => `${told[signal]} ${share.toFixed(2)}`)
    .join(' + ')}`;
}
