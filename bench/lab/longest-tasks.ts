// The longest tasks of the page by processor time, so that other programs do not count: Live while 500 events come at once, several times, and
// Graph with 1,000 entities until it lies still.   usage: node bench/lab/longest-tasks.ts
import type { Browser, Page } from 'playwright-core';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import { serve } from '../../src/server/serve.ts';
import { chromiumPath, launchChromium } from '../../test/lab/chromium.ts';
import { plantGraph } from '../../test/lab/planted-graph.ts';

const [BURSTS, EVENTS] = [5, 500];

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Processor time of the tasks of the page's main thread, the longest first. */
async function tasksDuring(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}

const chromium = chromiumPath();
if (chromium === undefined) throw new Error('there is no Chromium; install it, or name it by CHROMIUM_PATH');
const store = memoryStore();
const souvenir = await createSouvenir({ store, embedder: null });
await plantGraph({ souvenir, store }, 'crowd');
const serving = await serve({ souvenir, store }, { port: 0, stopMs: 100 });
const browser = await launchChromium(chromium);
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const formatTasks = (name: string, tasks: readonly number[]) => {
  const first = tasks.slice(0, 5).map((each) => each.toFixed(1));
  console.log(`${name}: ${tasks.length} tasks, the longest ${first.join(', ')} ms of processor time`);
};

await page.goto(`${serving.url}/lab/?userId=ana#/live`);
await page.getByText('● Listening').waitFor();
const ana = souvenir.for({ userId: 'ana' });
const live = await tasksDuring(browser, page, async () => {
  for (let burst = 0; burst < BURSTS; burst++) {
    await ana.recordAll(
      Array.from({ length: EVENTS }, (_, at) => ({ content: `I saw bird ${at} of flock ${burst}.` })),
    );
    await page
      .getByText(`bird ${EVENTS - 1} of flock ${burst}.`)
      .first()
      .waitFor();
  }
});
formatTasks(`Live, ${BURSTS} bursts of ${EVENTS} events`, live);

await page.goto('about:blank');
const graph = await tasksDuring(browser, page, async () => {
  await page.goto(`${serving.url}/lab/?userId=crowd#/graph`);
  await page.locator('svg[aria-busy=false] .node').nth(999).waitFor({ state: 'attached', timeout: 120_000 });
});
formatTasks('Graph, 1,000 entities', graph);

await browser.close();
await serving.close();
await souvenir.close();
