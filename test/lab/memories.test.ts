import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { serve } from '../../src/server/serve.ts';
import { plantMemories } from './planted-memories.ts';
import { describeLab, scan } from './support.ts';

const detail = (page: Page) => page.getByRole('article', { name: 'Memory' });
/** Goes with the tab key to the button of this name, as somebody without a mouse does, and presses it. */
const pressAt = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true });
  const isThere = () => button.evaluate((it) => it === document.activeElement);
  for (let steps = 0; !(await isThere()); steps++) {
    if (steps > 200) throw new Error(`the tab key does not reach ${name}`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
};
/** Whatever has the focus says this. */
const focused = (page: Page) => expect.poll(() => page.evaluate(() => document.activeElement?.textContent));
const row = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Memories' }).getByRole('link', { name: text });

describeLab('the memories of the Lab', (lab) => {
  test('are searched, filtered and ordered by the address', async () => {
    const page = await lab.page({ at: 'memories' });
    await row(page, 'Ana lives in Porto.').waitFor();
    await scan(page);
    await page.getByLabel('Search').fill('moving FROM');
    await page.getByText('2 memories', { exact: true }).waitFor();
    await page.getByLabel('Type').selectOption('semantic');
    await page.getByText('1 memory', { exact: true }).waitFor();
    await expect.poll(() => page.url()).toContain('#/memories?containing=moving+FROM&type=semantic');
    await page.reload();
    await page.getByText('1 memory', { exact: true }).waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('moving FROM');
    await page.getByLabel('Search').fill('no memory says this');
    await page.getByText('No memory passes these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await row(page, 'Ana lives in Porto.').waitFor();
  });

  test('are a table that renders only visible rows, usable by keyboard alone', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `Row ${at} of many`);
    await plantMemories(lab.served, many, { userId: 'crowd' });
    const at = 'memories?containing=of+many&order=oldest';
    const page = await lab.page({ url: lab.url.replace('ana', 'crowd'), at, expects: /404/ });
    const table = page.getByRole('table', { name: 'Memories' });
    await row(page, 'Row 0 of many').waitFor();
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('501');
    await page.getByLabel('To', { exact: true }).focus();
    while (!(await table.evaluate((it) => it.contains(document.activeElement)))) await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await row(page, 'Row 499 of many').waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(60);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.ariaRowIndex)).toBe('501');
    await page.keyboard.press('ArrowUp');
    await focused(page).toBe('Row 498 of many');
    await page.keyboard.press('Enter');
    await detail(page).getByText('Row 498 of many').first().waitFor();
    await focused(page).toBe('Memory');
    await page.keyboard.press('Escape');
    await detail(page).waitFor({ state: 'detached' });
    await focused(page).toBe('Row 498 of many');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Erase …' }).click();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('Erased for good: 1 memory').waitFor();
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('500');
  });

  test('share a row with the facts from their sentences, with the profile fields below', async () => {
    const teller = lab.served.souvenir.for({ userId: 'teller' });
    const [earlier, later] = ['2026-03-01T09:00:00Z', '2026-03-01T09:01:00Z'].map((at) => ({ occurredAt: at }));
    await teller.record({ content: 'I live in Porto with my two sisters. The tram was late again today.', ...earlier });
    await teller.record({ content: 'My dentist is Dr Faro, a lovely man.', ...later });
    await teller.consolidate();
    const page = await lab.page({ url: lab.url.replace('ana', 'teller'), at: 'memories', expects: /404/ });
    await page.getByText('4 memories', { exact: true }).waitFor();
    expect(await row(page, 'Porto').count()).toBe(1);
    expect(await row(page, 'Dr Faro').count()).toBe(1);
    const rows = await page.getByRole('table', { name: 'Memories' }).getByRole('link').allTextContents();
    expect(rows.map((text) => /read as \w+/.exec(text)?.[0] ?? text.slice(0, 12))).toEqual([
      ...['My dentist i', 'read as people', 'I live in Po', 'read as home'],
    ]);
    await scan(page);
    await row(page, 'read as home').click();
    await detail(page).getByText('I live in Porto with my two sisters.', { exact: true }).first().waitFor();
    await page.getByLabel('Component').fill('durable');
    await page.getByText('2 memories', { exact: true }).waitFor();
    expect(await row(page, 'Dr Faro').count()).toBe(1);
  });

  test('are corrected, with the difference in words, and the correction is undone', async () => {
    const { memory } = await lab.memory.memories.add('Ana keeps two goldfish in her kitchen.');
    const page = await lab.page({ at: `memories/${memory.id}` });
    await page.getByRole('button', { name: 'Correct …' }).click();
    await page.getByLabel('The correct content').fill('Ana keeps three goldfish in her kitchen.');
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByText('Corrected: this memory').waitFor();
    await detail(page)
      .getByText(/^Corrected by hand on .*, replacing Ana keeps two/)
      .waitFor();
    await detail(page).getByRole('link', { name: 'two goldfish' }).first().click();
    await page.getByText('Outdated.').waitFor();
    const outdated = page.getByRole('complementary', { name: 'Outdated' });
    expect(await outdated.locator('del').textContent()).toBe('two');
    expect(await outdated.locator('ins').textContent()).toBe('three');
    await scan(page);
    await outdated.getByRole('link', { name: 'three goldfish' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await outdated.waitFor({ state: 'detached' });
    expect((await lab.memory.memories.get(memory.id))?.status).toBe('active');
    const { memories } = await lab.memory.memories.list({ containing: 'goldfish' });
    expect(memories.map(({ content }) => content)).toEqual([memory.content]);
  });

  test('replace their successor again when they are restored, until that is undone', async () => {
    const { memory } = await lab.memory.memories.add('Ana parks her van by the mill.');
    const right = await lab.memory.memories.correct(memory.id, { content: 'Ana parks her van by the quay.' });
    const active = async () => (await lab.memory.memories.list({ containing: 'her van' })).memories.map(({ id }) => id);
    const page = await lab.page({ at: `memories/${memory.id}` });
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('supersedes its replacement').waitFor();
    expect(await active()).toEqual([memory.id]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await active()).toEqual([right.id]);
  });

  test('are corrected, and the correction undone, by keyboard alone', async () => {
    const { memory } = await lab.memory.memories.add('Ana keeps one parrot in her study.');
    const page = await lab.page({ at: `memories/${memory.id}` });
    await detail(page).getByText(memory.content).first().waitFor();
    await pressAt(page, 'Correct …');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Ana keeps two parrots in her study.');
    await pressAt(page, 'Correct');
    await page.getByText('Corrected: this memory').waitFor();
    expect((await lab.memory.memories.get(memory.id))?.status).toBe('superseded');
    await pressAt(page, 'Undo');
    await page.getByText('Undone.').waitFor();
    expect((await lab.memory.memories.get(memory.id))?.status).toBe('active');
    const { memories } = await lab.memory.memories.list({ containing: 'parrots' });
    expect(memories).toEqual([]);
  });

  test('are corrected after an interruption of the server', async () => {
    const { memory } = await lab.memory.memories.add('The ferry leaves at six.');
    const first = await serve(lab.served, { port: 0, stopMs: 100 });
    const url = `${first.url}/lab/?userId=ana`;
    const page = await lab.page({ url, at: `memories/${memory.id}`, expects: /ERR_|503/ });
    await page.getByRole('button', { name: 'Correct …' }).click();
    const field = page.getByLabel('The correct content');
    await field.fill('The ferry leaves at seven.');
    await first.close();
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByText('The server does not answer.').waitFor();
    // It was tried again until it was given up.
    await detail(page).getByRole('alert').first().waitFor();
    expect(await field.inputValue()).toBe('The ferry leaves at seven.');
    const second = await serve(lab.served, { port: Number(new URL(first.url).port), stopMs: 100 });
    try {
      await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
      expect(await field.inputValue()).toBe('The ferry leaves at seven.');
      await page.getByRole('button', { name: 'Correct', exact: true }).click();
      await page.getByText('Corrected: this memory').waitFor();
      const { memories } = await lab.memory.memories.list({ containing: 'ferry' });
      expect(memories.map(({ content }) => content)).toEqual(['The ferry leaves at seven.']);
    } finally {
      await second.close();
    }
  });

  test('are edited under their id, and their history shows the change', async () => {
    const { memory } = await lab.memory.memories.add('The piano lesson is on Mondays.');
    const page = await lab.page({ at: `memories/${memory.id}` });
    await page.getByRole('button', { name: 'Edit …' }).click();
    await page.getByLabel('Text', { exact: true }).fill('The piano lesson is on Fridays.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Version 2').waitFor();
    await page.locator('.version ins').getByText('Fridays', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Version 3').waitFor();
    expect((await lab.memory.memories.get(memory.id))?.content).toBe(memory.content);
  });

  test('a memory that is erased elsewhere disappears from the page at once', async () => {
    const { memory } = await lab.memory.memories.add('The attic has a round window.');
    const page = await lab.page({ at: `memories/${memory.id}`, expects: /404/ });
    await page.getByRole('article').getByText('The attic has a round window.').first().waitFor();
    const sure = page.locator('.facts div', { hasText: /^Sure/ });
    expect(await sure.textContent()).toMatch(new RegExp(`^Sure${Math.round(memory.confidence * 100)}\\s%$`));
    await lab.served.souvenir.erase({ userId: 'ana', memoryIds: [memory.id] });
    await page.getByText('The attic has a round window.').first().waitFor({ state: 'detached' });
  });

  test('are forgotten and erased only after a confirmation', async () => {
    const { memory } = await lab.memory.memories.add('Ana hides the spare key under a flowerpot.');
    const { id } = memory;
    const page = await lab.page({ at: `memories/${id}`, expects: /40[04]/ });
    await page.getByRole('button', { name: 'Forget …' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toContain(id);
    expect((await lab.memory.memories.get(id))?.status).toBe('active');
    const { memory: drawn } = await lab.memory.memories.add('Guests let themselves in.');
    await lab.memory.memories.link(drawn.id, { to: id, type: 'derivedFrom' });
    await page.getByRole('button', { name: 'Forget …' }).click();
    const along = page.getByRole('dialog').getByRole('listitem');
    await along.getByText('Guests let themselves in.').waitFor();
    const { length } = (await lab.memory.memories.followers(id)).memories;
    await expect.poll(() => along.count()).toBe(length);
    await page.getByText('0 turns of its source').waitFor();
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByText('This memory is forgotten.').waitFor();
    expect(await lab.memory.memories.get(id)).toBeUndefined();
    await page.getByText('You can restore it here or from the list of forgotten memories.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored: it is active again.').waitFor();
    expect((await lab.memory.memories.get(id))?.status).toBe('active');
    await page.getByRole('button', { name: 'Erase …' }).click();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('Erased for good: 2 memories').waitFor();
    expect(await lab.memory.memories.list({ statuses: ['forgotten'], containing: 'flowerpot' })).toEqual({
      memories: [],
    });
    await expect.poll(() => page.url()).not.toContain(id);
    await page.goto(`${lab.url}#/memories/${id}`);
    await page.getByText(`there is no memory "${id}"`).waitFor();
  });

  test('are confirmed, linked, unlinked, archived and restored', async () => {
    const { memory } = await lab.memory.memories.add('Ana rows on the Douro at dawn.');
    const { memory: other } = await lab.memory.memories.add('The rowing club has a blue boathouse.');
    const { id } = memory;
    const page = await lab.page({ at: `memories/${id}` });
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Confirmed:').waitFor();
    await page.getByRole('button', { name: 'Link …' }).click();
    await page.getByLabel('The memory that contains').fill('boathouse');
    await page.getByRole('radio', { name: 'blue boathouse' }).check();
    await page.getByLabel('This memory is').selectOption('derivedFrom');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByText('derived from').waitFor();
    const neighbours = async () => (await lab.memory.memories.neighbours(id)).map((near) => near.memory.id);
    await expect.poll(neighbours).toContain(other.id);
    await page.getByRole('button', { name: 'Unlink The rowing club' }).click();
    await page.getByText('The link is removed.').waitFor();
    expect(await lab.memory.memories.neighbours(id, { types: ['derivedFrom'] })).toEqual([]);
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived memories are not recalled').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored:').waitFor();
    expect((await lab.memory.memories.get(id))?.status).toBe('active');
  });

  test('report a change by another tab, and keep the draft', async () => {
    const { memory } = await lab.memory.memories.add('The bakery closes at noon.');
    const listening = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/events'));
    const page = await lab.page({ at: `memories/${memory.id}` });
    const received = listening(page);
    await page.reload();
    await received;
    await page.getByRole('button', { name: 'Correct …' }).click();
    await page.getByLabel('The correct content').fill('The bakery closes at three');
    const other = await lab.page({ at: `memories/${memory.id}` });
    await other.getByRole('button', { name: 'Edit …' }).click();
    await other.getByLabel('Text', { exact: true }).fill('The bakery closes at one.');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Version 2').waitFor();
    await page.getByText('This memory was changed in another window.').waitFor();
    await page.getByText('changed since').waitFor();
    await page.getByRole('button', { name: 'Show the current version' }).click();
    await detail(page).getByText('The bakery closes at one.').first().waitFor();
    await page.getByText('This memory was changed in another window.').waitFor({ state: 'detached' });
    expect(await page.getByLabel('The correct content').inputValue()).toBe('The bakery closes at three');
  });

  test('open their source in its conversation, also on a phone', async () => {
    const page = await lab.page({ at: 'memories?containing=moving', viewport: { width: 390, height: 800 } });
    await row(page, 'Ana: I am moving from Lisbon').first().click();
    await page.getByText('the source').waitFor();
    await detail(page).getByText('Porto it is.').first().waitFor();
    await row(page, 'Ana: I am moving from Lisbon').first().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'Close' }).click();
    await row(page, 'Ana: I am moving from Lisbon').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
