import type { BrowserContext, Page, ViewportSize } from 'playwright-core';

export interface PageOptions {
  readonly viewport?: ViewportSize;
  readonly colorScheme?: 'light' | 'dark';
  /** What comes after `#/` in the address, as `memories?status=active`. */
  readonly at?: string;
  /** Another address of the Lab than that of the test file's server. */
  readonly url?: string;
  /** What the console may say though it is an error, as of a request that is meant to fail: `/401/`. */
  readonly expects?: RegExp;
}

/** What went wrong in a page that a test would not see: refused by the policy, thrown, or asked of another host. */
export type Faults = string[];

/** A page at the Lab in a tab of its own. Refusals by the policy are errors of the console too. */
export async function watchedPage(
  context: BrowserContext,
  url: string,
  faults: Faults,
  { at = '', url: other = url, expects, viewport, colorScheme = 'light' }: PageOptions,
): Promise<Page> {
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
  if (viewport !== undefined) await page.setViewportSize(viewport);
  const { origin } = new URL(other);
  page.on('console', (message) => {
    if (message.type() === 'error' && !expects?.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) faults.push(`asked of another host: ${request.url()}`);
  });
  await page.goto(at === '' ? other : `${other}#/${at}`);
  return page;
}
