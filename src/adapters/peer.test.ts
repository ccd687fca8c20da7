import { expect, it } from 'vitest';
import { peer } from './peer.ts';

it('names the command that installs what is missing', async () => {
  const name: string = 'no-such-framework';
  await expect(peer(name, () => import(name))).rejects.toMatchObject({
    ...{ code: 'missingPackage', advice: 'npm install no-such-framework' },
  });
});
