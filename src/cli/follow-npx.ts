import { variable } from './config.ts';

const POLL_MS = 500;
/** By its name alone: what a script starts, or a shell in the background, may be meant to outlive it. */
const ITSELF = /^['"]?souvenir['"]?$/;

/** A signal ends `npx`, and the shell it starts a command with, but not the command: that stops by itself once they are gone. */
export function followNpx(stop: () => void, parentNow = () => process.ppid): void {
  if (variable('npm_lifecycle_event') !== 'npx' || !ITSELF.test(variable('npm_lifecycle_script') ?? '')) return;
  const parent = parentNow();
  const timer = setInterval(() => {
    if (parentNow() === parent) return;
    clearInterval(timer);
    stop();
  }, POLL_MS).unref();
}
