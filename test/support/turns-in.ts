import type { ScopedSouvenir } from '../../src/index.ts';

/** All that was recorded and is not forgotten, with who said it. */
export async function turnsIn(memory: ScopedSouvenir): Promise<string[]> {
  const turns: string[] = [];
  for await (const record of memory.export())
    if (record.kind === 'episode') turns.push(`${record.role}: ${record.content}`);
  return turns;
}
