import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { OpenMemory } from './hook-memory.ts';
import { injectionsIn, type RecordedInjection } from './injections.ts';
import type { ProjectLocation } from './project.ts';
import { sealOf } from './seal.ts';
import { Spool } from './spool.ts';
import { takeIn } from './take-in.ts';

/** An injection with the texts that are still stored. */
export interface ExplainedInjection extends Omit<RecordedInjection, 'promptId' | 'items'> {
  readonly prompt?: string;
  readonly items: readonly (RecordedInjection['items'][number] & { readonly content?: string })[];
}

/** The last injections, oldest first. The spool is taken in before, since the last prompt may wait there. */
export async function explainedInjections(
  project: ProjectLocation,
  last: number,
  { open, log }: { readonly open: OpenMemory; readonly log: (text: string) => void },
): Promise<ExplainedInjection[]> {
  const injections = injectionsIn(project.folder, last);
  if (injections.length === 0) return [];
  const { memory } = await open(project, 'session');
  try {
    const spool = new Spool(project.folder, sealOf(project));
    await takeIn(spool.names(), { memory, spool, log });
    return await Promise.all(injections.map((injection) => withTexts(injection, memory.for({}))));
  } finally {
    await memory.close();
  }
}

async function withTexts(
  { promptId, items, ...injection }: RecordedInjection,
  { memories, sessions }: ScopedSouvenir,
): Promise<ExplainedInjection> {
  const contents = await Promise.all(
    items.map(async ({ memoryId }) => {
      const memory = await memories.get(memoryId);
      return memory?.status === 'forgotten' ? undefined : memory?.content;
    }),
  );
  const turns =
    promptId === undefined
      ? []
      : await sessions.turns({ around: promptId, limit: 1 }).then(
          (page) => page.turns,
          () => [],
        );
  return {
    ...{ ...injection, ...(turns[0] && { prompt: turns[0].content }) },
    items: items.map((item, at) => ({ ...item, ...(contents[at] !== undefined && { content: contents[at] }) })),
  };
}
