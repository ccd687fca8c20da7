import { type Owner, ownerOf } from '../model/scope.ts';

const REMEMBERED = 1000;

const keyOf = (owner: Owner, text: string): string =>
  JSON.stringify([...Object.values(ownerOf(owner)), text.trim().replace(/\s+/g, ' ').toLowerCase()]);

/** Remembers what recall lately gave out, so that an agent repeating it does not teach memory what it already holds. */
export class Echoes {
  readonly #given = new Set<string>();

  give(owner: Owner, text: string): void {
    const key = keyOf(owner, text);
    this.#given.delete(key);
    this.#given.add(key);
    const oldest = this.#given.values().next();
    if (this.#given.size > REMEMBERED && !oldest.done) this.#given.delete(oldest.value);
  }

  forget(owner: Owner): void {
    const beginning = keyOf(owner, '').slice(0, -'""]'.length);
    for (const key of this.#given) if (key.startsWith(beginning)) this.#given.delete(key);
  }

  has(owner: Owner, text: string): boolean {
    return this.#given.has(keyOf(owner, text));
  }
}
