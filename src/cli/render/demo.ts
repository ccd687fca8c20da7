import type { RecallItem, RecallResult } from '../../model/recall.ts';
import type { Feature } from '../../recall/features.ts';
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

const MOST_REASONS = 4;
const LEAST_SHOWN = 0.005;
const REASONS: Readonly<Record<Feature, string>> = {
  text: 'words',
  vector: 'meaning',
  entity: 'names',
  time: 'when it happened',
  window: 'words around it',
  session: 'words of its session',
  near: 'meaning beside it',
  far: 'meaning around it',
  speaker: 'who said it',
  salience: 'how much it stands out',
  lately: 'how lately it was',
};

/** The largest of what spoke for it. */
function why({ breakdown: { contributions } }: RecallItem): string {
  const told: Readonly<Record<string, string>> = REASONS;
  return `because of ${Object.entries(contributions)
    .filter(([, share]) => share >= LEAST_SHOWN)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_REASONS)
    .map(([feature, share]) => `${told[feature] ?? feature} ${share.toFixed(2)}`)
    .join(' + ')}`;
}
