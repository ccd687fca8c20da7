import { SouvenirError } from './errors.ts';

const LEAST = [22, 12] as const;

/** To be called before a native module loads: under an older Node the SQLite driver does not fail, it crashes the process. */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  throw new SouvenirError('nodeTooOld', `Souvenir needs Node ${LEAST.join('.')} or newer, and this is ${version}`, {
    advice: 'install a current Node, or run it through the npm package node@24',
  });
}
