import type { Answer } from '../../../../src/client/calls.ts';
import type { SessionSummary } from '../../../../src/contracts/store.ts';
import type { Episode } from '../../../../src/model/episode.ts';

export type InjectionRecord = Answer<'sessions.injections'>[number];

export interface ProgramSession {
  readonly sessionId: string;
  readonly program: string;
  /** As the program names it. */
  readonly name: string;
  readonly agent: string | undefined;
  readonly episodes: number;
  readonly firstAt: Date | undefined;
  readonly lastAt: Date | undefined;
}

const OF_PROGRAM = /^(claude-code|codex|cursor|gemini|opencode):([^:]+)(?::(.+))?$/;

/** Undefined for sessions of anything else that uses this memory. */
export function programSessionOf(id: string, summary: SessionSummary | undefined): ProgramSession | undefined {
  const [, program, name, agent] = OF_PROGRAM.exec(id) ?? [];
  if (program === undefined || name === undefined) return undefined;
  const { episodes = 0, firstAt, lastAt } = summary ?? {};
  return { sessionId: id, program, name, agent, episodes, firstAt, lastAt };
}

export const countsOf = (injections: readonly InjectionRecord[]) => {
  const given = injections.filter(({ isInjected }) => isInjected).length;
  return { given, silent: injections.length - given };
};

const REDACTED = /\[redacted: ([^\]]{1,40})\]/g;

/** The kinds of secrets that were kept out of a turn. */
export const redactedIn = ({ content }: Pick<Episode, 'content'>): readonly string[] =>
  Array.from(content.matchAll(REDACTED), ([, kind = 'secret']) => kind);
