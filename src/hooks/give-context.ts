import { existsSync } from 'node:fs';
import { sessionIdOf } from './capture.ts';
import { type Injection, promptBlock, sessionBlock } from './context.ts';
import type { HookEvent } from './event.ts';
import type { OpenMemory } from './hook-memory.ts';
import type { ProjectLocation } from './project.ts';
import type { SessionState } from './session-state.ts';
import type { Spool } from './spool.ts';
import { takeIn } from './take-in.ts';

interface ContextRequest {
  readonly event: Extract<HookEvent, { readonly kind: 'sessionStart' | 'prompt' }>;
  readonly project: ProjectLocation;
  readonly spool: Spool;
  /** Events that were reported before this one. */
  readonly waiting: readonly string[];
  readonly state: SessionState;
  readonly open: OpenMemory;
  readonly log: (text: string) => void;
}

const MAX_QUERY_CHARS = 4_000;
/** More are left to the background. */
const MAX_TAKEN_IN = { sessionStart: 400, prompt: 40 };

const silent = (silence: string): Injection => ({ items: [], silence, tokens: 0 });

/** The context for the start of a session or for a prompt, from a memory that has everything which was reported before. */
export async function giveContext(request: ContextRequest): Promise<Injection> {
  const { event, project, spool, waiting, state, open, log } = request;
  if (event.agentId !== undefined) return silent('a subagent gets its context from the agent');
  if (waiting.length === 0 && !existsSync(project.db)) return silent('nothing is stored yet');
  const { memory, settings, continuing } = await open(project, event.kind === 'prompt' ? 'prompt' : 'session');
  try {
    await takeIn(waiting.slice(-MAX_TAKEN_IN[event.kind]), { memory, spool, log });
    const { projectId, branch } = project;
    const handle = memory.for(projectId === undefined ? {} : { projectId });
    if (event.kind === 'prompt')
      return await promptBlock(handle, event.prompt.slice(0, MAX_QUERY_CHARS).toWellFormed(), {
        ...{
          maxTokens: settings.promptTokens,
          given: state.given(),
          sessionId: sessionIdOf(event),
          branch,
          continuing,
        },
      });
    const maxTokens = settings.sessionTokens;
    return await sessionBlock(handle, { maxTokens, ...(branch !== undefined && { branch }) });
  } finally {
    await memory.close().catch((error: unknown) => log(`closing the memory failed: ${String(error)}`));
  }
}
