import { beforeEach, describe, expect, it } from 'vitest';
import type { TurnOptions } from '../../src/index.ts';
import { freshSouvenir, STORES } from '../support/fresh-souvenir.ts';
import { DAY } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

describe.each(STORES)('a repeated statement in a prompt, on the %s store', (_, makeStore) => {
  const fresh = freshSouvenir(makeStore);
  beforeEach(() => fresh.open({ embedder: sharedEmbedder, reader: sharedReader }));
  const tell = async (content: string, speaker?: string) => {
    const ana = fresh.souvenir.for({ sessionId: `of ${content}` });
    await ana.record({ content, ...(speaker !== undefined && { speaker }) });
    await ana.sessions.end();
    fresh.clock.advance(DAY);
  };
  const ask = (message: string, options: TurnOptions = {}) =>
    fresh.souvenir.for({ sessionId: 'later' }).turn(message, { retrieve: true, ...options });
  const timesIn = (text: string, what: RegExp): number =>
    text.split('Message:')[0]?.match(new RegExp(what, 'gi'))?.length ?? 0;

  it.each([
    ['profile', 'I am allergic to walnuts.', /walnuts/, 'Which walnuts cake shall I bake?'],
    ['directives', 'I prefer short answers.', /short answers/, 'How do you write short answers?'],
    ['directives', 'Answer in French from now on.', /French/, 'Shall I answer in French?'],
    ['profile', "I don't eat pork.", /pork/, 'Shall we have pork tonight?'],
    ['profile', "I am vegan and I don't drink alcohol.", /alcohol/, 'Shall I bring vegan alcohol?'],
    ['profile', 'My name is Ana Duarte.', /Duarte/, 'What is Duarte?'],
  ])('appears once, in the %s: %s', async (section, reported, what, message) => {
    await tell(reported);
    const turn = await ask(message);
    expect(timesIn(turn.text, what)).toBe(1);
    expect(turn.audit.order).toEqual([section, 'message']);
    expect(turn.memories).toEqual([]);
    expect(turn.cut.memories.length).toBeGreaterThan(0);
  });

  it('appears once for a named user', async () => {
    await tell('My name is Ana.', 'Ana');
    await tell('I am allergic to walnuts.', 'Ana');
    const { text, audit } = await ask('Which walnuts cake shall I bake?');
    expect(timesIn(text, /walnuts/)).toBe(1);
    expect(audit.order).toEqual(['profile', 'message']);
  });

  it('also appears in the memories if they say more', async () => {
    await tell('I am allergic to walnuts. My grandmother in Porto found out.');
    const { text } = await ask('Which walnuts cake shall I bake?');
    expect(text).toMatch(/health: I am allergic to walnuts\./);
    expect(text).toMatch(/<souvenir-memories>[^<]*Porto/);
  });

  it('appears in the memories if the profile has no room', async () => {
    await tell('I am allergic to walnuts.');
    const { text, audit } = await ask('Which walnuts cake shall I bake?', { budgets: { profile: 0 } });
    expect(timesIn(text, /walnuts/)).toBe(1);
    expect(audit.order).not.toContain('profile');
  });

  it('counts as used in the profile', async () => {
    await tell('I am allergic to walnuts.');
    await ask('Which walnuts cake shall I bake?');
    await fresh.souvenir.settled();
    const { memories } = await fresh.souvenir.for().memories.list();
    expect(memories.some(({ accessCount }) => accessCount > 0)).toBe(true);
  });

  it('keeps a profile name if a fact of the user is superseded', async () => {
    await tell('My favourite editor is Vim.', 'Pip');
    await tell('My favourite editor is Zed now.', 'Pip');
    const { text } = await ask('Which is my favourite editor?');
    expect(text).toMatch(/name: Pip$/m);
  });

  it('appears above the one it replaced, with dates', async () => {
    await tell('My favourite editor is Vim.');
    await tell('My favourite editor is Zed now.');
    const { text } = await ask('Which is my favourite editor?');
    expect(text).toContain('preferences: My favourite editor is Zed now. (since 2026-03-02)');
    const memories = text.slice(text.indexOf('<souvenir-memories>'));
    if (memories.includes('Vim')) expect(memories.indexOf('Zed')).toBeLessThan(memories.indexOf('Vim'));
  });
});
