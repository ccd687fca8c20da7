import type { Page } from 'playwright-core';

/** Watches in the page, without a way back to here: from Enter until the answer is no longer busy and was painted. */
const WATCH = `new Promise((resolve) => {
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key !== 'Enter') return;
    const answer = () => document.querySelector('main [aria-label=Answer]');
    const before = answer()?.textContent;
    let wasBusy = false;
    const look = () => {
      const isBusy = answer()?.closest('[aria-busy=true]') != null;
      wasBusy ||= isBusy;
      const isShown = answer() !== null && !isBusy && (wasBusy || answer().textContent !== before);
      if (isShown) requestAnimationFrame((painted) => resolve(painted - timeStamp));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
})`;

/** Milliseconds from Enter to the shown answer, of each query. */
export async function measureAnswers(page: Page, queries: readonly string[]): Promise<number[]> {
  const field = page.getByRole('searchbox', { name: 'Query' });
  const took: number[] = [];
  for (const query of queries) {
    await field.fill(query);
    await page.evaluate(`globalThis.shown = ${WATCH}; undefined`);
    await field.press('Enter');
    took.push((await page.evaluate('shown')) as number);
    // What is asked after the answer, as for test queries, is not of the next one.
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  }
  return took;
}
