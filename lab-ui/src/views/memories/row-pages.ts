import { signal } from '@preact/signals';
import type { ServedMemory } from '../../../../src/client/index.ts';
import type { Memory } from '../../../../src/index.ts';
import type { ListOptions } from '../../../../src/model/revision.ts';

const PAGE = 50;
/** Delay that skips pages scrolled past. */
const WAIT_MS = 60;
/** Bounded, because a memory may be long. */
const MAX_PAGES = 40;

export class RowPages {
  readonly #memory: ServedMemory;
  readonly #options: ListOptions;
  /** Counts answers; components that render rows subscribe to it. */
  readonly #answers = signal(0);
  readonly #pages = new Map<number, readonly Memory[]>();
  readonly #asking = new Set<number>();
  #before: RowPages | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #total: number | undefined;
  #error: unknown;

  /** Rows of `before` are shown until this list is loaded. */
  constructor(memory: ServedMemory, options: ListOptions, before?: RowPages) {
    this.#memory = memory;
    this.#options = options;
    this.#before = before;
    if (before !== undefined) before.#before = undefined;
    void this.#ask(0);
  }

  get total(): number | undefined {
    this.#answers.value;
    return this.#total ?? this.#before?.total;
  }

  get error(): unknown {
    this.#answers.value;
    return this.#error;
  }

  get isLoading(): boolean {
    return this.error === undefined && this.#total === undefined;
  }

  row(index: number): Memory | undefined {
    this.#answers.value;
    const page = this.#pages.get(Math.floor(index / PAGE));
    return page === undefined ? this.#before?.row(index) : page[index % PAGE];
  }

  want(first: number, last: number): void {
    clearTimeout(this.#waiting);
    const wanted: number[] = [];
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++)
      if (!this.#pages.has(page) && !this.#asking.has(page)) wanted.push(page);
    if (wanted.length > 0) this.#waiting = setTimeout(() => wanted.forEach((page) => void this.#ask(page)), WAIT_MS);
  }

  close(): void {
    clearTimeout(this.#waiting);
  }

  async #ask(page: number): Promise<void> {
    this.#asking.add(page);
    try {
      const asked = { ...this.#options, limit: PAGE, offset: page * PAGE, withTotal: page === 0 };
      const { memories, total } = await this.#memory.memories.list(asked);
      this.#pages.set(page, memories);
      this.#total = total ?? this.#total;
      this.#error = undefined;
      const [oldest] = this.#pages.keys();
      if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    } catch (error) {
      this.#error = error;
    }
    this.#asking.delete(page);
    this.#answers.value++;
  }
}
