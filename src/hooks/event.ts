export const HOOK_PROGRAMS = ['claude-code', 'codex', 'cursor', 'gemini', 'opencode'] as const;

/** An agent program that tells its hooks what happens. */
export type HookProgram = (typeof HOOK_PROGRAMS)[number];

interface EventBase {
  readonly program: HookProgram;
  readonly sessionId: string;
  readonly cwd: string;
  /** Of a subagent. */
  readonly agentId?: string;
  readonly turnId?: string;
  readonly transcriptPath?: string;
  /** As the program calls it. */
  readonly eventName: string;
}

/** An event of an agent program, in the same form for all programs. */
export type HookEvent = EventBase &
  (
    | { readonly kind: 'sessionStart'; readonly source: 'startup' | 'resume' | 'clear' | 'compact' }
    | { readonly kind: 'prompt'; readonly prompt: string }
    | {
        readonly kind: 'toolUse';
        readonly tool: string;
        readonly input: unknown;
        readonly output: unknown;
        readonly failed?: boolean;
        readonly callId?: string;
      }
    | { readonly kind: 'answer'; readonly message?: string }
    | { readonly kind: 'compaction' }
    | { readonly kind: 'sessionEnd'; readonly reason?: string }
  );

/** How the events of one program are read, and how it is answered. */
export interface HookFormat {
  readonly name: HookProgram;
  /** The version of the documentation that this format was written from. */
  readonly version: string;
  /** `undefined` for an event that needs no action. */
  read(json: unknown): HookEvent | undefined;
  /** The text for stdout: empty if there is no context. */
  answer(event: HookEvent, context: string | undefined): string;
}
