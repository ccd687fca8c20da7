import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface CommandNode {
  readonly path: readonly string[];
  readonly command: Command;
}

const nodesOf = (command: Command, path: readonly string[] = []): CommandNode[] => [
  { path, command },
  ...command.commands.flatMap((each) => nodesOf(each, [...path, each.name()])),
];

const wordsOf = ({ commands, registeredArguments: [first] }: Command): readonly string[] =>
  commands.length > 0 ? commands.map((each) => each.name()) : (first?.argChoices ?? []);

const flagsOf = ({ long, short }: Option): string[] => [long, short].filter((flag) => typeof flag === 'string');
const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** A script that answers without starting the program; it is generated again for each version. */
export function completionScript(program: Command, shell: Shell): string {
  const nodes = nodesOf(program);
  if (shell === 'fish') return fishScript(nodes).join('\n');
  const bash = bashScript(nodes);
  return (shell === 'bash' ? bash : ['autoload -U +X bashcompinit && bashcompinit', ...bash]).join('\n');
}

function bashScript(nodes: readonly CommandNode[]): string[] {
  const pathOf = ({ path }: CommandNode): string => path.join(' ');
  const below = nodes.filter(({ path }) => path.length > 0).map((node) => `"${pathOf(node)}"`);
  const globals = nodes[0]?.command.options.flatMap(flagsOf) ?? [];
  const values = nodes.flatMap((node) =>
    node.command.options.filter(takesValue).map((option) => {
      const patterns = flagsOf(option).map((flag) =>
        node.path.length === 0 ? `*"|${flag}"` : `"${pathOf(node)}|${flag}"`,
      );
      const assignment = option.argChoices === undefined ? '' : ` words="${option.argChoices.join(' ')}";`;
      return `    ${patterns.join('|')})${assignment} ;;`;
    }),
  );
  const words = nodes.map((node) => {
    const own = node.path.length === 0 ? [] : node.command.options.flatMap(flagsOf);
    const options = [...own, ...globals, '--help'].join(' ');
    return `      "${pathOf(node)}") words="${wordsOf(node.command).join(' ')}" options="${options}" ;;`;
  });
  return [
    '_souvenir() {',
    '  local word="$2" before="$3" path="" words="" options="" each',
    `  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    `    each="\${path:+$path }$each"`,
    `    case "$each" in ${below.join('|')}) path="$each" ;; esac`,
    '  done',
    '  case "$path|$before" in',
    ...values,
    '    *)',
    '      case "$path" in',
    ...words,
    '      esac',
    '      if [[ "$word" == -* ]]; then words="$options"; fi ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    'complete -o default -F _souvenir souvenir',
  ];
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fishScript(nodes: readonly CommandNode[]): string[] {
  return nodes.flatMap(({ path, command }) => {
    const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
    const names = command.commands.map((each) => each.name());
    const fresh =
      path.length === 0 ? '__fish_use_subcommand' : `${seen}; and not __fish_seen_subcommand_from ${names.join(' ')}`;
    const below = command.commands.map(
      (each) => `complete -c souvenir -f -n ${quote(fresh)} -a ${each.name()} -d ${quote(each.description())}`,
    );
    const choices = command.commands.length > 0 ? [] : wordsOf(command);
    const condition = path.length === 0 ? '' : ` -n ${quote(seen)}`;
    const words = choices.length === 0 ? [] : [`complete -c souvenir -f${condition} -a ${quote(choices.join(' '))}`];
    const options = command.options.map((option) => {
      const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`;
      const value = option.argChoices === undefined ? ' -r' : ` -x -a ${quote(option.argChoices.join(' '))}`;
      const long = option.long === undefined ? '' : ` -l ${option.long.slice(2)}`;
      return `complete -c souvenir${condition}${long}${short}${takesValue(option) ? value : ''} -d ${quote(option.description)}`;
    });
    return [...below, ...words, ...options];
  });
}
