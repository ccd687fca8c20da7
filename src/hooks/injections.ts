import { join } from 'node:path';
import { redact } from '../secrets/redact.ts';
import { sessionIdOf } from './capture.ts';
import type { Injection } from './context.ts';
import type { HookEvent } from './event.ts';
import { fieldsOf } from './fields.ts';
import { appendLine, linesOf } from './log.ts';
import type { ProjectLocation } from './project.ts';

/** What was given on an event and why, or why nothing was: what `hook explain` and the Lab show. */
export interface RecordedInjection extends Injection {
  readonly at: string;
  readonly program: string;
  readonly sessionId: string;
  readonly event: 'sessionStart' | 'prompt';
  readonly branch?: string;
  /** The beginning of the prompt. */
  readonly prompt?: string;
  readonly durationMs: number;
}

const MAX_PROMPT_CHARS = 200;
const MAX_CONTENT_CHARS = 300;

const fileIn = (folder: string): string => join(folder, 'injections.jsonl');

export function recordInjection(
  event: HookEvent,
  { folder, branch }: ProjectLocation,
  { text: _, items, ...injection }: Injection,
  { at, durationMs }: { readonly at: Date; readonly durationMs: number },
): void {
  const recorded: RecordedInjection = {
    ...{ at: at.toISOString(), program: event.program, sessionId: sessionIdOf(event) },
    event: event.kind === 'prompt' ? 'prompt' : 'sessionStart',
    ...(branch !== undefined && { branch }),
    ...(event.kind === 'prompt' && { prompt: redact(event.prompt.slice(0, 2_000)).slice(0, MAX_PROMPT_CHARS) }),
    ...{ ...injection, durationMs: Math.round(durationMs) },
    items: items.map((item) => ({ ...item, content: item.content.slice(0, MAX_CONTENT_CHARS) })),
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
