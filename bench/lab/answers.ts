import type { Page } from 'playwright-core';

/** Milliseconds from Enter until it was painted. */
export interface Shown {
  /** The first answer: where a reader is asked, in the order before it. */
  readonly firstMs: number;
  /** The order after reading; the first answer's where nothing is read. */
  readonly readMs: number;
}

/** Watches in the page, without a way back to here: from Enter until the answer is no longer busy, then until it is no longer being read. */
const WATCH = `new Promise((resolve) => {
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key !== 'Enter') return;
    const answer = () => document.querySelector('main [aria-label=Answer]');
    const before = answer()?.textContent;
    let wasBusy = false;
    let firstMs;
    const look = () => {
      const isBusy = answer()?.closest('[aria-busy=true]') != null;
      wasBusy ||= isBusy;
      const isShown = answer() !== null && !isBusy && (wasBusy || answer().textContent !== before);
      const isRead = isShown && !answer().textContent.includes('Being read');
      requestAnimationFrame((painted) => {
        if (isShown) firstMs ??= painted - timeStamp;
        if (isRead) resolve({ firstMs, readMs: painted - timeStamp });
        else look();
      });
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
})`;

/** How soon the answer to each query was shown. */
export async function measureAnswers(page: Page, queries: readonly string[]): Promise<Shown[]> {
  const field = page.getByRole('searchbox', { name: 'Query' });
  const took: Shown[] = [];
  for (const query of queries) {
    await field.fill(query);
    await page.evaluate(`globalThis.shown = ${WATCH}; undefined`);
    await field.press('Enter');
    took.push((await page.evaluate('shown')) as Shown);
    // What is asked after the answer, as for test queries, is not of the next one.
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  }
  return took;
}
