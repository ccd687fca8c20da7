import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../src/index.ts';
import type { Operation, OperationContext } from '../../../src/operations/operation.ts';
import { perform } from '../../../src/operations/operation.ts';
import { type OperationName, operations } from '../../../src/operations/operations.ts';
import { createApp, pathOf } from '../../../src/server/app.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { watched } from '../watched.ts';
import { ASKED, IMPORTS, manyVersions, WORDS } from './asked.ts';
import { ANA, fillMemory, type Known, knownIn, openMemory, person, type Sizes, sentence } from './filled.ts';
import { largestFields, requiredOf, textOf } from './largest.ts';

type AnyOperation = Operation<never, never, Promise<unknown> | AsyncIterable<unknown>>;
const ALL = Object.entries(operations) as unknown as [OperationName, AnyOperation][];

export interface Asked {
  readonly operation: OperationName;
  /** Which of its inputs it was, and how it begins. */
  readonly input: string;
  /** Why it was refused, if it was. */
  readonly refused?: string;
  readonly blockedMs: number;
  readonly cpuMs: number;
}

/** Resolves with why it was refused, if it was. */
type Ask = (input: object) => Promise<string | undefined>;

/** Asks every operation for the most that it takes, and tells how long each request kept all others waiting, in milliseconds of the processor; resolves with those of an ordinary recall. */
export async function askForMost(
  folder: string,
  sizes: Sizes,
  only: readonly string[],
  tell: (asked: Asked) => void,
): Promise<number> {
  const path = join(folder, 'filled.db');
  await fillMemory(sqliteStore({ path }), sizes);
  const known = await knownIn(sqliteStore({ path }));
  const ordinaryMs = await withMemory(sqliteStore({ path }), ordinaryOf);
  for (const [name, operation] of ALL) {
    if (only.length > 0 && !only.includes(name)) continue;
    const copy = join(folder, `${name}.db`);
    copyFileSync(path, copy);
    await withMemory(sqliteStore({ path: copy }), async (context) => {
      // What compiles at first use has done so before.
      await requestOf(context, name)({});
      const ask = async (of: Ask, kind: string, input: object) => {
        let refused: string | undefined;
        const { longestCpuMs, cpuMs } = await watched(async () => {
          refused = await of(input);
          // What it has done in the background counts too.
          await context.souvenir.settled();
        });
        const reported = `${kind} ${JSON.stringify(input)}`.slice(0, REPORTED);
        tell({
          operation: name,
          input: reported,
          ...(refused !== undefined && { refused }),
          blockedMs: longestCpuMs,
          cpuMs,
        });
      };
      for (const [kind, input] of inputsOf(name, operation, known)) await ask(requestOf(context, name), kind, input);
      for (const [kind, input] of BEYOND_A_REQUEST[name]?.() ?? []) await ask(callOf(context, operation), kind, input);
    });
  }
  return ordinaryMs;
}

const REPORTED = 160;

const ORDINARY = 20;

/** The median, once it is compiled. */
async function ordinaryOf(context: OperationContext): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < ORDINARY; at++) {
    const query = `Where does ${person(at)} live?`;
    took.push((await watched(() => requestOf(context, 'recall')({ query }))).cpuMs);
  }
  return took.sort((a, b) => a - b)[ORDINARY / 2] as number;
}

async function withMemory<Result>(store: Store, work: (context: OperationContext) => Promise<Result>): Promise<Result> {
  const souvenir = await openMemory(store);
  const result = await work({ souvenir, memory: souvenir.for(ANA), store });
  await souvenir.settled();
  await souvenir.close();
  return result;
}

const requestOf = ({ souvenir, store }: OperationContext, name: OperationName): Ask => {
  const app = createApp({ souvenir, store });
  return async (input) => {
    const answer = await app.request(`${pathOf(name)}?userId=${ANA.userId}&sessionId=${ANA.sessionId}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) },
    });
    const body = await answer.arrayBuffer();
    return answer.status === 200 ? undefined : Buffer.from(body).toString();
  };
};

const callOf =
  (context: OperationContext, operation: AnyOperation): Ask =>
  async (input) => {
    await perform(operation, context, input as never);
    return undefined;
  };

/** All fields at their largest, by each kind of words where there is a long text; then each large field with what is required alone. */
function inputsOf(name: OperationName, { input }: AnyOperation, known: Known): [kind: string, input: object][] {
  const own = { ...known, ...(name.startsWith('documents') && { id: known.document }) };
  const made = Object.entries(WORDS).map(([kind, word]) => [kind, largestFields(input, { word, known: own })] as const);
  const asked = ASKED[name];
  if (asked !== undefined) {
    const all = made.flatMap(([kind, full], round) =>
      asked(full, known, round).map((each): [string, object] => [kind, each]),
    );
    return [...new Map(all.toReversed().map((each) => [JSON.stringify(each[1]), each])).values()].toReversed();
  }
  const [[, first]] = made as [(typeof made)[0]];
  const required = requiredOf(input);
  const alone = Object.keys(first).filter((field) => !required.includes(field) && isLarge(first[field]));
  const least = Object.fromEntries(required.map((field) => [field, shortOf(first[field])]));
  return [
    ...made
      .filter(([, full], at) => at === 0 || hasLongText(full))
      .map(([kind, full]): [string, object] => [kind, full]),
    ...alone.map((field): [string, object] => [field, { ...least, [field]: first[field] }]),
  ];
}

const LONG = 10_000;
const hasLongText = (fields: object): boolean =>
  Object.values(fields).some((value) => typeof value === 'string' && value.length >= LONG);
const isLarge = (value: unknown): boolean =>
  typeof value === 'object' || typeof value === 'number' || (typeof value === 'string' && value.length >= LONG);
const shortOf = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 50).trim() : value);

const VERSIONS = 20_000;
const BYTES = 3_000_000;

/** What the library and the command line take and no request brings. */
const BEYOND_A_REQUEST: Partial<Readonly<Record<OperationName, () => [kind: string, input: object][]>>> = {
  import: () => [
    [`${VERSIONS} versions`, { format: 'export', text: manyVersions(VERSIONS) }],
    ...IMPORTS.map(([format, make]): [string, object] => [
      '3 MB',
      { format, text: make(BYTES), bad: 'skip', consolidate: false },
    ]),
  ],
  recordAll: () => [
    [
      '3 MB',
      { turns: Array.from({ length: 10_000 }, (_, n) => ({ content: textOf(1000, (word) => sentence(n + word)) })) },
    ],
  ],
  'documents.add': () => [['3 MB', { id: 'most', content: textOf(BYTES, sentence) }]],
};
