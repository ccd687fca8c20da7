import { expect, test } from 'vitest';
import { describeLab, scan } from './support.ts';

describeLab('the frame of the Lab', (lab) => {
  test('opens at recall, and has no fault that axe finds', async () => {
    const page = await lab.page();
    await page.getByRole('heading', { level: 1, name: 'Recall' }).waitFor();
    expect(await page.title()).toBe('Recall · Souvenir Lab');
    await scan(page);
  });
});
