import type { HookMemory } from './hook-memory.ts';
import { forgetFailures } from './session-state.ts';
import { Spool } from './spool.ts';
import { takeIn } from './take-in.ts';

/** Leaves no text beside the memory: records what waits in the spool, and deletes the attempts that failed. */
export async function settleHooks(
  folder: string,
  context: { readonly memory: HookMemory; readonly log: (text: string) => void },
): Promise<void> {
  const spool = new Spool(folder);
  await takeIn(spool.names(), { ...context, spool });
  forgetFailures(folder);
}
