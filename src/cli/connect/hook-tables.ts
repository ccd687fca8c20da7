import { join } from 'node:path';
import type { HookProgram } from '../../hooks/event.ts';
import { codexFolder, type HostEnvironment } from './host.ts';

/** An event that a hook is installed for. Names, matchers and units are those of each program's documentation. */
interface HookedEvent {
  readonly event: string;
  /** The tools whose calls are worth a process. */
  readonly matcher?: string;
  readonly seconds: number;
  /** The program does not wait for it. */
  readonly isAsync?: true;
}

interface HookTable {
  readonly ofProject: string;
  ofUser(environment: HostEnvironment): string;
  /** How a program nests the commands of an event, and in which unit it has timeouts. */
  readonly form: 'groups' | 'groupsInMilliseconds' | 'flat';
  /** Members that the file must have besides. */
  readonly required?: Readonly<Record<string, unknown>>;
  readonly events: readonly HookedEvent[];
}

const START = 15;
const PROMPT = 10;
const CAPTURE = 10;
/** Claude Code allows 1.5 s at the end of a session unless a hook names its own time. */
const END = 5;

export const HOOK_TABLES: Readonly<Record<Exclude<HookProgram, 'opencode'>, HookTable>> = {
  'claude-code': {
    // The settings of one person: the commands have paths of this machine.
    ofProject: join('.claude', 'settings.local.json'),
    ofUser: ({ home }) => join(home, '.claude', 'settings.json'),
    form: 'groups',
    events: [
      { event: 'SessionStart', seconds: START },
      { event: 'UserPromptSubmit', seconds: PROMPT },
      {
        event: 'PostToolUse',
        matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit',
        seconds: CAPTURE,
        isAsync: true,
      },
      {
        event: 'PostToolUseFailure',
        matcher: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit',
        seconds: CAPTURE,
        isAsync: true,
      },
      { event: 'Stop', seconds: CAPTURE },
      { event: 'SubagentStop', seconds: CAPTURE },
      { event: 'PreCompact', seconds: CAPTURE },
      { event: 'SessionEnd', seconds: END },
    ],
  },
  // There is no event for the end of a session, and a failed tool has the event of every tool.
  codex: {
    ofProject: join('.codex', 'hooks.json'),
    ofUser: (environment) => join(codexFolder(environment), 'hooks.json'),
    form: 'groups',
    events: [
      { event: 'SessionStart', seconds: START },
      { event: 'UserPromptSubmit', seconds: PROMPT },
      { event: 'PostToolUse', matcher: 'Bash|apply_patch|Edit|Write', seconds: CAPTURE },
      { event: 'Stop', seconds: CAPTURE },
      { event: 'SubagentStop', seconds: CAPTURE },
      { event: 'PreCompact', seconds: CAPTURE },
    ],
  },
  cursor: {
    ofProject: join('.cursor', 'hooks.json'),
    ofUser: ({ home }) => join(home, '.cursor', 'hooks.json'),
    form: 'flat',
    required: { version: 1 },
    events: [
      { event: 'sessionStart', seconds: START },
      { event: 'beforeSubmitPrompt', seconds: PROMPT },
      { event: 'postToolUse', matcher: 'Shell|Delete', seconds: CAPTURE },
      { event: 'postToolUseFailure', matcher: 'Shell|Write|Delete', seconds: CAPTURE },
      { event: 'afterFileEdit', seconds: CAPTURE },
      { event: 'afterAgentResponse', seconds: CAPTURE },
      { event: 'subagentStop', seconds: CAPTURE },
      { event: 'preCompact', seconds: CAPTURE },
      { event: 'stop', seconds: CAPTURE },
      { event: 'sessionEnd', seconds: END },
    ],
  },
  // `PreCompress` fires before every request, whether or not it compresses, so that it says nothing.
  gemini: {
    ofProject: join('.gemini', 'settings.json'),
    ofUser: ({ home }) => join(home, '.gemini', 'settings.json'),
    form: 'groupsInMilliseconds',
    events: [
      { event: 'SessionStart', seconds: START },
      { event: 'BeforeAgent', seconds: PROMPT },
      { event: 'AfterTool', matcher: 'run_shell_command|write_file|replace', seconds: CAPTURE },
      { event: 'AfterAgent', seconds: CAPTURE },
      { event: 'SessionEnd', seconds: END },
    ],
  },
};

export type HooksInFile = keyof typeof HOOK_TABLES;

/** The entry that is appended to the list of an event. */
export function hookEntry(program: HooksInFile, { matcher, seconds, isAsync }: HookedEvent, command: string): object {
  const only = matcher === undefined ? {} : { matcher };
  switch (HOOK_TABLES[program].form) {
    case 'flat':
      return { command, ...only, timeout: seconds };
    case 'groupsInMilliseconds':
      return { ...only, hooks: [{ name: 'souvenir', type: 'command', command, timeout: seconds * 1000 }] };
    case 'groups':
      return { ...only, hooks: [{ type: 'command', command, timeout: seconds, ...(isAsync && { async: true }) }] };
  }
}
