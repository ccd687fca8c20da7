import { relative } from 'node:path';
import type { Command, OptionValueSource } from 'commander';
import { withoutPassword } from '../address.ts';
import type { GlobalOptions } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { llmKeyVariable, SECRETS, variable } from '../config.ts';
import { printResult } from '../in-out.ts';
import { oneLine, terminalWidth, textTable } from '../render/text.ts';

interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly from: string;
}

export function addConfig(program: Command): void {
  const description = 'List every setting with its value and source.';
  const command = addCommand(program, 'config', description, ['config --json']).action(async () => {
    const options = optionsOf(command);
    const listed = { file: options.configFile ?? null, settings: await settingsOf(program, options) };
    await printResult(options, listed, ({ settings }) =>
      textTable(
        ['setting', 'from', 'value'],
        settings.map(({ name, value, from }) => [name, from, value === null ? '' : oneLine(valueText(value))]),
        terminalWidth(),
      ),
    );
  });
}

async function settingsOf(program: Command, options: GlobalOptions): Promise<Setting[]> {
  const [{ FILE_ONLY }, { redact }] = await Promise.all([
    import('../config-schema.ts'),
    import('../../secrets/redact.ts'),
  ]);
  const file = `file ${relative('.', options.configFile ?? '')}`;
  const flags = program.options
    .filter(({ required, long }) => required && long !== '--config')
    .map((option): Setting => {
      const name = option.attributeName();
      const from = sourceText(program.getOptionValueSource(name), option, file);
      const value = program.getOptionValue(name);
      return { name, value: plainValue(name === 'store' && value ? withoutPassword(value) : value, redact), from };
    });
  const secrets = [SECRETS.key, llmKeyVariable(options.settings)].map((name): Setting => {
    const isSet = variable(name) !== undefined;
    return { name, value: isSet ? '••••' : null, from: isSet ? `variable ${name}` : 'default' };
  });
  const others = FILE_ONLY.map((name): Setting => {
    const value = options.settings[name];
    const redactValue = name === 'nodes' ? withoutPassword : redact;
    return { name, value: plainValue(value, redactValue), from: value === undefined ? 'default' : file };
  });
  return [...flags, ...others, ...secrets];
}

function sourceText(
  source: OptionValueSource | undefined,
  { envVar, long }: Command['options'][number],
  file: string,
): string {
  if (source === 'cli') return `flag ${long}`;
  if (source === 'env') return `variable ${envVar}`;
  return source === 'config' ? file : 'default';
}

/** A function or an instance by its kind, a text without secrets. */
function plainValue(value: unknown, redact: (text: string) => string): unknown {
  if (value === undefined) return null;
  return JSON.parse(
    JSON.stringify(value, (_, inner) => {
      if (typeof inner === 'function') return '(a function)';
      return typeof inner === 'string' ? redact(inner) : inner;
    }),
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
