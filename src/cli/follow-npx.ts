import { variable } from './config.ts';

const POLL_MS = 500;
/** Only `souvenir` itself: a script, or a process in the background, may be meant to outlive npx. */
const ITSELF = /^['"]?souvenir['"]?$/;

/** A signal ends `npx` and its shell, but not the command, which therefore watches whether its parent is still there. */
export function followNpx(stop: () => void, parentNow = () => process.ppid): void {
  if (variable('npm_lifecycle_event') !== 'npx' || !ITSELF.test(variable('npm_lifecycle_script') ?? '')) return;
  const parent = parentNow();
  const timer = setInterval(() => {
    if (parentNow() === parent) return;
    clearInterval(timer);
    stop();
  }, POLL_MS).unref();
}
