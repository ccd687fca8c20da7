const LEAST = [22, 14] as const;
/** The interface to native modules that the SQLite driver is built for. Node 23 has it only from 23.6 on. */
const LEAST_NATIVE = 10;

/** Why this Node cannot run the package, and what to do; undefined where it can. Imports nothing, so that any Node can ask. */
export function unsupportedNode({ node, napi }: { node: string; napi?: string } = process.versions) {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isNew = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
  if (isNew && Number(napi) >= LEAST_NATIVE) return undefined;
  return {
    message: `Souvenir needs Node ${LEAST.join('.')} or newer, and this is ${node}`,
    advice: 'install a current Node, or run it through the npm package node@24',
  };
}
