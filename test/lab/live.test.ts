import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { serve } from '../../src/server/serve.ts';
import { describeLab, scan } from './support.ts';

const listening = (page: Page) => page.getByText('● Listening').waitFor();
const rows = (page: Page) => page.getByRole('list', { name: 'Events, newest first' }).locator('> li');

describeLab('the live view of the Lab', (lab) => {
  test('the live view lists events, newest first, with their memories, by kind', async () => {
    const page = await lab.page({ at: 'live' });
    await page.getByText('No events yet').waitFor();
    await listening(page);
    const { memory } = await lab.memory.memories.add('The <b>lamp</b> is by the door.');
    await rows(page).filter({ hasText: 'The <b>lamp</b> is by the door.' }).waitFor();
    const { items } = await lab.memory.recall('lamp');
    await rows(page)
      .filter({ hasText: `“lamp”: ${items.length} found` })
      .waitFor();
    await rows(page).first().filter({ hasText: 'recalled' }).waitFor();
    await scan(page);
    await page.getByRole('button', { name: 'memory created 1' }).press('Enter');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'memory', exact: true }).click();
    await expect.poll(() => page.url()).toContain(`#/memories/${memory.id}`);
    await page.goBack();
    await page.getByRole('button', { name: 'Clear the list' }).click();
    await page.getByText('No events yet').waitFor();
  });

  test('the live view has all events since the page was opened', async () => {
    const page = await lab.page({ at: 'health' });
    // The stream of the first visit must not be taken for that of the second.
    const url = page.url();
    await page.goto('about:blank');
    await Promise.all([page.waitForResponse(/events/), page.goto(url)]);
    await lab.memory.memories.add('The ladder is in the shed.');
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await rows(page).filter({ hasText: 'The ladder is in the shed.' }).waitFor();
  });

  test('the live view listens while another view is open, and stands still while it is paused', async () => {
    const page = await lab.page({ at: 'live' });
    await listening(page);
    await page.getByRole('link', { name: 'Context', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await lab.memory.memories.add('The clock is above the stove.');
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await rows(page).filter({ hasText: 'The clock is above the stove.' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const before = await rows(page).count();
    await lab.memory.memories.add('The key is under the pot.');
    await page.getByRole('button', { name: /Resume \(\d+ new\)/ }).waitFor();
    expect(await rows(page).count()).toBe(before);
    await page.getByRole('button', { name: /Resume/ }).click();
    await rows(page).filter({ hasText: 'The key is under the pot.' }).waitFor();
  });

  test('the live view renders the first of many events, and more after a click', async () => {
    const page = await lab.page({ at: 'live', viewport: { width: 390, height: 800 } });
    await listening(page);
    await lab.memory.recordAll(Array.from({ length: 300 }, (_, at) => ({ content: `I saw bird number ${at}.` })));
    await rows(page).filter({ hasText: 'bird number 299' }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(50);
    // A click could miss it: the list grows above it.
    await page.getByRole('button', { name: /^Show 50 more of / }).press('Enter');
    await expect.poll(() => rows(page).count()).toBe(100);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('an erasure is shown by numbers and removes erased data from the page', async () => {
    const { memory } = await lab.memory.memories.add('The spare key hangs behind the mirror.');
    const { memory: other } = await lab.memory.memories.add('The hall has a lamp.');
    const page = await lab.page({ at: 'chat' });
    await page.getByRole('textbox', { name: 'Your message' }).fill('Where does the spare key hang?');
    await page.keyboard.press('Enter');
    await page.getByText('behind the mirror').first().waitFor();
    await page.getByRole('textbox', { name: 'Your message' }).fill('And the other key, behind the mirror too?');
    await page.goto(`${lab.url}#/memories/${other.id}`);
    await page.getByRole('button', { name: 'Correct …' }).click();
    await page.getByRole('textbox', { name: 'The correct content' }).fill('The key is behind the mirror.');
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await listening(page);
    await lab.memory.recall('Where is the mirror?');
    await rows(page).filter({ hasText: 'Where is the mirror?' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await lab.served.souvenir.erase({ userId: 'ana', memoryIds: [memory.id] });
    await rows(page).filter({ hasText: 'memories 1' }).waitFor();
    expect(await rows(page).filter({ hasText: 'mirror' }).count()).toBe(0);
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('mirror');
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByText('No messages yet').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe('');
    await page.goto(`${lab.url}#/memories/${other.id}`);
    await page.getByRole('button', { name: 'Correct …', expanded: false }).waitFor();
  });

  test('the live view reports a broken stream, and the missed period after it reconnects', async () => {
    const first = await serve(lab.served, { port: 0, stopMs: 100 });
    const page = await lab.page({ url: `${first.url}/lab/?userId=ana`, at: 'live', expects: /ERR_|503/ });
    await listening(page);
    await first.close();
    await page.getByText('The stream was interrupted at').waitFor();
    const second = await serve(lab.served, { port: Number(new URL(first.url).port), stopMs: 100 });
    try {
      await listening(page);
      await page.getByText('The stream was interrupted from').waitFor();
      await lab.memory.memories.add('The lamp is green.');
      await rows(page).filter({ hasText: 'The lamp is green.' }).waitFor();
    } finally {
      await second.close();
    }
  });
});
