import { existsSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { withoutPassword } from '../address.ts';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import type { InstallationOptions } from '../connect/installation.ts';
import type { ProgramName } from '../connect/programs.ts';
import type { ConnectFlags, ConnectSession, Flags } from '../connect/session.ts';
import { note, print, printJson } from '../in-out.ts';
import { CHOICES } from '../options.ts';

export function addConnect(program: Command, cli: Cli): void {
  const description = 'Connect an agent program to this memory, or list them; shows each change.';
  const examples = ['connect', 'connect claude-code', 'connect cursor --mcp-only --db team.db --user ana'];
  const command = withFlags(addCommand(program, 'connect', description, examples))
    .option('--force', 'replace an existing server or plugin named souvenir')
    .action(async (given: ProgramName | undefined) => {
      const flags = optionsOf<ConnectFlags>(command) as Flags;
      const name = given ?? programIn(flags);
      if (name === undefined) return listPrograms(flags);
      const { sessionOf, refuseForHooks, editsOf, connectChanges, apply } = await loadConnect();
      const session = sessionOf(command, name, flags);
      refuseForHooks(command, session);
      const { agentProgram, installation, parts, backups } = session;
      noteMemory(installation);
      if (flags.print) return printParts(session);
      const all = editsOf(agentProgram, installation);
      const changes = await connectChanges(all, parts, backups);
      const edits = all.filter(({ part, isAside }) => parts.includes(part) && !isAside);
      const files = [...new Set(edits.map(({ file }) => file))];
      const isOther = parts.includes('mcp') && !flags.force && (await isOtherServer(session));
      const outcome = await apply(cli, flags, name, changes, backups, files);
      if (isOther)
        note(`${files[0]} has a server named souvenir that \`connect\` did not write; pass --force to replace it`);
      if (flags.json) return;
      if (outcome === 'left' && !isOther)
        return print(`${agentProgram.title} is connected already in ${files.join(' and ')}.`);
      if (outcome === 'written') await print(nextSteps(name, session).join('\n'));
    });
}

export function addDisconnect(program: Command, cli: Cli): void {
  const description = 'Take the connection of an agent program out again; shows each change.';
  const command = withFlags(
    addCommand(program, 'disconnect', description, ['disconnect claude-code', 'disconnect codex --global']),
    true,
  ).action(async (name: ProgramName) => {
    const flags = optionsOf<ConnectFlags>(command) as Flags;
    const { sessionOf, editsOf, statusOf, disconnectChanges, apply } = await loadConnect();
    const { agentProgram, installation, parts, backups } = sessionOf(command, name, flags);
    const edits = editsOf(agentProgram, installation);
    const changes = await disconnectChanges(edits, parts, backups);
    const files = edits.filter(({ part, isAside }) => parts.includes(part) && !isAside).map(({ file }) => file);
    const outcome = await apply(cli, flags, name, changes, backups, files);
    if (flags.json) return;
    if (outcome === 'written')
      return print(`${agentProgram.title} is disconnected. The memory itself was not changed.`);
    if (outcome !== 'left') return;
    const { mcp, hooks } = await statusOf(name, installation.environment);
    const others = [...new Set([...mcp, ...hooks])];
    await print(
      others.length === 0
        ? `${agentProgram.title} is not connected.`
        : `Nothing that \`connect\` wrote is in ${[...new Set(files)].join(' and ')}. There is a connection in ${others.join(' and ')}; ${flags.global ? 'leave out' : 'pass'} --global if it is that one.`,
    );
  });
}

/** Only these commands need them. */
async function loadConnect() {
  const [session, installation, changes, { apply }] = await Promise.all([
    ...([import('../connect/session.ts'), import('../connect/installation.ts')] as const),
    ...([import('../connect/changes.ts'), import('../connect/apply.ts')] as const),
  ]);
  return { ...session, ...installation, ...changes, apply };
}

function withFlags(command: Command, isRequired = false): Command {
  const name = isRequired ? '<program>' : '[program]';
  return command
    .addArgument(new Argument(name, 'which one').choices(CHOICES.program))
    .option('--global', 'the settings and the memory of all projects instead of this repository')
    .option('--mcp-only', 'only the MCP server')
    .option('--hooks-only', 'only the hooks')
    .option('--yes', 'write without asking')
    .option('--print', isRequired ? 'show the changes and write nothing' : 'print what is added and write nothing');
}

/** `connect --project codex` means the repository, and not a project of that name. */
const programIn = ({ project }: Flags): ProgramName | undefined => CHOICES.program.find((name) => name === project);

function noteMemory({ memory, options }: InstallationOptions): void {
  if (memory.kind !== 'named') return;
  if (options.store !== undefined && withoutPassword(options.store) !== options.store)
    note('the password is not written to the file: keep it in ~/.pgpass, which the database driver reads');
  else if (options.store === undefined && !existsSync(options.db))
    note(`${options.db} does not exist yet; it is created on first use`);
}

async function isOtherServer({ agentProgram, installation }: ConnectSession): Promise<boolean> {
  const [{ fileOf, hasOtherServer }, { textOf }] = await Promise.all([
    import('../connect/connection.ts'),
    import('../connect/edit-file.ts'),
  ]);
  const text = await textOf(fileOf(agentProgram, installation.environment, installation.isGlobal));
  return text !== undefined && text.trim() !== '' && hasOtherServer(agentProgram, text);
}

async function printParts({ agentProgram, installation, parts }: ConnectSession): Promise<void> {
  const [{ entryFor, snippetOf }, { editsOf }] = await Promise.all([
    import('../connect/connection.ts'),
    import('../connect/installation.ts'),
  ]);
  const { environment, options, memory } = installation;
  const snippet = snippetOf(agentProgram, entryFor(agentProgram, options, environment, undefined, memory));
  if (!parts.includes('hooks')) return print(snippet);
  for (const { file, part, isAside, put } of editsOf(agentProgram, installation))
    if (parts.includes(part) && !isAside) await print(`${file}:\n${part === 'mcp' ? snippet : put('').trimEnd()}\n`);
}

/** The step that a program asks of its user before it runs hooks. */
const TRUST: Partial<Record<ProgramName, readonly string[]>> = {
  codex: [
    'Codex runs new hooks only after you trust them: start Codex in this folder, trust the folder if it asks,',
    'run /hooks in Codex and trust those of Souvenir. They stay trusted as long as their command stays the same.',
  ],
  gemini: ['Gemini CLI reads project settings in trusted folders only; /hooks shows which hooks run.'],
  cursor: ['Cursor lists the hooks in Settings under Hooks. A workspace must be trusted before its hooks run.'],
};

function nextSteps(name: ProgramName, { agentProgram, installation, parts, backups }: ConnectSession): string[] {
  const { memory, options, isGlobal } = installation;
  const hasHooks = parts.includes('hooks');
  const named = options.store === undefined ? options.db : withoutPassword(options.store);
  const shown = { named, repository: memory.kind === 'repository' ? memory.db : '', global: '~/.souvenir/memory.db' };
  return [
    `Written. Start ${agentProgram.title} again to use this memory.`,
    `Memory: ${shown[memory.kind]}`,
    ...(name === 'claude-code' && !isGlobal && parts.includes('mcp')
      ? ['Claude Code asks once whether it may start the server of .mcp.json.']
      : []),
    ...(hasHooks && (!isGlobal || name === 'codex') ? (TRUST[name] ?? []) : []),
    ...(hasHooks ? [`To take in earlier sessions: souvenir import --from ${name} --dry-run`] : []),
    `To undo: souvenir disconnect ${name}${isGlobal ? ' --global' : ''} (backups are in ${backups})`,
  ];
}

async function listPrograms({ json }: Flags): Promise<void> {
  const [{ allStatuses, hostEnvironment }, { projectAt }] = await Promise.all([
    loadConnect(),
    import('../../hooks/project.ts'),
  ]);
  const environment = hostEnvironment();
  const { root } = projectAt(environment.folder, { home: environment.home });
  const statuses = await allStatuses({ ...environment, folder: root });
  if (json) return printJson({ programs: statuses });
  const width = Math.max(...statuses.map(({ program }) => program.length));
  const lines = statuses.map(({ program, isInstalled, mcp, hooks, unreadable }) => {
    const connected = [...mcp.map((file) => `MCP in ${file}`), ...hooks.map((file) => `hooks in ${file}`)];
    const problems = unreadable.map((file) => `${file} cannot be read`);
    const state = [...(connected.length === 0 ? ['not connected'] : connected), ...problems].join('; ');
    return `${program.padEnd(width)}  ${isInstalled ? 'installed    ' : 'not installed'}  ${state}`;
  });
  await print([...lines, '', 'To connect one: souvenir connect NAME'].join('\n'));
}
