import { createSouvenir, memoryStore, type RecallOptions, type Souvenir } from '../../src/index.ts';
import { sharedEmbedder, sharedReader } from '../../test/support/shared-embedder.ts';
import type { RecallStory } from './cases/case.ts';
import { RECALL_STORIES } from './cases/recall-stories.ts';
import { DAY_MS, NOW, OWNER, plainMemory } from './plain-memory.ts';

type Question = RecallStory['questions'][number];

interface Answered {
  readonly isNone: boolean;
  /** Items given, and those of them that are relevant. */
  readonly given: number;
  readonly right: number;
  /** Of the first, as many as are relevant. */
  readonly rightOfAsked: number;
  readonly asked: number;
}

/** For whoever would rather hear nothing than something beside the point. */
export const FEW_AND_SURE: RecallOptions = { threshold: 0.98, minScoreShare: 0.9 };

/** Each story's memories as they are, each of its questions asked. */
export async function measureRecall(options: RecallOptions = {}) {
  const answers: Answered[] = [];
  for (const story of RECALL_STORIES) {
    const souvenir = await remembering(story);
    for (const question of story.questions) answers.push(await answer(souvenir, question, options));
    await souvenir.close();
  }
  const some = answers.filter(({ isNone }) => !isNone);
  const none = answers.filter(({ isNone }) => isNone);
  const spoken = some.filter(({ given }) => given > 0);
  return {
    questions: some.length,
    answered: spoken.length / some.length,
    /** Of what is given to a question that is answered, and to all of them, silence counted as 0. */
    precision: mean(spoken, ({ right, given }) => right / given),
    precisionOfAll: mean(some, ({ right, given }) => (given === 0 ? 0 : right / given)),
    recall: mean(some, ({ right, asked }) => right / asked),
    precisionAtRelevant: mean(some, ({ rightOfAsked, asked }) => rightOfAsked / asked),
    noneQuestions: none.length,
    silentOnNone: mean(none, ({ given }) => (given === 0 ? 1 : 0)),
  };
}

async function remembering({ memories }: RecallStory): Promise<Souvenir> {
  const store = memoryStore();
  const { id, embed } = sharedEmbedder;
  const souvenir = await createSouvenir({
    ...{ store, embedder: { id, embed }, reader: sharedReader, embedInBackground: false },
    clock: { now: () => NOW },
  });
  const rows = Object.entries(memories).map(([key, { content, daysAgo }]) =>
    plainMemory(key, content, new Date(NOW.getTime() - daysAgo * DAY_MS)),
  );
  await store.write(OWNER, { memories: rows });
  // Nothing is recorded: it only gives the memories their vectors.
  await souvenir.for(OWNER).consolidate();
  return souvenir;
}

async function answer(souvenir: Souvenir, { ask, relevant }: Question, options: RecallOptions): Promise<Answered> {
  const recalledIds = (await souvenir.for(OWNER).recall(ask, { touch: false, ...options })).items.map(({ id }) => id);
  const asked = relevant.length;
  const rightIn = (ids: readonly string[]) => ids.filter((id) => relevant.includes(id)).length;
  return {
    ...{ isNone: asked === 0, given: recalledIds.length, asked },
    ...{ right: rightIn(recalledIds), rightOfAsked: rightIn(recalledIds.slice(0, asked)) },
  };
}

const mean = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0) / items.length;
