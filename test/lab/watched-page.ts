import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface PageOptions extends BrowserContextOptions {
  /** What comes after `#/` in the address, as `memories?status=active`. */
  readonly at?: string;
  /** Another address of the Lab than that of the test file's server. */
  readonly url?: string;
  /** What the console may say though it is an error, as of a request that is meant to fail: `/401/`. */
  readonly expects?: RegExp;
}

/** What went wrong in a page that a test would not see: refused by the policy, thrown, or asked of another host. */
export type Faults = string[];

/** A page with nothing stored, at the Lab. Refusals by the policy are errors of the console too. */
export async function watchedPage(browser: Browser, url: string, faults: Faults, options: PageOptions): Promise<Page> {
  const { at = '', url: other = url, expects, ...context } = options;
  const page = await (await browser.newContext({ reducedMotion: 'reduce', ...context })).newPage();
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
