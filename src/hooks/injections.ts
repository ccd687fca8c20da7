import { join } from 'node:path';
import { idFromSource } from '../model/id.ts';
import { DEFAULT_OWNER } from '../model/scope.ts';
import { episodesOf, sessionIdOf } from './capture.ts';
import type { Injection } from './context.ts';
import type { HookEvent } from './event.ts';
import { fieldsOf } from './fields.ts';
import { appendLine, linesOf } from './log.ts';
import type { ProjectLocation } from './project.ts';

/**
 * The memories that were given on an event with their reasons, or the reason for the silence. It has ids and no text, so that nothing of a forgotten or erased memory stays here; `hook explain`
 * and the Lab show the texts that are still stored.
 */
export interface RecordedInjection extends Omit<Injection, 'text' | 'items'> {
  readonly items: readonly { readonly memoryId: string; readonly reason: string }[];
  readonly at: string;
  readonly program: string;
  readonly sessionId: string;
  readonly event: 'sessionStart' | 'prompt';
  readonly branch?: string;
  /** The episode of the prompt. */
  readonly promptId?: string;
  readonly durationMs: number;
}

const fileIn = (folder: string): string => join(folder, 'injections.jsonl');

export function recordInjection(
  event: HookEvent,
  project: ProjectLocation,
  { text: _, items, ...injection }: Injection,
  { at, durationMs }: { readonly at: Date; readonly durationMs: number },
): void {
  const { folder, branch, projectId } = project;
  const [prompt] = event.kind === 'prompt' ? episodesOf(event, project, at) : [];
  const owner = { ...DEFAULT_OWNER, ...(projectId !== undefined && { projectId }) };
  const recorded: RecordedInjection = {
    ...{ at: at.toISOString(), program: event.program, sessionId: sessionIdOf(event) },
    event: event.kind === 'prompt' ? 'prompt' : 'sessionStart',
    ...(branch !== undefined && { branch }),
    ...(prompt?.sourceId !== undefined && { promptId: idFromSource(owner, prompt.sourceId) }),
    ...{ ...injection, durationMs: Math.round(durationMs) },
    items: items.map(({ memoryId, reason }) => ({ memoryId, reason })),
  };
  appendLine(fileIn(folder), JSON.stringify(recorded));
}

/** The last injections, oldest first. */
export const injectionsIn = (folder: string, last: number): RecordedInjection[] =>
  linesOf(fileIn(folder))
    .flatMap((line) => {
      try {
        const recorded: unknown = JSON.parse(line);
        return Array.isArray(fieldsOf(recorded)['items']) ? [recorded as RecordedInjection] : [];
      } catch {
        return [];
      }
    })
    .slice(-last);
