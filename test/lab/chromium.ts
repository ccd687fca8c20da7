import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** First the one without windows: a page takes it a quarter of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium of this machine: the one that `CHROMIUM_PATH` names, or one on the path. */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) return existsSync(named) ? named : undefined;
  for (const name of NAMES)
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {}
  return undefined;
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Root, as in a container, has no sandbox to start it in.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
  });
}
