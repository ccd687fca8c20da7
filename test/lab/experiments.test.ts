import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeLab, scan } from './support.ts';

const opened = async (page: Page) => {
  await page.getByLabel('durable').waitFor();
  return page;
};
const result = (page: Page) => page.getByRole('region', { name: 'Result' });

/** All conversations are remembered again, which takes a busy machine a while. */
const RUN = { timeout: 100_000 };

describeLab('experiments in the Lab', (lab) => {
  test('a second configuration is run by keyboard and compared side by side', async () => {
    const page = await opened(await lab.page({ at: 'experiments' }));
    await page.getByText('No experiment yet').waitFor();
    const { config } = await lab.memory.settings.get();
    await expect.poll(() => page.getByLabel('Maximum items').getAttribute('placeholder')).toBe(String(config.topK));
    await page.getByLabel('durable').press('Space');
    await page.getByLabel('Queries').fill('Where does Ana live?\n\nWhere does Ana live?\n');
    await page.getByRole('button', { name: 'Run' }).press('Enter');
    await result(page).getByRole('heading', { name: 'without durable' }).waitFor(RUN);
    await result(page).getByText('1 of 1 queries are answered differently.').waitFor();
    const [now, there] = await result(page).locator('article .sides > div').allTextContents();
    expect(now).toMatch(/^Now.*Ana lives in Porto\.by hand/);
    expect(there).toMatch(/^In the experiment/);
    expect(there).not.toContain('Ana lives in Porto.');
    const counts = await result(page).locator('.groups h3 .soft').allTextContents();
    expect(Number(counts[1])).toBeGreaterThan(Number(counts[0]));
    const cells = page.locator('.runs tbody td');
    await expect
      .poll(async () => (await cells.allTextContents()).slice(0, 4))
      .toEqual(['1 of 1', ...counts.slice(0, 3)]);
    const [gained, removed, changed] = counts;
    await result(page).getByText(`${gained} gained, ${removed} lost, ${changed} changed`).waitFor();
    const lost = result(page).locator('section', { hasText: /^Lost/ });
    expect(await lost.getByText('Ana lives in Porto.').count()).toBe(0);
    const byHand = result(page).locator('section', { hasText: /^By hand/ });
    await byHand.getByText('Ana lives in Porto.').waitFor();
    const top = () => result(page).evaluate((section) => Math.abs(section.getBoundingClientRect().top));
    await expect.poll(top).toBeLessThan(400);
    expect(await lost.getByRole('link', { name: 'Open' }).first().getAttribute('href')).toMatch(/^#\/memories\/\w+$/);
    await page.locator(':focus', { hasText: /^Run$/ }).waitFor();
    await scan(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 800 });
    await scan(page);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  test('results stay next to each other, also after a change of view, and are hidden from other users', async () => {
    await lab.memory.settings.set({ tests: [{ query: 'Where does Ana live?', expected: [] }] });
    const page = await opened(await lab.page({ at: 'experiments' }));
    await page.getByText('uses the pinned queries (1)').waitFor();
    await page.getByLabel('Maximum items').fill('1');
    await page.getByRole('button', { name: 'Run' }).click();
    await result(page).getByRole('heading', { name: 'maximum items 1' }).waitFor(RUN);
    await page.getByRole('button', { name: 'Current configuration' }).click();
    await page.getByRole('button', { name: 'Run' }).click();
    await result(page).getByRole('heading', { name: 'as configured' }).waitFor(RUN);
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('link', { name: 'Experiments' }).click();
    await page.getByRole('button', { name: 'maximum items 1' }).press('Enter');
    await result(page).getByRole('heading', { name: 'maximum items 1' }).waitFor();
    await expect.poll(() => page.locator('.runs tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: 'Memory of' }).click();
    await page.getByRole('dialog').getByLabel('User').fill('ben');
    await page.keyboard.press('Enter');
    await page.getByText('No experiment yet').waitFor();
  });

  test('a run is cancelled where it was started, and its form stays', async () => {
    const page = await opened(await lab.page({ at: 'experiments' }));
    // It must not end by itself first.
    await page.route('**/v1/experiment*', () => {});
    await page.getByLabel('Threshold').fill('0.4');
    const run = page.getByRole('button', { name: 'Run' });
    await run.press('Enter');
    await page.getByRole('region', { name: 'Running' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByText('Cancelled. Nothing was changed.').waitFor();
    expect(await page.getByLabel('Threshold').inputValue()).toBe('0.4');
    expect(await result(page).count()).toBe(0);
  });

  test('refusals of the server are shown, and invalid fields are not sent', async () => {
    const page = await opened(await lab.page({ at: 'experiments', expects: /400/ }));
    await page.getByLabel('Threshold').fill('7');
    await page.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => page.locator('input:invalid').count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Running' }).count()).toBe(0);
    await page.getByLabel('Threshold').fill('');
    await page.getByLabel('Queries').fill(Array.from({ length: 201 }, (_, at) => `query ${at}`).join('\n'));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').getByText('queries').waitFor();
  });
});
