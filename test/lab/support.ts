import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import type { ScopedSouvenir } from '../../src/index.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { type ServedDemo, serveDemo } from './served-demo.ts';
import { type Faults, type PageOptions, watchedPage } from './watched-page.ts';

export interface Lab {
  /** Address of the Lab, showing Ana's memory. */
  readonly url: string;
  /** Ana's memory in the library, to plant what a test needs. */
  readonly memory: ScopedSouvenir;
  readonly served: ServedDemo;
  /** A fresh page at the Lab, as of somebody who was never there, if whose memory it is stands in the address; closed after the test. */
  page(options?: PageOptions): Promise<Page>;
}

/** Tests of the Lab in a real browser over a real server; after each, its pages must be free of faults. */
export function describeLab(name: string, tests: (lab: Lab) => void): void {
  const path = chromiumPath();
  // Whoever merges must not take silence for success.
  if (path === undefined && process.env['CI'] !== 'true')
    return void describe.skip(`${name} (no Chromium here: install it, or name it by CHROMIUM_PATH)`, () =>
      tests(undefined as unknown as Lab));
  describe(name, () => {
    let browser: Browser;
    let context: BrowserContext;
    let served: ServedDemo;
    let faults: Faults = [];
    beforeAll(async () => {
      if (path === undefined) throw new Error('there is no Chromium, and CI=true: the tests of the Lab need it');
      [browser, served] = await Promise.all([launchChromium(path), serveDemo(inject('livedDemo'))]);
      // To make one takes a browser longer than what most tests do in it; the Lab keeps nothing of a closed page.
      context = await browser.newContext();
      // What is waited for comes when the machine has time for it.
      context.setDefaultTimeout(60_000);
    });
    afterEach(async () => {
      for (const page of context.pages()) await page.close();
      const matches = faults;
      faults = [];
      expect(matches).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await served?.close();
    });
    const lab: Lab = {
      get url() {
        return `${served.origin}/lab/?userId=ana`;
      },
      get memory() {
        return served.memory;
      },
      get served() {
        return served;
      },
      page: (options = {}) => watchedPage(context, lab.url, faults, options),
    };
    tests(lab);
  });
}

/** Half of what axe has with comments: each page reads it anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Only what is reported, and without loading the style sheets again, which no rule in use asks for. */
const SCANNED = { resultTypes: ['violations'], preload: false } satisfies RunOptions;

/** What axe finds serious or critical on the page as it is now. */
export async function scan(page: Page): Promise<void> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(`${AXE}; undefined`);
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(SCANNED)})`)) as AxeResults;
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const reported = grave.map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ html }) => html).join(' ')}`);
  expect(reported.join('\n')).toBe('');
}
