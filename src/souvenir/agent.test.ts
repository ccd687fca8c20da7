import { describe, expect, it } from 'vitest';
import { episodic } from '../components/episodic/episodic.ts';
import { type AgentInput, defineAgent } from './agent.ts';

describe('defineAgent', () => {
  it('has every component by default, and a personality only with an identity', () => {
    const named = (input: AgentInput) => defineAgent(input).components.map(({ name }) => name);
    const all = ['episodic', 'durable', 'task', 'environmental', 'tool', 'reinforcement', 'procedures'];
    expect(named({})).toEqual(all);
    expect(named({ identity: 'You are Nova.' })).toEqual([...all, 'personality']);
    expect(named({ components: [episodic()], identity: 'You are Nova.' })).toEqual(['episodic']);
  });

  it('trims the identity', () => {
    expect(defineAgent({ identity: 'You are Nova.\n' }).identity).toBe('You are Nova.');
  });

  it('shares nothing by default', () => {
    expect(defineAgent()).toMatchObject({ id: 'default', parent: undefined, references: [] });
    expect(defineAgent().components.filter(({ sharedAs }) => sharedAs !== undefined)).toEqual([]);
  });

  it('keeps its parent and references, frozen', () => {
    const references = [{ agentId: 'scout', components: ['durable'] }];
    const agent = defineAgent({ parent: 'boss', references });
    expect(agent).toMatchObject({ parent: 'boss', references });
    expect(Object.isFrozen(agent.references)).toBe(true);
  });

  it.each<[object, string]>([
    [{ id: 'shared:team' }, 'agent.id: must not begin with shared:'],
    [{ parent: ' ' }, 'agent.parent'],
    [{ references: [{ agentId: '' }] }, 'agent.references.0.agentId'],
    [{ references: [{ agentId: 'a', components: [''] }] }, 'agent.references.0.components.0'],
    [{ references: [{ agentId: 'a', write: true }] }, 'agent.references.0'],
    [{ components: [episodic(), episodic()] }, 'agent.components: two components are named "episodic"'],
    [{ components: [{ name: 'x' }] }, 'agent.components.0: is not a component'],
  ])('refuses %j', (input, message) => {
    expect(() => defineAgent(input as AgentInput)).toThrow(
      expect.objectContaining({ code: 'invalidInput', message: expect.stringContaining(message) }),
    );
  });
});
