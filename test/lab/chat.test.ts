import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import { Keys } from '../../src/server/keys.ts';
import { serve } from '../../src/server/serve.ts';
import { describeLab, scan } from './support.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Your message' });
const say = async (page: Page, message: string) => {
  await field(page).fill(message);
  await page.keyboard.press('Enter');
};

/** The Lab over a memory whose language model answers so. */
async function answering(reply: string) {
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, embedder: null, llm: async () => reply });
  const serving = await serve({ souvenir, store }, { port: 0, stopMs: 100 });
  return {
    ...{ ana: souvenir.for({ userId: 'ana' }), url: `${serving.url}/lab/?userId=ana` },
    async close() {
      await serving.close();
      await souvenir.close();
    },
  };
}

describeLab('the chat of the Lab', (lab) => {
  test('without a language model the chat shows the prompt and records nothing', async () => {
    const before = (await lab.memory.sessions.list()).length;
    const page = await lab.page({ at: 'chat' });
    await page.getByText('No messages yet').waitFor();
    await say(page, 'What do my rabbits eat?');
    await page.getByText('no language model').waitFor();
    await page.getByText('I adopted two rabbits from the shelter').first().waitFor();
    const reported = page.locator('.theirs details').first().getByRole('listitem');
    await page.getByText(`${await reported.count()} memories recalled`).waitFor();
    const [rabbits] = (await lab.memory.memories.list({ containing: 'I adopted two rabbits' })).memories;
    const link = reported.filter({ hasText: 'I adopted two rabbits' }).getByRole('link', { name: 'open' });
    await expect.poll(() => link.getAttribute('href')).toBe(`#/memories/${rabbits?.id}`);
    await page.locator('.mine').getByText('You said: What do my rabbits eat?').waitFor();
    await page.getByText(/^The prompt, [1-9]\d+ tokens$/).click();
    await page.getByText('You are Nova, a calm assistant who remembers.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
    await scan(page);
    expect(await lab.memory.sessions.list()).toHaveLength(before);
    await page.reload();
    await page.getByText('I adopted two rabbits from the shelter').first().waitFor();
  });

  test('a language model answers, and both messages are recorded and consolidated', async () => {
    const served = await answering('<script>alert(1)</script> Noted: no nuts. تمام');
    try {
      const page = await lab.page({ url: served.url, at: 'chat', viewport: { width: 390, height: 800 } });
      await say(page, 'I am allergic to nuts.');
      await page.getByText('<script>alert(1)</script> Noted: no nuts.').waitFor();
      expect(await page.locator('.theirs details[open]').count()).toBe(0);
      await page.getByRole('button', { name: 'Consolidate now' }).click();
      await page.getByText(/^New memories: [1-9]/).waitFor();
      await scan(page);
      const { memories } = await served.ana.memories.list();
      expect(memories.map(({ content }) => content).join()).toContain('allergic to nuts');
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.getByRole('button', { name: 'Start another conversation' }).click();
      await page.getByText('No messages yet').waitFor();
    } finally {
      await served.close();
    }
  });

  test('two keys or users in one tab see neither chats nor drafts of each other', async () => {
    const keys = new Keys(lab.served.store);
    const [one, other] = [await keys.create({ name: 'one' }), await keys.create({ name: 'other' })];
    const serving = await serve(lab.served, { port: 0, requireKey: true, stopMs: 100 });
    try {
      const page = await lab.page({ url: `${serving.url}/lab/?userId=ana`, at: 'chat', expects: /401/ });
      const enter = async (key: string) => {
        await page.getByLabel('API key').fill(key);
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await enter(one.key);
      await say(page, 'What do my rabbits eat?');
      await page.getByText(/^The prompt, /).waitFor();
      await field(page).fill('A word not said yet.');
      await keys.revoke(one.id);
      await page.getByRole('link', { name: 'Memories', exact: true }).click();
      await enter(other.key);
      await page.getByRole('link', { name: 'Chat', exact: true }).click();
      await page.getByText('No messages yet').waitFor();
      await expect.poll(() => field(page).inputValue()).toBe('');
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(one.key);
      await field(page).fill('For Ana alone.');
      await page.getByRole('button', { name: 'Memory of' }).click();
      await page.getByRole('dialog').getByLabel('User').fill('ben');
      await page.keyboard.press('Enter');
      await expect.poll(() => field(page).inputValue()).toBe('');
      // A page that still listens would find its server gone.
      await page.close();
    } finally {
      await serving.close();
    }
  });

  test('a failed message stays and is sent again, and the current draft stays too', async () => {
    const first = await serve(lab.served, { port: 0, stopMs: 100 });
    const page = await lab.page({ url: `${first.url}/lab/?userId=ana`, at: 'chat', expects: /ERR_|503/ });
    await field(page).waitFor();
    await first.close();
    await say(page, 'What do my rabbits eat?');
    const again = page.getByRole('button', { name: 'Send it again' });
    await again.waitFor();
    await field(page).fill('And where do they sleep?');
    const second = await serve(lab.served, { port: Number(new URL(first.url).port), stopMs: 100 });
    try {
      await page.reload();
      await expect.poll(() => field(page).inputValue()).toBe('And where do they sleep?');
      await again.click();
      await page.getByText('I adopted two rabbits from the shelter').first().waitFor();
      await again.waitFor({ state: 'detached' });
    } finally {
      await second.close();
    }
  });
});
