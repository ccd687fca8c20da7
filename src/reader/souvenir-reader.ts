import { arch, availableParallelism } from 'node:os';
import type {
  PairRelation,
  Passage,
  ProfileFieldName,
  Reader,
  ReadOptions,
  Sentence,
  SentenceKind,
  SentenceReading,
  StatementPair,
} from '../contracts/reader.ts';
import { SouvenirError } from '../errors.ts';
import { passageComparer, regardlessOfTime } from './compare.ts';
import { loadedOnce } from './embedding.ts';
import { type Heads, headsOf } from './model-file.ts';
import { openModel, packagePieces } from './open-model.ts';
import type { Pool } from './pool.ts';
import { readOnce } from './read-once.ts';
import type { Sequence } from './wasm-kernel.ts';
import type { WordPiece } from './word-piece.ts';

interface TextPart {
  readonly text: string | undefined;
  readonly maxTokens: number;
  /** Takes the last tokens instead of the first. */
  readonly isEnd?: true;
  readonly part: 0 | 1 | 2;
}

const partsOf = (question: string, { before, text, later }: Passage): readonly TextPart[] => [
  { text: question, maxTokens: 28, part: 0 },
  { text: before, maxTokens: 20, part: 1 },
  { text, maxTokens: 64, part: 1 },
  { text: later, maxTokens: 24, part: 2 },
];

const HOUR = 3_600_000;

/** Passages within one hour are rarely older and newer versions of one thing. */
function isWithinOneHour(passages: readonly Passage[]): boolean {
  const moments = passages.map(({ at }) => at?.getTime() ?? Number.NaN);
  return Math.max(...moments) - Math.min(...moments) < HOUR;
}

/** The order is that of the model's outputs, here and below. */
// biome-ignore format: one line
const KINDS = ['fact', 'preference', 'directive', 'plan', 'goal', 'decision', 'result', 'context', 'ability', 'limit', 'surroundings', 'worked', 'failed', 'event', 'question', 'hypothetical', 'quote', 'joke', 'chatter'] satisfies readonly SentenceKind[];
// biome-ignore format: one line
const FIELDS = [undefined, 'name', 'health', 'restrictions', 'people', 'home', 'work', 'languages', 'level', 'gaps', 'goals', 'directives', 'preferences'] satisfies readonly (ProfileFieldName | undefined)[];
/** Sensitive fields by group; a sentence fills one only if the group is likely enough. */
const SENSITIVE: readonly (readonly ProfileFieldName[])[] = [['health', 'restrictions'], ['name']];
const MIN_SENSITIVE_CHANCE = 0.4;
/** The end of the previous text: enough to see what a short sentence answers. */
const MAX_BEFORE_CHARS = 160;

const sentenceParts = ({ text, role, before }: Sentence): readonly TextPart[] => [
  { text: `${role}: ${text}`, maxTokens: 64, part: 1 },
  { text: before?.slice(-MAX_BEFORE_CHARS), maxTokens: 24, part: 2, isEnd: true },
];

const RELATIONS = ['same', 'replaces', 'adds', 'unrelated'] satisfies readonly PairRelation[];

const pairParts = ({ older, newer }: StatementPair): readonly TextPart[] => [
  { text: older, maxTokens: 64, part: 0 },
  { text: newer, maxTokens: 64, part: 2 },
];

interface SequenceOptions extends ReadOptions {
  readonly differences?: string;
  readonly isCoarse?: boolean;
}

interface Loaded {
  readonly pieces: WordPiece;
  readonly pool: Pool;
  readonly heads: Heads;
  readonly compare: ReturnType<typeof passageComparer>;
}

/**
 * The package's own model, which reads a question and a passage together: no key, no server, no download. Loads on the
 * first call.
 * @example const souvenir = await createSouvenir({ store: memoryStore(), reader: souvenirReader() });
 */
