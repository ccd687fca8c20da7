import type { Rule } from './rule.ts';

interface Node {
  readonly next: Map<number, Node>;
  /** Rules whose opening ends here, followed by those of its shorter suffixes. */
  rules: readonly Rule[];
}

interface Opening {
  readonly text: string;
  readonly rule: Rule;
}

const HASHES = 65_536;
const pairOf = (first: number, second: number): number => (first * 31 + second) & (HASHES - 1);
const tripleOf = (first: number, second: number, third: number): number =>
  (first * 961 + second * 31 + third) & (HASHES - 1);

/**
 * The openings of rules, grouped by a 16-bit hash of their first three characters in either case. The tree of a group
 * is built when a text first has such characters: building all takes a process longer than reading its first texts.
 */
export class Openings {
  /** Whether a hash has a group: this alone skips most positions of a text. */
  readonly #isTriple = new Uint8Array(HASHES);
  readonly #isPair = new Uint8Array(HASHES);
  readonly #triples = new Map<number, number>();
  readonly #pairs = new Map<number, number>();
  readonly #groups: (readonly Opening[])[] = [[]];
  readonly #trees: (Node | undefined)[] = [];

  constructor(rules: readonly Rule[]) {
    const groups = new Map<string, Opening[]>();
    for (const rule of rules)
      for (const text of rule.openings) {
        const start = text.slice(0, 3);
        const group = groups.get(start);
        if (group === undefined) groups.set(start, [{ text, rule }]);
        else group.push({ text, rule });
      }
    for (const [start, group] of groups) this.#add(start, group);
    for (const hash of this.#triples.keys()) this.#isTriple[hash] = 1;
    for (const hash of this.#pairs.keys()) this.#isPair[hash] = 1;
  }

  mayStart(first: number, second: number, third: number): boolean {
    return this.#isTriple[tripleOf(first, second, third)] === 1 || this.#isPair[pairOf(first, second)] === 1;
  }

  rulesAt(text: string, at: number): readonly Rule[] {
    const [first, second, third] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
    const longer = this.#rulesOf(this.#triples.get(tripleOf(first, second, third)) ?? 0, text, at);
    const pairs = this.#rulesOf(this.#pairs.get(pairOf(first, second)) ?? 0, text, at);
    return pairs.length === 0 ? longer : [...new Set([...longer, ...pairs])];
  }

  #rulesOf(group: number, text: string, at: number): readonly Rule[] {
    let node = this.#trees[group] ?? this.#grow(group);
    for (let position = at; ; position++) {
      const next = node.next.get(text.charCodeAt(position));
      if (next === undefined) return node.rules;
      node = next;
    }
  }

  #add(start: string, group: readonly Opening[]): void {
    const number = this.#groups.push(group) - 1;
    const [first = [], second = [], third = []] = Array.from(start, casesOf);
    for (const a of first)
      for (const b of second) {
        if (third.length === 0) this.#put(this.#pairs, pairOf(a, b), number);
        for (const c of third) this.#put(this.#triples, tripleOf(a, b, c), number);
      }
  }

  #put(numbers: Map<number, number>, hash: number, number: number): void {
    const taken = numbers.get(hash) ?? number;
    const [before = [], added = []] = [this.#groups[taken], this.#groups[number]];
    numbers.set(hash, taken === number ? number : this.#groups.push([...before, ...added]) - 1);
  }

  #grow(group: number): Node {
    const root: Node = { next: new Map(), rules: [] };
    for (const { text, rule } of this.#groups[group] ?? []) plant(root, text, rule);
    inherit(root, []);
    this.#trees[group] = root;
    return root;
  }
}

function plant(root: Node, opening: string, rule: Rule): void {
  let node = root;
  for (const letter of opening) {
    const child: Node = node.next.get(letter.charCodeAt(0)) ?? { next: new Map(), rules: [] };
    for (const code of casesOf(letter)) node.next.set(code, child);
    node = child;
  }
  if (!node.rules.includes(rule)) node.rules = [...node.rules, rule];
}

function inherit(node: Node, shorter: readonly Rule[]): void {
  node.rules = [...new Set([...node.rules, ...shorter])];
  for (const child of new Set(node.next.values())) inherit(child, node.rules);
}

function casesOf(letter: string): readonly number[] {
  const cases = [letter, letter.toLowerCase(), letter.toUpperCase()].filter((each) => each.length === 1);
  return [...new Set(cases.map((each) => each.charCodeAt(0)))];
}
