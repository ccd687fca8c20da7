import { writeFile } from 'node:fs/promises';
import { createInterface, type Interface } from 'node:readline/promises';
import type { Command } from 'commander';
import { reasonOf, SouvenirError } from '../../errors.ts';
import { isAddress, isDatabase, withoutPassword } from '../address.ts';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import type { Config } from '../config-schema.ts';
import { printResult } from '../in-out.ts';
import { CHOICES } from '../options.ts';
import { shownLocation } from '../store-location.ts';

const FILE = 'souvenir.config.json';

export function addInit(program: Command, cli: Cli): void {
  const description = 'Ask for the main settings and write a configuration file.';
  const command = addCommand(program, 'init', description, ['init', 'init --yes --user ana'])
    .option('--yes', 'use the options and defaults without asking')
    .action(async () => {
      const options = optionsOf<{ yes?: boolean }>(command);
      if (options.configFile !== undefined)
        throw new SouvenirError('conflict', `${options.configFile} already exists`, {
          advice: 'edit it by hand; `souvenir config` lists the effective settings',
        });
      if (!options.yes && !process.stdin.isTTY)
        command.error('error: there is no terminal to ask on; pass --yes to use the options and defaults');
      const { user, embedder, llm, llmModel } = options;
      const defaults: Answers = {
        location: shownLocation(options),
        user,
        embedder: String(embedder),
        llm: llm ?? '',
        llmModel,
      };
      const config = configOf(options.yes ? defaults : await askAtTerminal(defaults, cli.signal));
      await writeFile(FILE, `${JSON.stringify(config, undefined, 2)}\n`, { flag: 'wx' }).catch((cause) => {
        throw new SouvenirError('storeUnwritable', `cannot write ${FILE}: ${reasonOf(cause)}`, { cause });
      });
      await printResult(options, { file: FILE, config }, () => [
        `Wrote ${FILE}.`,
        'Next: souvenir chat, or souvenir doctor to check the setup.',
      ]);
    });
}

interface Answers {
  readonly location: string;
  readonly user: string;
  readonly embedder: string;
  readonly llm: string;
  readonly llmModel: string;
}

async function askAtTerminal(defaults: Answers, signal: AbortSignal): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-D would otherwise leave the question open forever.
  const closed = new AbortController();
  terminal.once('close', () => closed.abort(new SouvenirError('aborted', 'nothing was written')));
  try {
    return await ask(terminal, defaults, AbortSignal.any([signal, closed.signal]));
  } catch (error) {
    throw closed.signal.aborted ? closed.signal.reason : error;
  } finally {
    terminal.close();
  }
}

export async function ask(terminal: Interface, defaults: Answers, signal: AbortSignal): Promise<Answers> {
  const question = async (
    text: string,
    defaultValue: string,
    refusal: (answer: string) => string | undefined = () => undefined,
  ): Promise<string> => {
    const reply = (
      await terminal.question(`${text}${defaultValue === '' ? '' : ` (${defaultValue})`}: `, { signal })
    ).trim();
    const problem = reply === '' ? undefined : refusal(reply);
    if (problem === undefined) return reply || defaultValue;
    return question(`${problem} ${text}`, defaultValue, refusal);
  };
  const checkEmbedder = (answer: string) =>
    CHOICES.embedder.some((name) => name === answer) ? undefined : `It must be one of ${CHOICES.embedder.join(', ')}.`;
  const checkLocation = (answer: string) =>
    !isAddress(answer) || isDatabase(answer) ? undefined : 'It must begin with postgres://.';
  const checkUrl = (answer: string) => (URL.canParse(answer) ? undefined : 'It must be a URL.');
  const location = await question(
    'The memory file or the URL of a PostgreSQL database',
    defaults.location,
    checkLocation,
  );
  const user = await question('Whose memory', defaults.user);
  const embedder = await question('The embedder: souvenir, hash or none', defaults.embedder, checkEmbedder);
  const llm = await question('The URL of an OpenAI-compatible language model, or nothing', defaults.llm, checkUrl);
  const llmModel = llm === '' ? defaults.llmModel : await question('The name of the model', defaults.llmModel);
  return { location, user, embedder, llm, llmModel };
}

function configOf({ location, user, embedder, llm, llmModel }: Answers): Config {
  return {
    ...(isAddress(location) ? { store: withoutPassword(location) } : { db: location }),
    ...{ scope: { userId: user }, embedder: embedder as (typeof CHOICES.embedder)[number] },
    ...(llm !== '' && { llm: { url: llm, model: llmModel, keyVariable: 'SOUVENIR_LLM_KEY' } }),
  };
}
