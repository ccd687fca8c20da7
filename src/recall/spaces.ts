import type { Component } from '../contracts/component.ts';
import { PERSONALITY } from '../model/memory.ts';
import { type Owner, ownerOf, targetOwnerOf } from '../model/scope.ts';
import type { RecallConfig } from './config.ts';
import type { Space } from './plan.ts';

export interface Reference {
  readonly agentId: string;
  readonly components?: readonly string[] | undefined;
}

/** The part of an agent that recall reads. */
export interface RecalledAgent {
  readonly components: readonly Component[];
  readonly references: readonly Reference[];
  readonly recall: RecallConfig;
}

export function spacesOf(
  { components, references }: Pick<RecalledAgent, 'components' | 'references'>,
  scope: Owner,
): Space[] {
  const owner = ownerOf(scope);
  const unrecalled = components.filter(({ isRecalled }) => isRecalled === false).map(({ name }) => name);
  const shared = components.filter(({ sharedAs }) => sharedAs !== undefined);
  const others = references.filter(({ agentId }) => agentId !== owner.agentId);
  const bySharedAgent = Map.groupBy(shared, (component) => targetOwnerOf(component, owner).agentId);
  return [
    { owner, except: unrecalled },
    ...[...bySharedAgent].map(([agentId, made]) => ({
      owner: { ...owner, agentId },
      components: made.map(({ name }) => name),
    })),
    ...[...Map.groupBy(others, ({ agentId }) => agentId)].map(([agentId, given]) => ({
      owner: { ...owner, agentId },
      except: [PERSONALITY],
      isReadOnly: true,
      ...componentsReadBy(given),
    })),
  ];
}

function componentsReadBy(given: readonly Reference[]): Pick<Space, 'components'> {
  const named = given.flatMap(({ components }) => (components === undefined ? [] : [components]));
  return named.length < given.length ? {} : { components: [...new Set(named.flat())] };
}
