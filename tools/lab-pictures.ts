// Photographs every view of the Lab over the demo, light and dark, into docs/pictures. The day is always the same, and nothing moves.
// usage: npm run docs:pictures [-- VIEW …]
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchChromium } from '../test/lab/chromium.ts';
import { livedDemo, type ServedDemo, serveDemo } from '../test/lab/served-demo.ts';
import { withPalette } from './png-palette.ts';

const FOLDER = 'docs/pictures';
const MAX_BYTES = 2_000_000;
const TODAY = new Date('2026-03-02T09:30:00Z');
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 800 };
const SCHEMES = ['light', 'dark'] as const;

/** What is done in a view before it is photographed. */
type Scene = (page: Page, demo: ServedDemo) => Promise<unknown>;

const SCENES: Readonly<Record<string, Scene>> = {
  async recall(page) {
    await page.getByRole('searchbox', { name: 'Query' }).fill('Where does Ana live?');
    await page.keyboard.press('Enter');
    await page.getByText('Read with your question').waitFor();
  },
  async memories(page, { memory }) {
    const { memories } = await memory.memories.list({ statuses: ['superseded'] });
    await page.evaluate(`location.hash = '#/memories/${memories[0]?.id}'`);
    await page.getByRole('article').waitFor();
  },
  timeline: async () => {},
  graph: (page) =>
    page
      .getByRole('button', { name: /^Basil/ })
      .first()
      .click(),
  async context(page) {
    await page.getByRole('textbox', { name: 'Message' }).fill('Which flat would suit me and my pets?');
    await page.getByRole('button', { name: 'Compose' }).click();
    await page.getByRole('heading', { name: /tokens/ }).waitFor();
  },
  async chat(page) {
    await page.getByRole('textbox', { name: 'Your message' }).fill('Where do I live now?');
    await page.keyboard.press('Enter');
    await page.getByText(/Porto/).first().waitFor();
  },
  async live(page, { souvenir }) {
    const memory = souvenir.for({ userId: 'ana', sessionId: 'today' });
    await memory.record({
      speaker: 'Ana',
      content: 'The rabbits have a garden now, and Olive leaves the cables alone.',
    });
    await memory.sessions.end();
    await memory.recall('Where do the rabbits live?');
    await page
      .getByRole('list', { name: /Events/ })
      .getByRole('listitem')
      .nth(2)
      .waitFor();
  },
  async experiments(page) {
    await page.getByLabel('Reader').uncheck();
    await page.getByRole('button', { name: 'Run' }).click();
    await page
      .getByText(/queries are answered differently/)
      .first()
      .waitFor();
  },
  async health(_, { memory }) {
    for (const query of ['Where does Ana live?', 'Which pets does she have?', 'What is the boiling point of tungsten?'])
      await memory.recall(query);
  },
};

async function photograph(browser: Browser, demo: ServedDemo, view: string, scene: Scene): Promise<void> {
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({
      ...{ colorScheme, viewport: WIDE, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(TODAY);
    await page.goto(`${demo.origin}/lab/?userId=ana#/${view}`);
    await settled(page);
    await scene(page, demo);
    await settled(page);
    await take(page, `${view}-${colorScheme}`);
    if (view === 'recall') {
      await page.setViewportSize(PHONE);
      await take(page, `${view}-phone-${colorScheme}`);
    }
    await context.close();
  }
}

async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.locator('.loading, [aria-busy=true]').first().waitFor({ state: 'detached' });
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate('scrollTo(0, 0); document.activeElement?.blur()');
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await writeFile(join(FOLDER, `${name}.png`), withPalette(png));
}

const path = chromiumPath();
if (path === undefined) throw new Error('there is no Chromium; install it, or name it by CHROMIUM_PATH');
const named = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const lived = await livedDemo(TODAY);
const [browser, demo] = await Promise.all([launchChromium(path), serveDemo(lived, TODAY)]);
try {
  // The first recall loads the models.
  await demo.memory.recall('Where does Ana live?', { touch: false });
  for (const [view, scene] of Object.entries(SCENES))
    if (named.length === 0 || named.includes(view)) await photograph(browser, demo, view, scene);
} finally {
  await browser.close();
  await demo.close();
  await rm(dirname(lived), { recursive: true });
}
const sizes = await Promise.all((await readdir(FOLDER)).map(async (name) => (await stat(join(FOLDER, name))).size));
const bytes = sizes.reduce((sum, size) => sum + size, 0);
console.log(`${sizes.length} pictures, ${bytes} bytes`);
process.exit(bytes > MAX_BYTES ? 1 : 0);
