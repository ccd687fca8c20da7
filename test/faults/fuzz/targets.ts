import type { Random } from '../../../bench/random.ts';
import { readJson } from '../../../src/ask/lenient-json.ts';
import {
  durable,
  environmental,
  episodic,
  personality,
  procedures,
  reinforcement,
  task,
  tool,
} from '../../../src/components/index.ts';
import { hashEmbedder, openAiEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, defineAgent, linearRanker, memoryStore, type Souvenir } from '../../../src/index.ts';
import { anthropicLlm, ollamaLlm, openAiLlm } from '../../../src/llms/index.ts';
import { perform } from '../../../src/operations/operation.ts';
import { operations } from '../../../src/operations/operations.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { modelTokenizer } from '../../../src/tokenizers/index.ts';
import { readTurns } from '../../support/read-turns.ts';
import { ATTEMPTS } from '../isolation/attempts.ts';
import { mutated, mutatedText, nasty } from './nasty-values.ts';

/** A memory with something in it, and what to say to its model. */
export interface Fuzzed {
  readonly souvenir: Souvenir;
  readonly context: Parameters<typeof perform>[1];
  readonly known: Parameters<(typeof ATTEMPTS)['recall']>[0];
  answer: string;
}

export async function openFuzzed(): Promise<Fuzzed> {
  const store = memoryStore();
  const llm = async () => fuzzed.answer;
  const souvenir = await createSouvenir({
    store,
    embedder: hashEmbedder(),
    reader: null,
    llm,
    llmLimits: { callsPerHour: 1e6 },
  });
  const memory = souvenir.for({ userId: 'ana', sessionId: 's' });
  const fuzzed: Fuzzed = {
    souvenir,
    context: { souvenir, memory, store },
    known: { memory: '', other: '', episode: '', entity: 'unknown', document: 'd', session: 's', word: 'rabbit' },
    answer: ANSWERS[0] as string,
  };
  await memory.record({ content: 'I adopted a rabbit called Rex.' });
  const added = [await memory.memories.add('Ana lives in Porto.'), await memory.memories.add('Ana likes tea.')];
  const [one, two] = added.map(({ memory: { id } }) => id);
  Object.assign(fuzzed.known, { memory: one, other: two });
  await memory.documents.add({ id: 'd', content: '# Rooms\n\nThe lamp is by the door.' });
  return fuzzed;
}

const ANSWERS = [
  JSON.stringify({
    names: [{ name: 'Ana', type: 'person' }],
    facts: [{ text: 'Ana keeps a rabbit called Rex.', category: 'fact', importance: 0.5, from: [1] }],
    relations: [{ from: 'Ana', relation: 'keeps', to: 'Rex', confidence: 0.5 }],
    pairs: [{ older: 1, newer: 2, is: 'replaces' }],
  }),
  '```json\n[{"older": 1, "newer": 2, "is": "same"},]\n```',
  'Here you are: {"statement": "Ana lives in Porto.", "type": "semantic", "importance": 0.4}',
];
const TURNS = [
  '{"content": "Hello", "speaker": "Ana", "timestamp": "2026-03-01T09:00:00Z", "sessionId": "s"}\n{"text": "Hi", "role": "assistant"}',
  '[{"content": "Hello", "metadata": {"turnId": "1"}}, {"content": "Hi", "date": 1700000000000}]',
  '[2026-03-01 09:00] Ana: Hello\nBot: Hi\n  and more\n\nAna: Bye',
];
const FORMATS = ['jsonl', 'json', 'transcript', undefined] as const;

type Target = (random: Random, fuzzed: Fuzzed) => unknown;

const ofOperations = Object.fromEntries(
  Object.entries(operations).map(([name, operation]): [string, Target] => [
    name,
    async (random, { context, known }) => {
      const valid = random.pick(ATTEMPTS[name as keyof typeof operations](known));
      const result: unknown = perform(operation as never, context, mutated(random, valid) as never);
      if (Symbol.asyncIterator in Object(result)) for await (const _ of result as AsyncIterable<unknown>);
      else await result;
    },
  ]),
);