export function souvenirReader(): Required<Omit<Reader, 'maxPassages'>> {
  const loaded = loadedOnce(load, ({ pool }) => pool.close());
  const vectorsOf = async (
    texts: readonly (readonly TextPart[])[],
    { differences, isCoarse, ...options }: SequenceOptions,
  ) => {
    const { pieces, pool } = await loaded.get();
    return pool.run(
      texts.map((parts) => ({ sequences: [sequenceOf(parts, pieces)], differences, isCoarse })),
      options,
    );
  };
  const outputs = (differences: string, ...names: readonly string[]) =>
    readOnce(async (texts: readonly (readonly TextPart[])[], options) => {
      const vectors = await vectorsOf(texts, { ...options, differences });
      const { heads } = await loaded.get();
      return vectors.map((vector) => names.map((name) => heads(name, vector)));
    });
  const [sentences, relations] = [
    outputs('sentences', 'kinds', 'lasts', 'fields', 'alone'),
    outputs('pairs', 'relations'),
  ];
  return {
    async answers(question, passages) {
      if (passages.length === 0) return [];
      const vectors = await vectorsOf(
        passages.map((passage) => partsOf(question, passage)),
        // Near equals may swap between processors. Sentences and pairs decide on memories, so they are read exactly.
        { urgent: true, isCoarse: true },
      );
      const { heads, compare } = await loaded.get();
      const compared = (isWithinOneHour(passages) ? regardlessOfTime(compare) : compare)(vectors);
      return vectors.map((vector, at) => {
        const { answers, outdated } = compared.passages[at] as (typeof compared.passages)[0];
        return {
          odds: (heads('answers', vector)[0] as number) + answers - compared.none,
          outdated: chanceOf((heads('outdated', vector)[0] as number) + outdated),
        };
      });
    },
    sentences: async (all, options = {}) =>
      (await sentences.read(all.map(sentenceParts), options)).map(
        ([kinds = [], [lasting = 0] = [], fields = [], [alone = 0] = []]) => {
          const { value: kind, chance } = likeliest(KINDS, kinds);
          const field = likelyField(fields);
          return {
            ...{ kind, chance, lasts: chanceOf(lasting), standsAlone: chanceOf(alone) },
            ...(field !== undefined && { field }),
          } satisfies SentenceReading;
        },
      ),
    relations: async (pairs, options = {}) =>
      (await relations.read(pairs.map(pairParts), options)).map(([odds = []]) => {
        const { value: relation, chance } = likeliest(RELATIONS, odds);
        return { relation, chance };
      }),
    forget() {
      sentences.forget();
      relations.forget();
    },
    close: loaded.close,
  };
}

const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

function likeliest<Value>(values: readonly Value[], odds: readonly number[]) {
  const best = Math.max(...odds);
  const all = odds.reduce((sum, each) => sum + Math.exp(each - best), 0);
  return { value: values[odds.indexOf(best)] as Value, chance: 1 / all };
}

/**
 * The likeliest field. Health, restrictions and names are in every prompt and do harm if they are wrong, so a statement that
 * hardly belongs there goes to the next field.
 */
function likelyField(odds: readonly number[]): (typeof FIELDS)[number] {
  const { value, chance } = likeliest(FIELDS, odds);
  const group = SENSITIVE.find((fields) => fields.some((field) => field === value));
  if (group === undefined) return value;
  const isIn = (at: number) => group.some((field) => field === FIELDS[at]);
  const best = Math.max(...odds);
  const inGroup = odds.reduce((sum, each, at) => sum + (isIn(at) ? Math.exp(each - best) : 0), 0) * chance;
  if (inGroup >= MIN_SENSITIVE_CHANCE) return value;
  return likeliest(
    FIELDS,
    odds.map((each, at) => (isIn(at) ? Number.NEGATIVE_INFINITY : each)),
  ).value;
}

function sequenceOf(texts: readonly TextPart[], pieces: WordPiece): Sequence {
  const read = texts.flatMap(({ text, maxTokens, part, isEnd }) =>
    text === undefined || text === ''
      ? []
      : [{ part, ids: isEnd ? [...pieces.ids(text)].slice(-maxTokens) : beginning(pieces.ids(text), maxTokens) }],
  );
  const parts = read.flatMap(({ part, ids }) => new Array<number>(ids.length + 1).fill(part));
  return { ids: pieces.frame(...read.map(({ ids }) => ids)), parts: Uint8Array.of(read[0]?.part ?? 0, ...parts) };
}

function beginning(ids: Iterable<number>, maxTokens: number): number[] {
  const first: number[] = [];
  for (const id of ids) {
    if (first.length === maxTokens) break;
    first.push(id);
  }
  return first;
}

async function load(): Promise<Loaded> {
  try {
    // Most x64 processors count two threads per core, which together multiply no faster than one.
    const cores = arch() === 'x64' ? availableParallelism() >> 1 : availableParallelism();
    const lanes = Math.max(1, Math.min(4, cores));
    const [{ file, pool }, pieces] = await Promise.all([openModel(lanes, 'reader'), packagePieces()]);
    return { pieces, heads: headsOf(file), compare: passageComparer(file), pool };
  } catch (cause) {
    const advice = 'install the package again; in a checkout, run tools/build-kernels.mjs';
    throw new SouvenirError('readerFailed', 'the model that reads could not be loaded', { advice, cause });
  }
}
