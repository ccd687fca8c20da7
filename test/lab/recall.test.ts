import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { likelyItems, rerank } from '../../lab-ui/src/views/recall/rank.ts';
import { describeLab, scan } from './support.ts';

const at = (query: string) => `recall?${new URLSearchParams({ q: query })}`;
const LIVES = at('Where does Ana live?');
const PERU = at('What is the capital of Peru?');

const firstItem = (page: Page) => page.locator('.items > .item').first();
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const answered = (page: Page, words: string) => page.getByRole('heading', { name: words, exact: true }).waitFor();
/** What reads waits until it is let go. */
async function pausedReading(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/v1/explain*', async (route) => {
    if (route.request().postDataJSON().read) await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}
const isTrue = (page: Page) => page.locator('.answer[aria-busy=false]').waitFor();

describeLab('the recall view of the Lab', (lab) => {
  test('the recall view opens with items and explains them in words', async () => {
    const page = await lab.page();
    await firstItem(page).getByText('Ana lives in Porto.').waitFor();
    expect(await page.getByRole('searchbox', { name: 'Query' }).inputValue()).toBe('Where does Ana live?');
    const why = firstItem(page).locator('.why', { hasText: 'similar meaning' });
    await why.filter({ hasText: '“live”' }).waitFor();
    await scan(page);
  });

  test('figures, source and memory of an item are one step away', async () => {
    const page = await lab.page({ at: LIVES });
    await firstItem(page).getByRole('button', { name: 'Numbers' }).click();
    await firstItem(page)
      .getByRole('row', { name: /^Score/ })
      .waitFor();
    await firstItem(page).getByRole('button', { name: 'Conversation' }).click();
    await firstItem(page)
      .getByText(/^Corrected by hand on .*, replacing/)
      .waitFor();
    await firstItem(page).getByText('Source turn of the memory that it replaced').click();
    await firstItem(page).locator('.source').getByText('I live in Lisbon.').waitFor();
    await firstItem(page).locator('.source .tag', { hasText: 'replaced' }).waitFor();
    await firstItem(page).getByText('Noted. Vim starts fast').waitFor();
    await scan(page);
    await firstItem(page).getByRole('link', { name: 'Open memory' }).click();
    const { items } = await lab.memory.explain('Where does Ana live?');
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/memories/${items[0]?.id}`);
    await page.goBack();
    await firstItem(page).getByRole('link', { name: 'Correct it' }).click();
    const right = page.getByRole('textbox', { name: 'The correct content' });
    await expect.poll(() => right.inputValue()).toBe('Ana lives in Porto.');
  });

  test('a silent recall shows the reason, the nearest memories, and how to see them', async () => {
    const page = await lab.page({ at: PERU });
    await slider(page, 'Threshold').fill('0.95');
    await answered(page, 'Nothing recalled');
    await expect
      .poll(() => page.locator('.verdict').textContent())
      .toMatch(/No memory is relevant enough.*\d+ % confidence.*threshold is 95 %/);
    await page.getByRole('heading', { name: 'The nearest' }).waitFor();
    await firstItem(page).waitFor();
    await scan(page);
    await page.getByRole('button', { name: 'Try a threshold' }).click();
    await page.getByRole('heading', { name: /memor.* recalled$/ }).waitFor();
  });

  test('recall shows items before they are read, then the items that moved', async () => {
    const page = await lab.page({ at: LIVES });
    await answered(page, '3 memories recalled');
    const letGo = await pausedReading(page);
    await page.goto(`${lab.url}#/${at('Ana')}`);
    await answered(page, '10 memories recalled so far');
    await firstItem(page).getByText('Ana lives in Porto.').waitFor();
    await page.getByText('The reader is running').waitFor();
    letGo();
    await page.getByText(/^Reader: \d memories changed places\.$/).waitFor();
    await firstItem(page).getByText('My favourite editor is Helix now').waitFor();
    await firstItem(page).getByText('moved up, was 3').waitFor();
    await page.locator('.item').nth(1).getByText('moved down, was 1').waitFor();
    await scan(page);
  });

  test('reading moves no item under a pointer or a focus without a click', async () => {
    for (const touch of ['focus', 'hover'] as const) {
      const page = await lab.page({ at: LIVES });
      await answered(page, '3 memories recalled');
      const letGo = await pausedReading(page);
      await page.goto(`${lab.url}#/${at('Ana')}`);
      await answered(page, '10 memories recalled so far');
      await firstItem(page).getByRole('button', { name: 'Numbers' })[touch]();
      letGo();
      await page.getByText(/memories would change places\.$/).waitFor();
      await firstItem(page).getByText('Ana lives in Porto.').waitFor();
      await page.getByRole('button', { name: 'Show the order of the reader' }).click();
      await firstItem(page).getByText('My favourite editor is Helix now').waitFor();
    }
  });

  test('a newer query is answered, and no older answer follows it', async () => {
    const page = await lab.page({ at: LIVES });
    await answered(page, '3 memories recalled');
    const letGo = await pausedReading(page);
    await page.goto(`${lab.url}#/${at('Ana')}`);
    await answered(page, '10 memories recalled so far');
    await page.getByRole('searchbox', { name: 'Query' }).fill('Where does Ana live?');
    await page.keyboard.press('Enter');
    await answered(page, '3 memories recalled so far');
    letGo();
    await answered(page, '3 memories recalled');
    await firstItem(page).getByText('Ana lives in Porto.').waitFor();
  });

  test('a slider ranks anew before the server answers', async () => {
    const page = await lab.page({ at: LIVES });
    await answered(page, '3 memories recalled');
    await page.route('**/v1/explain*', () => {});
    await slider(page, 'Minimum share of the best score').fill('1');
    await answered(page, '1 memory recalled (a preview)');
    await page.unrouteAll();
    await slider(page, 'Minimum share of the best score').fill('0.99');
    await answered(page, '1 memory recalled');
    await page.getByRole('button', { name: 'Discard' }).click();
    await answered(page, '3 memories recalled');
  });

  test('the page ranks as the server does', async () => {
    const query = 'Where does Ana live?';
    const before = await lab.memory.explain(query);
    const ids = ({ items }: typeof before) => items.map(({ id }) => id);
    for (const config of [{ topK: 2 }, { minScoreShare: 0.7 }, { tokenBudget: 20 }, { threshold: 1 }]) {
      const now = await lab.memory.explain(query, { config });
      expect(ids(now), JSON.stringify(config)).not.toEqual(ids(before));
      expect(ids(rerank(before, now.config)), JSON.stringify(config)).toEqual(ids(now));
    }
  });

  test('the confidence of an item is shown only if it agrees with the order', () => {
    const items = [0.6, 0.3, 0.4, 0.3, 0.05].map((confidence, at) => ({ id: String(at), confidence }));
    expect([...likelyItems(items)]).toEqual(['0', '1', '3']);
    expect([...likelyItems(items.toReversed())]).toEqual([]);
  });

  test('the figures of an item are explained, each on one line', async () => {
    const page = await lab.page({ at: LIVES, viewport: { width: 1280, height: 800 } });
    await answered(page, '3 memories recalled');
    await page.getByText('Confidence: how likely memory has an answer.').waitFor();
    const { tokens, confidence, considered } = await lab.memory.explain('Where does Ana live?');
    await page.locator('.gauges').getByText(`${tokens} of 4,000 tokens`).waitFor();
    await page.getByText(`Confidence${Math.round(confidence * 100)} %`).waitFor();
    await page.getByRole('heading', { name: 'Left out' }).click();
    await expect.poll(() => page.locator('.left-out .item').count()).toBe(Math.min(5, considered.length));
    const heights = await page
      .locator('.gauges > div')
      .evaluateAll((gauges) => gauges.map((gauge) => gauge.lastElementChild?.clientHeight));
    expect(new Set(heights).size).toBe(1);
  });

  test('other weights rank here in the order of the server', async () => {
    const query = 'Where does Ana live?';
    const before = await lab.memory.explain(query);
    const now = await lab.memory.explain(query, { config: { weights: { newer: 0, vector: 3 } } });
    const ids = ({ items }: typeof before) => items.map(({ id }) => id);
    const here = ids(rerank(before, now.config));
    expect(ids(now)).not.toEqual(ids(before));
    expect(here.filter((id) => ids(now).includes(id))).toEqual(ids(now));
  });

  test('pins what should be recalled, tunes by it, saves, and resets; recall of the library is as it was saved', async () => {
    const ofPeru = async () => (await lab.memory.recall('What is the capital of Peru?', { touch: false })).items.length;
    expect(await ofPeru()).toBe(0);
    await lab.memory.settings.set({ recall: { threshold: 0 } });
    expect(await ofPeru()).toBeGreaterThan(0);
    const page = await lab.page({ at: PERU });
    const precision = page.locator('.scores dd').first();
    await page
      .getByRole('row', { name: /capital of Peru/ })
      .getByRole('cell', { name: '0 %', exact: true })
      .waitFor();
    await precision.getByText('%').waitFor();
    const saved = await precision.textContent();
    await slider(page, 'Threshold').fill('0.6');
    await precision.getByText('better').waitFor();
    expect(await precision.textContent()).toContain(saved);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved: the agent now uses these recall settings').waitFor();
    expect((await lab.memory.settings.get()).recall).toEqual({ threshold: 0.6 });
    expect(await ofPeru()).toBe(0);
    await answered(page, 'Nothing recalled');

    await page.goto(`${lab.url}#/${LIVES}`);
    await answered(page, '3 memories recalled');
    await firstItem(page).getByLabel('Should be recalled').uncheck();
    await page.getByText('Test queries saved.').waitFor();
    await firstItem(page).getByLabel('Should be recalled').check();
    await expect.poll(async () => (await lab.memory.settings.get()).tests[0]?.expected.length).toBe(1);

    await page.getByRole('button', { name: /^Remove the query .*Peru/ }).click();
    await expect
      .poll(async () => (await lab.memory.settings.get()).tests.some(({ query }) => /Peru/.test(query)))
      .toBe(false);

    await page.getByRole('button', { name: 'Reset to default' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await page.getByText('uses its default recall settings again').last().waitFor();
    expect((await lab.memory.settings.get()).recall).toEqual({});
    const usual = String((await lab.memory.explain('Ana')).config.threshold);
    await expect.poll(() => slider(page, 'Threshold').inputValue()).toBe(usual);
    await page
      .locator('.verdict')
      .getByText(`where ${Number(usual) * 100} % is needed`)
      .waitFor();
    await answered(page, '3 memories recalled');
    expect(await ofPeru()).toBe(0);
  });

  test('tuning does not overwrite settings that were saved elsewhere', async () => {
    const page = await lab.page({ at: LIVES, expects: /409/ });
    await answered(page, '3 memories recalled');
    await slider(page, 'Threshold').fill('0.3');
    await isTrue(page);
    await lab.memory.settings.set({ recall: { topK: 3 } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved: the configuration was changed in another window').waitFor();
    expect((await lab.memory.settings.get()).recall).toEqual({ topK: 3 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved: the agent now uses these recall settings').waitFor();
    expect((await lab.memory.settings.get()).recall).toEqual({ topK: 3, threshold: 0.3 });
    await lab.memory.settings.set({ recall: null });
  });

  test('tuning is not saved before the saved settings were read', async () => {
    const page = await lab.page({ at: 'live' });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/v1/settings/get*', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(`${lab.url}#/${LIVES}`);
    await answered(page, '3 memories recalled');
    await slider(page, 'Threshold').fill('0.3');
    await page.getByText('Applies only here').waitFor();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    expect(await save.isDisabled()).toBe(true);
    resolve();
    await expect.poll(() => save.isEnabled()).toBe(true);
  });

  test('recall shows the state of an earlier moment', async () => {
    const page = await lab.page({ at: LIVES });
    await firstItem(page).getByText('Ana lives in Porto.').waitFor();
    await slider(page, 'As of').focus();
    for (let day = 0; day < 5; day++) await page.keyboard.press('ArrowLeft');
    await firstItem(page)
      .getByText(/lives? in Lisbon\.$/)
      .waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await firstItem(page).getByText('Ana lives in Porto.').waitFor();
  });

  test('recall is used by keyboard alone', async () => {
    const page = await lab.page({ at: LIVES });
    await answered(page, '3 memories recalled');
    await page.getByRole('searchbox', { name: 'Query' }).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Which editor does Ana like?');
    await page.keyboard.press('Enter');
    await firstItem(page).getByText('Helix').waitFor();
    await firstItem(page).getByRole('button', { name: 'Numbers' }).focus();
    await page.keyboard.press('Enter');
    await firstItem(page).getByRole('table').waitFor();
    await page.getByRole('link', { name: 'Memories', exact: true }).click();
    await page.getByRole('link', { name: 'Recall', exact: true }).click();
    await expect
      .poll(() => page.getByRole('searchbox', { name: 'Query' }).inputValue())
      .toBe('Which editor does Ana like?');
  });
});
