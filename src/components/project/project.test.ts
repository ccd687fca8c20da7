import { describe, expect, it } from 'vitest';
import { openComponent } from '../../../test/support/open-component.ts';
import { createSouvenir, defineAgent, type EpisodeInput, memoryStore } from '../../index.ts';
import { defaultComponents } from '../../souvenir/default-components.ts';
import { exchangeOf, project } from './project.ts';

const assistant = (content: string): EpisodeInput => ({ role: 'assistant', content });
const toolResult = (content: string): EpisodeInput => ({ role: 'tool', type: 'toolResult', content });

describe('the component project', () => {
  it('stores what a person said, a short reply with its question, and nothing that an assistant or a tool said alone', async () => {
    const { reported, all } = await openComponent(project());
    await reported(
      's1',
      'Tests need Redis on port 6380.',
      toolResult('$ npm test -> exit 1: 3 failed'),
      assistant('Three tests fail. Shall I mock the queue?'),
      'No, start Redis.',
    );
    expect((await all()).map(({ content }) => content)).toEqual([
      'Tests need Redis on port 6380.',
      'No, start Redis. (assistant: Shall I mock the queue?)',
    ]);
  });

  it('rates a decision above a request, and a reply above the same words unasked', async () => {
    const { reported, all } = await openComponent(project());
    await reported(
      's1',
      'Good morning!',
      'Fix the failing test, please.',
      'We decided to use Postgres for all queues.',
    );
    await reported(
      's2',
      'Good morning!',
      'Postgres for all queues',
      assistant('Redis or Postgres?'),
      'Postgres for all queues',
    );
    const importance = Object.fromEntries((await all()).map((each) => [each.content, each.importance]));
    const of = (text: string) => importance[text] ?? 0;
    expect(of('We decided to use Postgres for all queues.')).toBeGreaterThan(of('Fix the failing test, please.'));
    expect(of('Postgres for all queues (assistant: Redis or Postgres?)')).toBeGreaterThan(
      of('Postgres for all queues'),
    );
  });

  it('keeps the terms of the whole exchange, up to the next words of the user', async () => {
    const { reported, all } = await openComponent(project());
    await reported(
      's1',
      assistant('Which file is it?'),
      'The queue.',
      toolResult('edited src/queue.ts: +2 -1'),
      'Now the docs.',
      toolResult('edited docs/guide.md: +9 -0'),
    );
    const [first, second] = (await all()).map((memory) => exchangeOf(memory).terms);
    expect(first).toContain('src/queue.ts');
    expect(first).not.toContain('docs/guide.md');
    expect(second).toContain('docs/guide.md');
  });

  it('shortens a long turn to whole sentences', async () => {
    const { reported, all } = await openComponent(project());
    const chatter = 'That was a long day for everybody at the office and I am quite tired by now. ';
    await reported('s1', `${chatter.repeat(4)}We decided to use Postgres for all queues. ${chatter.repeat(2)}`);
    const [memory] = await all();
    expect(memory?.content.length).toBeLessThanOrEqual(320);
    expect(memory?.content).toContain('We decided to use Postgres for all queues.');
  });

  it('is left out of recall and of the profile, which have the turns themselves', async () => {
    const agents = defineAgent({ components: [...defaultComponents(), project()] });
    const souvenir = await createSouvenir({ store: memoryStore(), agents });
    const memory = souvenir.for({ sessionId: 's1' });
    await memory.record({ content: 'Please answer me in French from now on. It is easier to read for my team.' });
    await memory.sessions.end();
    const { items } = await memory.recall('Which language do I want answers in?', { threshold: 0 });
    expect(
      items.flatMap(({ component, alsoIn = [] }) => [component, ...alsoIn.map((also) => also.component)]),
    ).not.toContain('project');
    expect((await memory.profile.get()).directives).toHaveLength(1);
    expect((await memory.memories.list({ components: ['project'] })).memories).toHaveLength(1);
    await souvenir.close();
  });
});
