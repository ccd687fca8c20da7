import { SouvenirError } from '../errors.ts';

/** The package that an adapter is for. Whoever imports the adapter without it is told what to install. */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new SouvenirError('missingPackage', `this adapter needs the package ${name}`, {
      advice: `npm install ${name}`,
      cause,
    });
  }
}