/** Calls a method of an object with anything, or with what it is mostly given. */
const calling = (pick: (fuzzed: Fuzzed) => object, left: readonly string[] = []): Target => {
  return async (random, fuzzed) => {
    const surface = pick(fuzzed) as Record<string, unknown>;
    const names = Object.keys(surface).filter((each) => typeof surface[each] === 'function' && !left.includes(each));
    const { memory, document } = fuzzed.known;
    const usual = () => random.pick([memory, document, 'Ana lives in Oslo.', {}, { limit: 2 }, []]);
    const given = Array.from({ length: random.between(0, 3) }, () => (random.chance(0.4) ? usual() : nasty(random)));
    const result = await (surface[random.pick(names)] as (...all: unknown[]) => unknown)(...given);
    const complete = (result as { readonly complete?: unknown } | undefined)?.complete;
    if (typeof complete === 'function') await complete(nasty(random));
  };
};
const NOUNS = ['memories', 'sessions', 'profile', 'instructions', 'persona', 'procedures', 'documents'] as const;

const OPTIONS = {
  store: memoryStore(),
  embedder: null,
  keepMetrics: true,
  buffer: { size: 1, limit: 10 },
  llmLimits: {},
  profile: { minConfidence: 0.5 },
  documents: { maxTokens: 100 },
};
const AGENT = {
  id: 'ada',
  parent: 'team',
  identity: 'You are Ada.',
  playbooks: { review: 'Read.' },
  recall: { topK: 3 },
  consolidation: { everyMs: 1e6 },
  cycle: {},
};
const SERVER = {
  baseUrl: 'http://localhost:1/v1',
  model: 'm',
  apiKey: 'k',
  headers: { a: 'b' },
  timeoutMs: 5,
  retries: 0,
};
const made =
  (make: (options: never) => unknown, valid: unknown): Target =>
  (random) =>
    make(mutated(random, valid) as never);

const configuring: Readonly<Record<string, Target>> = {
  async createSouvenir(random) {
    const souvenir = await createSouvenir(mutated(random, OPTIONS) as never);
    await souvenir.close();
  },
  defineAgent: made(defineAgent, AGENT),
  sqliteStore: made(sqliteStore, { path: ':memory:', busyTimeoutMs: 5, maxBytes: 1e6, vectorCacheBytes: 0 }),
  openAiLlm: made(openAiLlm, SERVER),
  anthropicLlm: made(anthropicLlm, SERVER),
  ollamaLlm: made(ollamaLlm, SERVER),
  openAiEmbedder: made(openAiEmbedder, SERVER),
  hashEmbedder: made(hashEmbedder, { dimensions: 64 }),
  linearRanker: (random) => linearRanker(nasty(random) as never, mutated(random, { vector: 1 }) as never),
  modelTokenizer: (random) => modelTokenizer(mutated(random, 'gpt-4o') as never),
  ...Object.fromEntries(
    Object.entries({ durable, environmental, episodic, personality, procedures, reinforcement, task, tool }).map(
      ([name, make]) => [name, made(make as never, { maxAgeMs: 5, identity: 'You are Ada.', playbooks: {} })],
    ),
  ),
};

/** Whatever takes something from outside: a name, and one try with values of this random. */
export const TARGETS: Readonly<Record<string, Target>> = {
  ...ofOperations,
  ...Object.fromEntries(NOUNS.map((noun) => [`handle.${noun}`, calling(({ context }) => context.memory[noun])])),
  handle: calling(({ context }) => context.memory),
  souvenir: calling(({ souvenir }) => souvenir, ['close', 'events']),
  ...configuring,
  readTurns: (random) =>
    readTurns(mutatedText(random, random.pick(TURNS)), random.pick(FORMATS), {
      tenantId: 't',
      userId: 'u',
      agentId: 'a',
    }),
  readJson: (random) => readJson(mutatedText(random, random.pick(ANSWERS))),
  async modelAnswer(random, fuzzed) {
    fuzzed.answer = mutatedText(random, random.pick(ANSWERS));
    await fuzzed.context.memory.record({ content: `I adopted rabbit number ${random.between(1, 9)}.` });
    await (random.chance(0.5)
      ? fuzzed.context.memory.consolidate()
      : fuzzed.context.memory.memories.add('Ana lives in Lima.'));
  },
};
