import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { EpisodeInput, EpisodeMetadata } from '../model/episode.ts';
import { redact } from '../secrets/redact.ts';
import { redactAll } from '../secrets/redact-all.ts';
import type { HookEvent } from './event.ts';
import { type FileEdit, fileEditsOf } from './file-edit.ts';
import type { ProjectLocation } from './project.ts';
import { lastLines, type ShellCommand, shellCommandOf } from './shell-command.ts';

const MAX_PROMPT_CHARS = 16_000;
const MAX_ANSWER_CHARS = 8_000;
const MAX_COMMAND_CHARS = 400;
/** A secret that the cut would go through is redacted whole. */
const BEYOND_CUT_CHARS = 4_000;
/** Two installed hooks report one event within this time. */
const SAME_EVENT_MS = 10_000;

/** The part of an event that is worth an episode, without secrets. Output is kept in a few lines at most, and of files only which lines changed. */
export function episodesOf(event: HookEvent, project: ProjectLocation, now = new Date()): readonly EpisodeInput[] {
  const context = { event, project, now };
  switch (event.kind) {
    case 'prompt':
      return [
        episode(context, `prompt:${event.turnId ?? momentOf(event.prompt, now)}`, {
          ...{ role: 'user', content: beginning(event.prompt, MAX_PROMPT_CHARS) },
        }),
      ];
    case 'answer': {
      if (event.message === undefined) return [];
      const content = beginning(event.message, MAX_ANSWER_CHARS);
      return [episode(context, `answer:${momentOf(event.message, now)}`, { role: 'assistant', content })];
    }
    case 'toolUse':
      return toolEpisodes(event, context);
    default:
      return [];
  }
}

/** The session of an event. A subagent has one of its own. */
export function sessionIdOf({ program, sessionId, agentId }: HookEvent): string {
  const id = [program, sessionId, ...(agentId === undefined ? [] : [agentId])].join(':').replaceAll('\0', '').trim();
  return id.isWellFormed() && id.length <= 200 ? id : `${program}:${hashOf(id)}`;
}

interface CaptureContext {
  readonly event: HookEvent;
  readonly project: ProjectLocation;
  readonly now: Date;
}

type ToolUse = Extract<HookEvent, { readonly kind: 'toolUse' }>;

function toolEpisodes(event: ToolUse, context: CaptureContext): EpisodeInput[] {
  const edits = fileEditsOf(event);
  if (edits.length > 0) return event.failed ? [] : edits.map((edit) => editEpisode(edit, event, context));
  const command = shellCommandOf(event);
  if (command === undefined || command.isLook) return [];
  const commits = command.outcome === 'failed' ? [] : commitsOf(command);
  if (commits.length > 0) return commits.map((commit) => commitEpisode(commit, event, context));
  return [commandEpisode(command, event, context)];
}

/** Of several changes of a file in one turn, the first one stands for all. */
function editEpisode(edit: FileEdit, event: ToolUse, context: CaptureContext): EpisodeInput {
  const file = fileIn(edit.path, context.project);
  const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`;
  const change =
    edit.did === 'deleted'
      ? `Deleted ${file}`
      : edit.did === 'written'
        ? `Wrote ${file}: ${lines(edit.added)}`
        : `Edited ${file}: ${lines(edit.added)} added, ${edit.removed} removed`;
  const at = edit.at === undefined ? '' : `, at \`${edit.at}\``;
  const purpose = edit.purpose === undefined ? '' : `. Purpose: ${beginning(edit.purpose, MAX_COMMAND_CHARS)}`;
  const once = event.turnId ?? event.callId ?? momentOf(JSON.stringify(edit), context.now);
  return episode(context, `edit:${once}:${hashOf(file)}`, {
    ...{ type: 'observation', role: 'tool', content: `${change}${at}${purpose}` },
    metadata: { tool: event.tool, files: [file], parameters: { file }, success: true },
  });
}

/** The same outcome of the same command is one episode a session. */
function commandEpisode(shell: ShellCommand, event: ToolUse, context: CaptureContext): EpisodeInput {
  const { outcome, exitCode, purpose } = shell;
  const failed = outcome === 'failed';
  const command = beginning(shell.command, MAX_COMMAND_CHARS);
  const message = failed ? lastLines(shell.output, 8, 600) : lastLines(shell.output, 2, 200);
  const code = failed && exitCode !== undefined ? ` with exit code ${exitCode}` : '';
  const what = `${purpose === undefined ? '' : `${beginning(purpose, MAX_COMMAND_CHARS)}: `}\`${command}\``;
  const content = `${what} ${outcome ?? 'ran'}${code}${message === '' ? '' : `: ${message}`}`;
  const parameters = { command };
  return episode(context, `command:${hashOf(`${shell.command}\n${failed ? message : 'ok'}`)}`, {
    ...{ type: failed ? 'error' : 'toolResult', role: 'tool', importance: failed ? 0.6 : 0.4, content },
    metadata: {
      ...{ tool: event.tool, parameters, ...(outcome !== undefined && { outcome, success: !failed }) },
      ...(failed && { error: message }),
    },
  });
}

