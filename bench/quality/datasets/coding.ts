import { fileURLToPath } from 'node:url';
import { project } from '../../../src/components/index.ts';
import { type Injection, promptBlock, sessionBlock } from '../../../src/hooks/context.ts';
import { defaultComponents, defineAgent, type ScopedSouvenir } from '../../../src/index.ts';
import { type Dataset, type DatasetContext, oneOf } from '../dataset.ts';
import { type CodingHistory, readCoding } from '../read/read-coding.ts';
import { memoryUnderTest } from '../run/memory-under-test.ts';
import { warm } from '../run/trial.ts';
import { type CodingRun, codingMetrics, type InjectedItem } from '../score/coding-metrics.ts';
import type { Figures } from '../score/outcome.ts';

/** The limits of `souvenir hook`. */
const MAX_SESSION_TOKENS = 1200;
const MAX_PROMPT_TOKENS = 400;
/** Thresholds were chosen on the histories of the other writers. */
const UNSEEN_WRITERS: ReadonlySet<string> = new Set(['c']);

const OWN_FOLDER = fileURLToPath(new URL('../../coding', import.meta.url));
const AGENT = defineAgent({ components: [...defaultComponents(), project()] });

/** Work with a coding assistant over months: what a new session gets at its start, and what is added to its prompts. */
export const coding: Dataset = async (context) => {
  const runs: CodingRun[] = [];
  for (const history of historiesFor(context)) runs.push(await runHistory(history, context));
  const [unseen, open] = [true, false].map((is) =>
    codingMetrics(runs.filter(({ history }) => UNSEEN_WRITERS.has(history.writer) === is)),
  ) as [Figures, Figures];
  return {
    n: runs.flatMap(({ prompts }) => prompts).length,
    figures: {
      ...prefixed('open', open),
      ...prefixed('unseen', unseen),
    },
  };
};

function historiesFor({ folder, every }: DatasetContext): CodingHistory[] {
  const given = readCoding(folder);
  return oneOf(every, given.length > 0 ? given : readCoding(OWN_FOLDER));
}

const prefixed = (prefix: string, figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, figure]) =>
      Number.isFinite(figure) ? [[`${prefix}.${name}`, figure]] : [],
    ),
  );

async function runHistory(history: CodingHistory, context: DatasetContext): Promise<CodingRun> {
  const { name, sessions, prompts } = history;
  const memory = await memoryUnderTest(context, { agents: AGENT });
  const texts = [
    ...sessions.flatMap(({ turns }) => turns.map(({ content }) => content)),
    ...prompts.map((each) => each.text),
  ];
  await warm(texts, name, context);
  for (const [at, session] of sessions.entries()) {
    await memory.ingest(session);
    context.progress({ stage: `${name}: sessions`, done: at + 1, total: sessions.length });
  }
  const [{ at } = { at: new Date() }] = prompts;
  const block = await memory.asking(at, async (handle) => {
    const injection = await sessionBlock(handle, { maxTokens: MAX_SESSION_TOKENS });
    return withSources(injection, handle);
  });
  const asked: CodingRun['prompts'][number][] = [];
  for (const prompt of prompts)
    asked.push(
      await memory.asking(prompt.at, async (handle) => {
        const options = { maxTokens: MAX_PROMPT_TOKENS, given: new Set<string>(), continuing: continuingOf(context) };
        return { prompt, ...(await withSources(await promptBlock(handle, prompt.text, options), handle)) };
      }),
    );
  await memory.close();
  return { history, block, prompts: asked };
}

const continuingOf =
  ({ embedder }: DatasetContext) =>
  async (prompt: string): Promise<number> => {
    const [vector] = await embedder.embed([prompt]);
    return (vector && (await embedder.continuing?.(vector))) ?? 0;
  };

async function withSources({ items, tokens }: Injection, memory: ScopedSouvenir) {
  const sourced = await Promise.all(
    items.map(async ({ memoryId, content }): Promise<InjectedItem> => {
      const stored = await memory.memories.get(memoryId);
      return { content, turns: stored?.provenance.turnIds ?? [] };
    }),
  );
  return { items: sourced, tokens };
}
