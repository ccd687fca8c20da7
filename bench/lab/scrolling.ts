import type { Page } from 'playwright-core';

const STEPS = 600;

/** Goes from the first row to the last, a step a frame, rows loading as they come into sight. */
const SCROLL = `(async () => {
  let place = document.querySelector('table[aria-label=Memories]');
  while (place.scrollHeight <= place.clientHeight + 1 || getComputedStyle(place).overflowY === 'visible') place = place.parentElement;
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  const far = place.scrollHeight - place.clientHeight;
  const gaps = [];
  let last = await new Promise(requestAnimationFrame);
  for (let step = 1; step <= ${STEPS}; step++) {
    place.scrollTop = (far * step) / ${STEPS};
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
  }
  tasks.push(...observer.takeRecords());
  const lastRow = document.querySelector('table[aria-label=Memories] tbody tr:last-child')?.getAttribute('aria-rowindex');
  return { gaps, tasks: tasks.map(({ duration }) => duration), lastRow: Number(lastRow), rows: Number(document.querySelector('table[aria-label=Memories]').getAttribute('aria-rowcount')) };
})()`;

interface Scrolled {
  readonly gaps: readonly number[];
  readonly tasks: readonly number[];
  readonly lastRow: number;
  readonly rows: number;
}

export async function measureScrolling(page: Page) {
  await page.getByRole('table', { name: 'Memories' }).getByRole('link').first().waitFor();
  const { gaps, tasks, lastRow, rows } = (await page.evaluate(SCROLL)) as Scrolled;
  if (lastRow !== rows) throw new Error(`the scrolling ended at row ${lastRow} of ${rows}`);
  return { frames: gaps.length, longestFrameMs: Math.max(...gaps), longestTaskMs: Math.max(0, ...tasks) };
}
