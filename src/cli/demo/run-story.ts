import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '../../contracts/embedder.ts';
import type { RecallResult } from '../../model/recall.ts';
import { createSouvenir, type Souvenir } from '../../souvenir/souvenir.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import type { SessionContext } from '../../turn/session-context.ts';
import { INTENT, NOW, QUESTIONS, STORY } from './story.ts';

export interface DemoResult {
  readonly memories: number;
  readonly recalls: readonly RecallResult[];
  readonly context: SessionContext;
}

/** Tells the story to a real memory in a temporary folder, then asks about it. */
export async function runStory(embedder: Embedder | null, signal: AbortSignal): Promise<DemoResult> {
  const folder = await mkdtemp(join(tmpdir(), 'souvenir-demo-'));
  try {
    const store = sqliteStore({ path: join(folder, 'demo.db') });
    const souvenir = await createSouvenir({ store, embedder, clock: { now: () => new Date(NOW) } });
    try {
      record(souvenir);
      const { components } = await souvenir.for().consolidate({ signal });
      const recalls: RecallResult[] = [];
      for (const question of QUESTIONS) recalls.push(await souvenir.for().recall(question, { topK: 3 }));
      return {
        memories: components.reduce((sum, { memoriesCreated }) => sum + memoriesCreated, 0),
        recalls,
        context: await souvenir.for().loadContext(INTENT, { topK: 4 }),
      };
    } finally {
      await souvenir.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function record(souvenir: Souvenir): void {
  for (const { id, at, turns } of STORY)
    for (const { role, text, directive } of turns)
      souvenir.for({ sessionId: id }).record({
        content: text,
        role,
        occurredAt: new Date(at),
        ...(role === 'user' && { speaker: 'Ana' }),
        ...(directive && { type: 'userDirective' }),
      });
}
