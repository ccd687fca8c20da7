import { expect, test } from 'vitest';
import { Keys } from '../../src/server/keys.ts';
import { type Serving, serve } from '../../src/server/serve.ts';
import { describeLab, type Lab, scan } from './support.ts';

/** Another server over the memory of the test file, closed by whoever asked for it. */
const servedAlso = (lab: Lab, options: Parameters<typeof serve>[1]): Promise<Serving> =>
  serve(lab.served, { stopMs: 100, ...options });
const labAt = ({ url }: Serving): string => `${url}/lab/?userId=ana`;

describeLab('the Lab and its server', (lab) => {
  test('asks for the key once, reports a wrong one, and stores it in no address and beyond no tab', async () => {
    const { key } = await new Keys(lab.served.store).create({ name: 'lab' });
    const serving = await servedAlso(lab, { port: 0, requireKey: true });
    try {
      const page = await lab.page({ url: labAt(serving), at: 'memories', expects: /401/ });
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      const dialog = page.getByRole('dialog', { name: 'This server asks for a key' });
      await dialog.getByLabel('API key').fill('wrong');
      await page.keyboard.press('Enter');
      await dialog.getByText('The key was not accepted.').waitFor();
      await scan(page);
      await dialog.getByLabel('API key').fill(key);
      const isAnswered = page.waitForResponse((response) => response.url().includes('/v1/') && response.ok());
      await page.keyboard.press('Enter');
      await isAnswered;
      await dialog.waitFor({ state: 'detached' });
      const isAnsweredAgain = page.waitForResponse((response) => response.url().includes('/v1/') && response.ok());
      await page.reload();
      await isAnsweredAgain;
      expect(await dialog.count()).toBe(0);
      expect([...addresses, page.url()].filter((url) => url.includes(key))).toEqual([]);
      expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(key);
    } finally {
      await serving.close();
    }
  });

  test('the page reports a stopped server, keeps drafts and reconnects by itself', async () => {
    const first = await servedAlso(lab, { port: 0 });
    const page = await lab.page({ url: labAt(first), expects: /ERR_|503/ });
    const field = page.getByRole('searchbox').first();
    await field.fill('Where does Ana live?');
    await first.close();
    await page.keyboard.press('Enter');
    await page.getByText('The server does not answer.').waitFor();
    expect(await field.inputValue()).toBe('Where does Ana live?');
    const second = await servedAlso(lab, { port: Number(new URL(first.url).port) });
    try {
      await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
      expect(await field.inputValue()).toBe('Where does Ana live?');
      await page.getByText('Ana lives in Porto.').first().waitFor();
    } finally {
      await second.close();
    }
  });
});
