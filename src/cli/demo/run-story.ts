import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '../../contracts/embedder.ts';
import { createSouvenir } from '../../create-souvenir.ts';
import type { RecallItem, RecallResult } from '../../model/recall.ts';
import type { Feature } from '../../recall/features.ts';
import type { Souvenir } from '../../souvenir/souvenir.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import type { SessionContext } from '../../turn/session-context.ts';
import { recallLine } from '../render/recall.ts';
import { bold, dim } from '../render/text.ts';
import { INTENT, NOW, QUESTIONS, STORY } from './story.ts';

export interface DemoResult {
  readonly memories: number;
  readonly recalls: readonly RecallResult[];
  readonly context: SessionContext;
}

export async function runStory(embedder: Embedder | null, signal: AbortSignal): Promise<DemoResult> {
  const folder = await mkdtemp(join(tmpdir(), 'souvenir-demo-'));
  try {
    const store = sqliteStore({ path: join(folder, 'demo.db') });
    const souvenir = await createSouvenir({ store, embedder, clock: { now: () => new Date(NOW) } });
    try {
      await record(souvenir);
      const { components } = await souvenir.for().consolidate({ signal });
      const recalls: RecallResult[] = [];
      for (const question of QUESTIONS) recalls.push(await souvenir.for().recall(question, { topK: 3 }));
      return {
        memories: components.reduce((sum, { memoriesCreated }) => sum + memoriesCreated, 0),
        recalls,
        context: await souvenir.for().context(INTENT, { topK: 4 }),
      };
    } finally {
      await souvenir.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function record(souvenir: Souvenir): Promise<void> {
  for (const { id, at, turns } of STORY)
    for (const { role, text, directive } of turns)
      await souvenir.for({ sessionId: id }).record({
        content: text,
        role,
        occurredAt: new Date(at),
        ...(role === 'user' && { speaker: 'Ana' }),
        ...(directive && { type: 'userDirective' }),
      });
}

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
      : items.flatMap((item, at) => [recallLine(item, at), dim(`           ${reasonText(item)}`)]);
  return ['', bold(`? ${query}`), ...answer];
}

const MAX_REASONS = 4;
const MIN_SHARE = 0.005;
const REASONS: Readonly<Record<Feature, string>> = {
  text: 'words',
  covered: 'words',
  vector: 'meaning',
  entity: 'names',
  time: 'when it happened',
  window: 'words around it',
  session: 'words of its session',
  before: 'meaning before it',
  after: 'meaning after it',
  speaker: 'who said it',
  salience: 'how much it stands out',
  lately: 'how lately it was',
  voice: 'whose words it is',
  length: 'how much it says',
  newer: 'how new it is',
};

/** The feature with the largest contribution. */
function reasonText({ breakdown: { contributions } }: RecallItem): string {
  const labels: Readonly<Record<string, string>> = REASONS;
  return `because of ${Object.entries(contributions)
    .filter(([, share]) => share >= MIN_SHARE)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_REASONS)
    .map(([feature, share]) => `${labels[feature] ?? feature} ${share.toFixed(2)}`)
    .join(' + ')}`;
}
