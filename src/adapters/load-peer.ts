import { SouvenirError } from '../errors.ts';

/** Loads the package that an adapter is for, or throws with the install command. */
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
