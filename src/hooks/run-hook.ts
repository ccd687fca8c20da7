import { join } from 'node:path';
import { reasonOf } from '../errors.ts';
import type { EpisodeInput } from '../model/episode.ts';
import { redact } from '../secrets/redact.ts';
import { leaveBackground, stopBackground } from './background-lock.ts';
import { attemptOf, episodesOf, sessionIdOf, solutionOf } from './capture.ts';
import type { Injection } from './context.ts';
import { HOOK_PROGRAMS, type HookEvent, type HookFormat } from './event.ts';
import type { OpenMemory } from './hook-memory.ts';
import { lastMessageIn } from './last-message.ts';
import { appendLog } from './log.ts';
import { HOOK_FORMATS } from './programs/programs.ts';
import { type ProjectLocation, type ProjectOptions, projectAt } from './project.ts';
import { readInput } from './read-input.ts';
import { type Seal, sealOf } from './seal.ts';
import { SessionState } from './session-state.ts';
import { Spool } from './spool.ts';

export interface HookRun {
  /** The program as it was named on the command line. */
  readonly program: string | undefined;
  readonly project: ProjectOptions;
  readonly input: AsyncIterable<Uint8Array>;
  readonly open: OpenMemory;
  /** Starts the background process. */
  readonly startBackground: (since: Date) => void;
  /** The most time for any event, instead of the own one of each. */
  readonly timeMs?: number | undefined;
}

/** The agent waits for a hook, so each event has a time within which it is answered or given up. */
const TIME_MS: Readonly<Record<HookEvent['kind'], number>> = {
  ...{ sessionStart: 4_000, prompt: 2_000 },
  ...{ toolUse: 1_000, answer: 1_000, compaction: 1_000, sessionEnd: 1_000 },
};

/** Handles one event and returns the answer to the program: empty for none. It never rejects: what fails is a line in the log. */
export async function runHook(run: HookRun): Promise<string> {
  let project = locate(process.cwd(), run.project);
  const log = (text: string) => {
    if (project !== undefined)
      appendLog(join(project.folder, 'hooks.log'), new Date(), run.program ?? 'hook', redact(text.slice(0, 1_500)));
  };
  try {
    const program = HOOK_PROGRAMS.find((name) => name === run.program);
    if (program === undefined) throw new Error(`there is no program ${JSON.stringify(run.program)}`);
    const format = HOOK_FORMATS[program];
    const json = await readInput(run.input, run.timeMs ?? TIME_MS.prompt);
    const event = format.read(json);
    if (event === undefined) {
      log('an event that needs no action');
      return '';
    }
    project = locate(event.cwd, run.project);
    if (project === undefined) return '';
    return await handle(event, format, project, run, log);
  } catch (error) {
    log(reasonOf(error));
    return '';
  }
}

function locate(cwd: string, options: ProjectOptions): ProjectLocation | undefined {
  try {
    return projectAt(cwd, options);
  } catch {
    return undefined;
  }
}

async function handle(
  event: HookEvent,
  format: HookFormat,
  project: ProjectLocation,
  run: HookRun,
  log: (text: string) => void,
): Promise<string> {
  const now = new Date();
  const seal = sealOf(project);
  const spool = new Spool(project.folder, seal);
  const waiting = spool.names();
  if (event.kind === 'prompt') stopBackground(now);
  try {
    capture(event, project, { spool, seal, now });
  } catch (error) {
    log(`${event.eventName} is lost: ${reasonOf(error)}`);
  }
  if ((event.kind === 'answer' && event.agentId === undefined) || event.kind === 'sessionEnd')
    leaveBackground(project, run.project, now, run.startBackground);
  if (event.kind !== 'sessionStart' && event.kind !== 'prompt') return '';
  const { giveContext } = await import('./give-context.ts');
  const { recordInjection } = await import('./injections.ts');
  const state = new SessionState(project.folder, event, seal);
  const timeMs = run.timeMs ?? TIME_MS[event.kind];
  const giving = giveContext({ event, project, spool, waiting, state, open: run.open, log });
  const injection = await within(giving, timeMs).catch((error: unknown): Injection => {
    log(`${event.eventName} gets no context: ${reasonOf(error)}`);
    return { items: [], silence: `a failure: ${reasonOf(error)}`, tokens: 0 };
  });
  const ids = injection.items.flatMap(({ memoryId, episodeIds }) => [memoryId, ...episodeIds]);
  try {
    state.give(injection.text === undefined ? [] : ids, event.kind === 'sessionStart' && event.source !== 'resume');
  } catch (error) {
    log(`what was given is not remembered: ${reasonOf(error)}`);
  }
  recordInjection(event, project, injection, { at: now, durationMs: Date.now() - now.getTime() });
  return format.answer(event, injection.text);
}

/** Writes the event to the spool: the next hook with an open memory, or the background, records it. */
function capture(
  event: HookEvent,
  project: ProjectLocation,
  { spool, seal, now }: { readonly spool: Spool; readonly seal: Seal; readonly now: Date },
): void {
  const state = new SessionState(project.folder, event, seal);
  const episodes = [...episodesOf(withMessage(event), project, now), ...solutions(event, project, state, now)];
  const ended = event.kind === 'sessionEnd' && event.agentId === undefined;
  if (episodes.length === 0 && !ended) return;
  const { projectId } = project;
  const entry = { sessionId: sessionIdOf(event), episodes, ...(ended && { ended }) };
  spool.write({ ...entry, ...(projectId !== undefined && { projectId }) }, now);
}

/** Claude Code before 2.1 does not send the last message. */
function withMessage(event: HookEvent): HookEvent {
  if (event.kind !== 'answer' || event.message !== undefined || event.program !== 'claude-code') return event;
  const message = event.transcriptPath === undefined ? undefined : lastMessageIn(event.transcriptPath);
  return message === undefined ? event : { ...event, message };
}

function solutions(event: HookEvent, project: ProjectLocation, state: SessionState, now: Date): EpisodeInput[] {
  const attempt = attemptOf(event);
  if (attempt === undefined) return [];
  if (attempt.failed !== undefined) {
    state.failed(attempt.name, attempt.failed);
    return [];
  }
  const failed = state.takeFailure(attempt.name);
  const solution = failed === undefined ? undefined : solutionOf(failed, event, project, now);
  return solution === undefined ? [] : [solution];
}

async function within<Result>(work: Promise<Result>, timeMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not ready within ${timeMs} ms`)), timeMs);
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
