import { durable } from '../components/durable/durable.ts';
import { environmental } from '../components/environmental/environmental.ts';
import { episodic } from '../components/episodic/episodic.ts';
import { personality } from '../components/personality/personality.ts';
import type { ProceduresConfigInput } from '../components/procedures/procedures.ts';
import { procedures } from '../components/procedures/procedures.ts';
import { reinforcement } from '../components/reinforcement/reinforcement.ts';
import { task } from '../components/task/task.ts';
import { tool } from '../components/tool/tool.ts';
import type { Component } from '../contracts/component.ts';

export interface AgentCharacter {
  readonly identity?: string | undefined;
  readonly playbooks?: ProceduresConfigInput['playbooks'] | undefined;
}

/**
 * All components with their defaults; `personality` only for an agent with an identity.
 * @example const agent = defineAgent({ components: defaultComponents().filter(({ name }) => name !== 'tool') });
 */
export const defaultComponents = ({ identity, playbooks }: AgentCharacter = {}): Component[] => [
  episodic(),
  durable(),
  task(),
  environmental(),
  tool(),
  reinforcement(),
  procedures(playbooks === undefined ? {} : { playbooks }),
  ...(identity === undefined ? [] : [personality({ identity })]),
];
