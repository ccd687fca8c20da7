import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeLab, scan } from './support.ts';
import { type Faults, watchedPage } from './watched-page.ts';

const VIEWS = [
  'recall',
  'memories',
  'timeline',
  'programs',
  'graph',
  'context',
  'chat',
  'live',
  'experiments',
  'health',
];

const shown = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const focused = (page: Page) => expect.poll(() => page.evaluate<string>('document.activeElement.textContent.trim()'));
const focusedTag = (page: Page) => expect.poll(() => page.evaluate('document.activeElement.tagName'));

describeLab('the page of the Lab', (lab) => {
  test('opens at recall, with a title and the name of the user', async () => {
    const page = await lab.page();
    await shown(page, 'Recall');
    await expect.poll(() => page.title()).toBe('Recall · Souvenir Lab');
    await page.getByRole('button', { name: 'Memory of user ana' }).waitFor();
  });

  test('is operated by keyboard alone', async () => {
    const page = await lab.page();
    await shown(page, 'Recall');
    await page.keyboard.press('Tab');
    await focused(page).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.locator('#main:focus').waitFor();
    await page.getByRole('link', { name: 'Recall', exact: true }).focus();
    await page.keyboard.press('Tab');
    await focused(page).toBe('Memories');
    await page.keyboard.press('Enter');
    await shown(page, 'Memories');
    await expect.poll(() => page.locator('[aria-current=page]').allTextContents()).toEqual(['Memories']);
    await page.goBack();
    await shown(page, 'Recall');
  });

  test('a change of view takes the focus to its heading, and on a phone the navigation along', async () => {
    const page = await lab.page({ viewport: { width: 390, height: 800 } });
    await shown(page, 'Recall');
    await page.getByRole('link', { name: 'Health', exact: true }).press('Enter');
    await shown(page, 'Health');
    await focused(page).toBe('Health');
    await focusedTag(page).toBe('H1');
    await page.reload();
    await shown(page, 'Health');
    await focusedTag(page).toBe('BODY');
    const right = () =>
      page.getByRole('link', { name: 'Health', exact: true }).evaluate((link) => link.getBoundingClientRect().right);
    await expect.poll(right).toBeLessThanOrEqual(390);
  });

  test('another user is chosen by keyboard, and the focus returns', async () => {
    const page = await lab.page();
    await page.getByRole('button', { name: 'Memory of' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('User').fill('ben');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page).toBe('Memory of user ben');
    await page.reload();
    await page.getByRole('button', { name: 'Memory of user ben' }).waitFor();
  });

  test('a notice disappears by itself, but one with an undo stays in every view', async () => {
    const { memory } = await lab.memory.memories.add('Ana keeps a canoe in the shed.');
    const page = await lab.page({ at: `memories/${memory.id}` });
    await page.clock.install();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived:').waitFor();
    await page.getByRole('link', { name: 'Health', exact: true }).click();
    await shown(page, 'Health');
    await page.clock.fastForward(60_000);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.clock.runFor(7000);
    await page.getByText('Undone.').waitFor({ state: 'detached' });
  });

  test('an unknown address shows an error with a link back', async () => {
    const page = await lab.page({ at: 'nowhere/%E0%A4%A' });
    await page.getByText('There is nothing here.').waitFor();
    await page.getByRole('link', { name: 'Go to recall' }).click();
    await shown(page, 'Recall');
  });

  test('follows the light or dark theme of the machine', async () => {
    const ink: number[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await lab.page({ colorScheme });
      await shown(page, 'Recall');
      const colour = await page.evaluate<string>('getComputedStyle(document.body).color');
      ink.push(Math.max(...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)));
    }
    expect(ink[1]).toBeGreaterThan(ink[0] as number);
  });

  test('an address without its last slash leads to the same memory', async () => {
    expect((await fetch(lab.url.replace('/lab/', '/lab'))).url).toBe(lab.url);
  });

  test('lets in files of its server and nothing inline', async () => {
    const { headers } = await fetch(lab.url);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
  });

  // The tests of each view look at it wide and light.
  test.each(VIEWS)('%s has no grave fault in the dark and no sideways scrolling on a phone', async (view) => {
    const page = await lab.page({ at: view, colorScheme: 'dark', viewport: { width: 390, height: 800 } });
    await page.locator('h1').waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    await scan(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  test('an error in a page fails the test', async () => {
    const faults: Faults = [];
    const page = await watchedPage((await lab.page()).context(), lab.url, faults, {});
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<i onclick="x()" style="color: red">planted</i>')`,
    );
    await page.evaluate(`queueMicrotask(() => { throw new Error('planted') })`);
    await expect.poll(() => faults.join('\n')).toMatch(/inline event handler/i);
    await expect.poll(() => faults.join('\n')).toMatch(/inline style/i);
    await expect.poll(() => faults.join('\n')).toMatch(/thrown: .*planted/);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<button></button>')`);
    await expect(scan(page)).rejects.toThrow(/button-name/);
    await page.evaluate(`location.assign('http://elsewhere.invalid/')`);
    await expect.poll(() => faults.join('\n')).toMatch(/another host/);
  });
});
