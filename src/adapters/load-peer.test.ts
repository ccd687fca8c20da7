import { expect, it } from 'vitest';
import { loadPeer } from './load-peer.ts';

it('loadPeer names the install command of a missing package', async () => {
  const name: string = 'no-such-framework';
  await expect(loadPeer(name, () => import(name))).rejects.toMatchObject({
    ...{ code: 'missingPackage', advice: 'npm install no-such-framework' },
  });
});
