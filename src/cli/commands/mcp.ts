import { type Command, Option } from 'commander';
import { reasonOf } from '../../errors.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { followNpx } from '../follow-npx.ts';
import { note, noteDegraded } from '../in-out.ts';

/** Younger episodes may belong to a session that another client is still in. */
const MIN_AGE_MS = 5 * 60_000;
/** MCP has no tool to consolidate. */
const AUTO_CONSOLIDATION = { afterEpisodes: 20, afterIdleMs: 5 * 60_000 };

export function addMcp(program: Command, cli: Cli): void {
  const description = 'Serve this memory to an MCP client over stdin and stdout.';
  const command = addCommand(program, 'mcp', description, ['mcp --db team.db --user ana', 'mcp --repository'])
    .addOption(
      new Option('--repository', 'the memory of the repository that this folder belongs to').conflicts('global'),
    )
    .option('--global', 'the memory of all projects in the home folder, as the project of this folder')
    .action(async () => {
      const [{ withMemory }, { serveOverStdio }, { newId }] = await Promise.all([
        import('../memory.ts'),
        import('../../mcp/stdio.ts'),
        import('../../model/id.ts'),
      ]);
      const given = await locatedOptions(optionsOf<PlaceFlags>(command));
      const options = { ...given, session: given.session ?? `mcp-${newId(new Date())}` };
      const signal = AbortSignal.any([cli.signal, terminationSignal()]);
      const needs = { absent: 'made', vectors: 'all', consolidation: AUTO_CONSOLIDATION } as const;
      await withMemory(cli, options, needs, async ({ onProgress: _, ...context }) => {
        const { memory } = context;
        // A client may have killed the previous process during its consolidation.
        const caughtUp = memory.consolidate({ minAgeMs: MIN_AGE_MS, signal }).catch(noteFailureUnless(signal));
        await serveOverStdio(context, signal);
        if (!signal.aborted) await endSession().catch(noteFailureUnless(signal));
        await caughtUp;

        async function endSession(): Promise<void> {
          const isOwn = ({ sessionId }: { readonly sessionId: string }) => sessionId === options.session;
          if ((await memory.sessions.list()).some(isOwn))
            noteDegraded((await memory.sessions.end({ signal })).degraded);
        }
      });
    });
}

interface PlaceFlags {
  readonly repository?: boolean;
  readonly global?: boolean;
}

/** The memory that the hooks of this folder use. */
async function locatedOptions({
  repository,
  global = false,
  ...options
}: GlobalOptions & PlaceFlags): Promise<GlobalOptions> {
  if (!repository && !global) return options;
  const { projectAt } = await import('../../hooks/project.ts');
  const { db, projectId } = projectAt(process.cwd(), { global });
  const project = options.project ?? projectId;
  return { ...options, db, store: undefined, ...(project !== undefined && { project }) };
}

/** An aborted consolidation goes on at the next start. */
const noteFailureUnless = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) note(`consolidation: ${reasonOf(error)}`);
};

/** The signal with which a client ends a server after it has hung up. */
function terminationSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  followNpx(() => stopping.abort());
  return stopping.signal;
}
