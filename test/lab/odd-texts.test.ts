import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { plantMemories } from './planted-memories.ts';
import { describeLab, scan } from './support.ts';

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
const TEXTS = [
  `${MARKUP} zeppelin`,
  'אנה גרה בפורטו zeppelin ‮',
  '👩‍👩‍👧 🇵🇹 zeppelin',
  `${'a'.repeat(100_000)} zeppelin`,
  '',
];
const NAMES = [MARKUP, 'מרים ‮', '👩‍👩‍👧', 'n'.repeat(5000)];
const PHONE = { width: 390, height: 800 };

const isWhole = async (page: Page, title: string) => {
  await expect.poll(() => page.title()).toBe(`${title} · Souvenir Lab`);
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await scan(page);
};

describeLab('text of any kind, or none, is shown as text', (lab) => {
  const url = () => lab.url.replace('ana', 'odd');
  const at = (view: string) => lab.page({ url: url(), at: view, viewport: PHONE });
  let isPlanted: Promise<readonly string[]> | undefined;
  const plant = () => {
    const entities = NAMES.map((name, index) => ({ id: `01M3ZHJSVBMWSBK3ARTN43V9Z${index}`, name, type: 'person' }));
    isPlanted ??= plantMemories(lab.served, TEXTS, { userId: 'odd', entities }).then((all) => all.map(({ id }) => id));
    return isPlanted;
  };

  test('in recall', async () => {
    await plant();
    const page = await at('recall?q=zeppelin');
    await page.getByRole('heading', { name: /recalled$/ }).waitFor();
    await page.getByRole('heading', { name: 'Left out' }).click();
    for (const text of TEXTS.slice(0, 3)) await page.getByText(text.trim()).first().waitFor();
    await page.getByRole('button', { name: 'Show all 100,009 characters' }).first().waitFor();
    await isWhole(page, 'Recall');
  });

  test('in the table and the detail', async () => {
    const ids = await plant();
    const page = await at('memories');
    const table = page.getByRole('table', { name: 'Memories' });
    for (const name of [MARKUP, 'בפורטו', '👩‍👩‍👧', 'aaaa', 'no text'])
      await table.getByRole('link', { name }).waitFor();
    await isWhole(page, 'Memories');
    for (const [index, id] of ids.entries()) {
      await page.goto(`${url()}#/memories/${id}`);
      const reported = TEXTS[index]?.slice(0, 500) || 'no text';
      await expect.poll(() => page.locator('article .text').textContent()).toContain(reported);
    }
    await isWhole(page, 'Memories');
  });

  test('in the timeline', async () => {
    await plant();
    const page = await at('timeline');
    await page.getByRole('slider', { name: 'Compare from' }).press('Home');
    await page.getByRole('slider', { name: 'Compare to' }).press('End');
    const changes = page.getByRole('region', { name: 'What changed' });
    for (const text of [MARKUP, 'בפורטו', '👩‍👩‍👧', 'no text']) await changes.getByText(text).first().waitFor();
    await isWhole(page, 'Timeline');
  });

  test('in the graph, where also names are odd', async () => {
    await plant();
    const page = await at('graph');
    const nodes = page.getByRole('group', { name: 'Drawing of entities and relationships' }).getByRole('button');
    await expect.poll(() => nodes.count()).toBe(NAMES.length);
    await isWhole(page, 'Graph');
    await page.getByRole('region', { name: 'Entities', exact: true }).getByRole('link', { name: MARKUP }).click();
    await page.getByRole('link', { name: 'Open memory: 👩‍👩‍👧' }).waitFor();
    await isWhole(page, 'Graph');
  });
});