/** An attempt that failed, until the next one at the same thing works. */
export interface FailedAttempt {
  readonly command: string;
  readonly message: string;
}

/** An attempt at something that may have failed before. */
export function attemptOf(event: HookEvent): { readonly name: string; readonly failed?: FailedAttempt } | undefined {
  const shell = event.kind === 'toolUse' ? shellCommandOf(event) : undefined;
  if (shell?.outcome === undefined || shell.isLook) return undefined;
  if (shell.outcome === 'succeeded') return { name: shell.attempt };
  const failed = { command: beginning(shell.command, MAX_COMMAND_CHARS), message: lastLines(shell.output, 3, 300) };
  return { name: shell.attempt, failed: redactAll(failed, redact) };
}

/** The attempt that worked after one had failed. */
export function solutionOf(
  failed: FailedAttempt,
  event: HookEvent,
  project: ProjectLocation,
  now = new Date(),
): EpisodeInput | undefined {
  const shell = event.kind === 'toolUse' ? shellCommandOf(event) : undefined;
  if (shell === undefined || event.kind !== 'toolUse') return undefined;
  const command = beginning(shell.command, MAX_COMMAND_CHARS);
  const why = failed.message === '' ? '' : ` (${failed.message})`;
  const worked = command === failed.command ? 'it worked later, after changes' : `\`${command}\` worked`;
  return episode({ event, project, now }, `worked:${hashOf(`${failed.command}\n${failed.message}\n${command}`)}`, {
    ...{ type: 'observation', role: 'tool', importance: 0.6 },
    content: `\`${failed.command}\` failed${why}; ${worked}`,
    metadata: { tool: event.tool, outcome: 'worked after a failure' },
  });
}

interface Commit {
  readonly branch: string;
  readonly hash: string;
  readonly message: string;
}

const COMMITTED = /^\[(detached HEAD|[^\s\]]{1,200})(?: \([a-z -]{1,30}\))? ([0-9a-f]{7,64})\] (.{1,400})$/gm;

const commitsOf = ({ command, output }: ShellCommand): Commit[] =>
  command.includes('git') && /\b(?:commit|cherry-pick|revert|merge)\b/.test(command)
    ? Array.from(output.matchAll(COMMITTED), ([, branch = '', hash = '', message = '']) => ({ branch, hash, message }))
    : [];

function commitEpisode({ branch, hash, message }: Commit, event: ToolUse, context: CaptureContext): EpisodeInput {
  return episode(context, `commit:${hash}`, {
    ...{ type: 'observation', role: 'tool', importance: 0.6, content: `Committed ${hash} on ${branch}: ${message}` },
    metadata: { tool: event.tool, commit: hash, outcome: 'committed' },
  });
}

function episode({ event, project, now }: CaptureContext, source: string, input: EpisodeInput): EpisodeInput {
  const { content, metadata = {}, ...rest } = input;
  const about: EpisodeMetadata = {
    ...{ program: event.program, cwd: project.cwd },
    ...(project.branch !== undefined && { branch: project.branch }),
    ...(event.agentId !== undefined && { subagent: event.agentId }),
    ...metadata,
    // A tool and its output are never believed as a person is, whatever they say.
    ...(rest.role === 'tool' && { trust: 'tool' }),
  };
  return {
    ...{ ...rest, ...redactAll({ content, metadata: about }, redact) },
    ...{
      occurredAt: now.toISOString(),
      sourceId: `hook:${sessionIdOf(event)}:${source}`.toWellFormed().slice(0, 1000),
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const momentOf = (text: string, now: Date): string => `${hashOf(text)}:${Math.floor(now.getTime() / SAME_EVENT_MS)}`;

function beginning(text: string, maxChars: number): string {
  const clean = redact(text.slice(0, maxChars + BEYOND_CUT_CHARS).toWellFormed()).trim();
  return clean.length <= maxChars ? clean : `${clean.slice(0, maxChars).toWellFormed()} …`;
}

function fileIn(path: string, { root, cwd }: ProjectLocation): string {
  const within = relative(root, isAbsolute(path) ? path : resolve(root, cwd, path));
  return (within.startsWith('..') || isAbsolute(within) ? path : within).split(sep).join('/');
}
