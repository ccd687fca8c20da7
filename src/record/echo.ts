const REMEMBERED = 1000;

const normal = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Remembers what recall lately gave out, so that an agent repeating it does not teach memory what it already holds. */
export class Echoes {
  readonly #given = new Set<string>();

  give(text: string): void {
    const key = normal(text);
    this.#given.delete(key);
    this.#given.add(key);
    const oldest = this.#given.values().next();
    if (this.#given.size > REMEMBERED && !oldest.done) this.#given.delete(oldest.value);
  }

  has(text: string): boolean {
    return this.#given.has(normal(text));
  }
}
