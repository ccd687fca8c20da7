import { resolve } from 'node:path';
import { project } from '../components/project/project.ts';
import { corePromptOf } from '../context/instructions/core-prompt.ts';
import type { Component } from '../contracts/component.ts';
import { SouvenirError } from '../errors.ts';
import { isHookMemory } from '../hooks/project.ts';
import { type Agent, defineAgent, withoutTriggers } from '../souvenir/agent.ts';
import { defaultComponents } from '../souvenir/default-components.ts';
import type { GlobalOptions, Needs } from './cli.ts';
import type { Character, Config } from './config-schema.ts';

/** The agents of the configuration file, and the requested one. An agent's own settings override those of the file. */
export async function agentsOf(
  { agent, settings, db }: Pick<GlobalOptions, 'agent' | 'settings' | 'db'>,
  consolidation?: Needs['consolidation'],
): Promise<Agent[]> {
  const { agents = [], core, identity, playbooks, components } = settings;
  const isKnown = agents.some(({ id }) => id === agent);
  const all = isKnown ? agents : [{ id: agent }, ...agents];
  const byRules = consolidation === 'never' ? undefined : consolidation;
  const made = await Promise.all(
    all.map((own) =>
      agentOf(
        { ...withoutUndefined({ core, identity, playbooks, components, consolidation: byRules }), ...own },
        isHookMemory(resolve(db)) ? [project()] : [],
      ),
    ),
  );
  return consolidation === 'never' ? made.map(withoutTriggers) : made;
}

type ConfiguredAgent = NonNullable<Config['agents']>[number];

async function agentOf(
  { core, identity, playbooks, components, ...rest }: ConfiguredAgent,
  more: readonly Component[],
): Promise<Agent> {
  const character = withoutUndefined({ identity, playbooks });
  return defineAgent({
    ...withoutUndefined(rest),
    ...(identity !== undefined && { identity }),
    components: chooseComponents(components, [...defaultComponents(character), ...more]),
    ...(core !== undefined && { core: await corePromptOf(core) }),
  });
}

function chooseComponents(
  components: Character['components'] = {},
  defaults: readonly Component[],
): readonly Component[] {
  if (Array.isArray(components)) return components;
  const switches: Readonly<Record<string, boolean>> = components;
  const names = defaults.map(({ name }) => name);
  const unknown = Object.keys(switches).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new SouvenirError('invalidInput', `components: there is no component ${JSON.stringify(unknown)}`, {
      advice: `there are ${names.join(', ')}; personality exists only with an identity`,
    });
  return defaults.filter(({ name }) => switches[name] !== false);
}

type Defined<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> };

export const withoutUndefined = <Options extends object>(options: Options): Partial<Defined<Options>> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
