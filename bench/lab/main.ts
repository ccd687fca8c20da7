// How soon the Lab answers over many memories, in a browser: from Enter to the first answer shown and to the order after
// reading, and the longest frame while the table scrolls.
// usage: npm run bench:lab        MEMORIES that are held (100000), QUERIES that are asked (30)
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { arch, cpus, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../test/lab/chromium.ts';
import { queries } from '../load/queries.ts';
import { fill, fillSource } from '../speed/fill.ts';
import { percentile } from '../speed/timing.ts';
import { measureAnswers } from './answers.ts';
import { measureScrolling } from './scrolling.ts';

const memories = Number(process.env['MEMORIES'] ?? 100_000);
const asked = queries().slice(0, Number(process.env['QUERIES'] ?? 30) + 1);
const SERVER = join(import.meta.dirname, '..', 'load', 'memory.ts');

async function measure(browser: Browser, path: string, reader: 'reader' | 'none') {
  const child = fork(SERVER, [path, 'served', reader], { stdio: 'inherit' });
  const [url] = await once(child, 'message');
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${url}/lab/#/recall`);
    const [, ...answers] = await measureAnswers(page, asked);
    await page.goto(`${url}/lab/#/memories`);
    const frames = await measureScrolling(page);
    return { ...frames, answers };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

const formatTimes = (milliseconds: readonly number[]) =>
  `${percentile(milliseconds, 0.5).toFixed(0)} ms (p50), ${percentile(milliseconds, 0.95).toFixed(0)} ms (p95)`;

const chromium = chromiumPath();
if (chromium === undefined) throw new Error('there is no Chromium; install it, or name it by CHROMIUM_PATH');
const folder = mkdtempSync(join(tmpdir(), 'souvenir-lab-'));
const path = join(folder, 'memory.db');
try {
  await fillSource(join(folder, 'source.db'));
  await fill(path, memories, join(folder, 'source.db'));
  const browser = await launchChromium(chromium);
  const [processor] = cpus();
  console.log(`${memories} memories; ${platform()} ${arch()}, ${cpus().length} × ${processor?.model}`);
  for (const reader of ['none', 'reader'] as const) {
    const { answers, longestFrameMs, longestTaskMs, frames } = await measure(browser, path, reader);
    const read = reader === 'none' ? '' : `read order after ${formatTimes(answers.map(({ readMs }) => readMs))}; `;
    console.log(
      `${reader === 'none' ? 'without' : 'with'} the reader: first answer after ${formatTimes(answers.map(({ firstMs }) => firstMs))}; ${read}` +
        `scrolling through: ${frames} frames, the longest ${longestFrameMs.toFixed(0)} ms, the longest task ${longestTaskMs.toFixed(0)} ms`,
    );
  }
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
