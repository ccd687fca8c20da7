import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedEmbedder } from '../support/shared-embedder.ts';
import { describeLab, scan } from './support.ts';

const figure = (page: Page, name: string) =>
  page.locator('dl.figures > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });

describeLab('the health view of the Lab', (lab) => {
  test('the health view shows figures first, and updates them while it is open', async () => {
    const page = await lab.page({ at: 'health' });
    await page.getByText('Nothing needs attention.').waitFor();
    const { episodes } = await lab.served.souvenir.stats({ userId: 'ana' });
    await figure(page, 'Turns').getByText(String(episodes), { exact: true }).waitFor();
    await figure(page, 'Store')
      .getByText(/^[\d.]+ [KM]B$/)
      .waitFor();
    await page.getByText(sharedEmbedder.id).waitFor();
    const { recall } = (await lab.served.souvenir.stats()).activity ?? {};
    const asked = (recall?.answered ?? 0) + (recall?.silent ?? 0);
    for (let count = 0; count < 3; count++) await lab.memory.recall('Where does Ana live?');
    await figure(page, 'Answered')
      .getByText(`of ${asked + 3} queries`)
      .waitFor();
    await page.locator('.plot', { hasText: 'Tokens retrieved' }).locator('.lines strong', { hasText: /\d/ }).waitFor();
    await scan(page);
  });

  test('a plot is also available as a table, by keyboard', async () => {
    const page = await lab.page({ at: 'health', viewport: { width: 390, height: 800 } });
    const plot = page.locator('.plot', { hasText: 'Queue' });
    await plot.locator('summary').focus();
    await page.keyboard.press('Enter');
    const texts = (of: string) => expect.poll(() => plot.locator(of).allTextContents());
    await texts('thead th').toEqual(['At', 'Due', 'Without a vector', 'Set aside']);
    await texts('tbody tr:first-child td').toEqual(['–', '0', '0']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  test('a paused health view sends no requests', async () => {
    const page = await lab.page({ at: 'health' });
    await page.clock.install();
    await page.reload();
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await page.getByText('Paused.').waitFor();
    let count = 0;
    page.on('request', () => count++);
    await page.clock.runFor(10_000);
    expect(count).toBe(0);
    await page.getByRole('button', { name: 'Resume' }).press('Enter');
    await expect.poll(() => count).toBeGreaterThan(0);
  });

  test('the health view names problems in words, with their reason', async () => {
    const page = await lab.page();
    await page.route('**/v1/stats?*', async (route) => {
      const answer = await (await route.fetch()).json();
      const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
      const reason = 'the model said <img src=x onerror=alert(1)>';
      const setAside = [{ ...owner, component: 'durable', sessionId: 'monday', attempts: 3, reason }];
      await route.fulfill({ json: { ...answer, setAside, unembedded: 20 } });
    });
    await page.goto(`${lab.url}#/health`);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('the model said <img src=x onerror=alert(1)>').waitFor();
    await attention.getByText(/^20 of \d+ memories have no vector yet/).waitFor();
    expect(await page.getByText('Nothing needs attention.').count()).toBe(0);
    await attention.getByRole('button', { name: 'Try again' }).press('Enter');
    await attention.getByRole('button', { name: 'Try again' }).waitFor();
    await scan(page);
  });

  test('the health view also works without a user', async () => {
    const page = await lab.page({ url: lab.url.replace('ana', 'nobody'), at: 'health' });
    await figure(page, 'Memories').getByText('0', { exact: true }).waitFor();
    await page.getByText('Nothing needs attention.').waitFor();
  });
});
