const MIN_VERSION = [22, 14] as const;
/** The interface to native modules that the SQLite driver is built for. Node 23 has it only from 23.6 on. */
const MIN_NAPI = 10;

/** Why this Node cannot run the package, and what to do; undefined where it can. Imports nothing, so that any Node can ask. */
export function unsupportedNode({ node, napi }: { node: string; napi?: string } = process.versions) {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isNewEnough = major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1]);
  if (isNewEnough && Number(napi) >= MIN_NAPI) return undefined;
  return {
    message: `Souvenir needs Node ${MIN_VERSION.join('.')} or newer, and this is ${node}`,
    advice: 'install a current Node, or run it through the npm package node@24',
  };
}
