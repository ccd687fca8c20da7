import { expect, it } from 'vitest';
import { loadPeer } from './load-peer.ts';

it('names the command that installs what is missing', async () => {
  const name: string = 'no-such-framework';
  await expect(loadPeer(name, () => import(name))).rejects.toMatchObject({
    ...{ code: 'missingPackage', advice: 'npm install no-such-framework' },
  });
});
