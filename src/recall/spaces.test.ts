import { describe, expect, it } from 'vitest';
import { durable } from '../components/durable/durable.ts';
import { episodic } from '../components/episodic/episodic.ts';
import { personality } from '../components/personality/personality.ts';
import { reinforcement } from '../components/reinforcement/reinforcement.ts';
import { shared } from '../components/shared.ts';
import { type AgentInput, defineAgent } from '../souvenir/agent.ts';
import type { Space } from './plan.ts';
import { spacesOf } from './spaces.ts';

const OWNER = { tenantId: 't', userId: 'u', agentId: 'a' };
const own = { owner: OWNER, except: [] };
const of = (agentId: string) => ({ ...OWNER, agentId });
const reference = (agentId: string) => ({ owner: of(agentId), except: ['personality'], isReadOnly: true });

describe("the spaces of an agent's query", () => {
  it.each<[string, AgentInput, Space[]]>([
    ['itself', { components: [episodic()] }, [own]],
    [
      'itself, but for what is not recalled',
      { components: [episodic(), personality({ identity: 'You are Nova.' })] },
      [{ owner: OWNER, except: ['personality'] }],
    ],
    [
      'each memory it shares, once',
      {
        components: [episodic(), shared(durable(), 'team'), shared(reinforcement(), 'team')],
      },
      [own, { owner: of('shared:team'), components: ['durable', 'reinforcement'] }],
    ],
    [
      'several that it shares',
      { components: [shared(durable(), 'one'), shared(reinforcement(), 'two')] },
      [
        own,
        { owner: of('shared:one'), components: ['durable'] },
        { owner: of('shared:two'), components: ['reinforcement'] },
      ],
    ],
    [
      'those it refers to, to read, and never who they are',
      { components: [], references: [{ agentId: 'b' }, { agentId: 'c', components: ['durable'] }] },
      [own, reference('b'), { ...reference('c'), components: ['durable'] }],
    ],
    ['not itself twice', { components: [], references: [{ agentId: 'a' }] }, [own]],
    [
      'one that it names twice, once',
      {
        components: [],
        references: [
          { agentId: 'b', components: ['durable', 'tool'] },
          { agentId: 'b', components: ['tool'] },
          { agentId: 'c' },
          { agentId: 'c', components: ['tool'] },
        ],
      },
      [own, { ...reference('b'), components: ['durable', 'tool'] }, reference('c')],
    ],
  ])('%s', (_, input, expected) => {
    expect(spacesOf(defineAgent({ id: 'a', ...input }), { ...OWNER })).toEqual(expected);
  });

  it('belong to the tenant and user of the caller', () => {
    const agent = defineAgent({ components: [shared(durable(), 'x')], references: [{ agentId: 'b' }] });
    const users = spacesOf(agent, { ...OWNER, userId: 'eve' }).map(({ owner }) => `${owner.tenantId} ${owner.userId}`);
    expect(users).toEqual(['t eve', 't eve', 't eve']);
  });
});
