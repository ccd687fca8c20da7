import { type Owner, ownerOf } from '../model/scope.ts';

const MAX_ECHOES = 1000;

const keyOf = (owner: Owner, text: string): string =>
  JSON.stringify([...Object.values(ownerOf(owner)), text.trim().replace(/\s+/g, ' ').toLowerCase()]);

/** The texts that recall returned recently, so that memory does not learn from an agent that repeats them. */
export class Echoes {
  readonly #recalled = new Set<string>();

  add(owner: Owner, text: string): void {
    const key = keyOf(owner, text);
    this.#recalled.delete(key);
    this.#recalled.add(key);
    const oldest = this.#recalled.values().next();
    if (this.#recalled.size > MAX_ECHOES && !oldest.done) this.#recalled.delete(oldest.value);
  }

  forget(owner: Owner): void {
    const ownerPrefix = keyOf(owner, '').slice(0, -'""]'.length);
    for (const key of this.#recalled) if (key.startsWith(ownerPrefix)) this.#recalled.delete(key);
  }

  has(owner: Owner, text: string): boolean {
    return this.#recalled.has(keyOf(owner, text));
  }
}
