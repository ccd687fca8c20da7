import type { DatasetContext } from '../dataset.ts';
import type { Question, Session, Trial, Turn } from '../trial-data.ts';
import { type Document, type KeywordHit, keywordBaseline } from './keyword-baseline.ts';
import { type Answer, memoryUnderTest } from './memory-under-test.ts';

const WARM_BATCH = 256;
const KEYWORD_HITS = 200;

export const groupOf = ({ group }: Question, { name }: Pick<Trial, 'name'>): string => group ?? name;

export interface Answered<Asked extends Question> {
  readonly question: Asked;
  readonly group: string;
  readonly answer: Answer;
  readonly keyword: readonly KeywordHit[];
}

type DocumentsOf = (session: Session) => Document[];

export const textOf = ({ speaker, content }: Turn): string =>
  speaker === undefined ? content : `${speaker}: ${content}`;

const turnDocuments: DocumentsOf = ({ turns }) => turns.map((turn) => ({ unit: turn.unit, text: textOf(turn) }));

/** Every question put to the engine and to the keyword search, over the same sessions. */
export async function runTrials<Asked extends Question>(
  trials: Iterable<Trial<Asked>> | AsyncIterable<Trial<Asked>>,
  context: DatasetContext,
  documentsOf: DocumentsOf = turnDocuments,
): Promise<Answered<Asked>[]> {
  const answered: Answered<Asked>[] = [];
  let count = 0;
  for await (const trial of trials) {
    const questions = trial.questions.filter(() => count++ % context.every === 0);
    if (questions.length > 0) answered.push(...(await runTrial({ ...trial, questions }, context, documentsOf)));
  }
  return answered;
}

async function runTrial<Asked extends Question>(
  trial: Trial<Asked>,
  context: DatasetContext,
  documentsOf: DocumentsOf,
): Promise<Answered<Asked>[]> {
  const answered: Answered<Asked>[] = [];
  const memory = await memoryUnderTest(context);
  const baseline = keywordBaseline();
  await play(trial, context, {
    async hear(session) {
      await memory.ingest(session);
      baseline.add(documentsOf(session));
    },
    async ask(question) {
      const answer = await memory.ask(question.text, { at: question.at });
      const keyword = baseline.search(question.text, KEYWORD_HITS);
      answered.push({ question, group: groupOf(question, trial), answer, keyword });
    },
  });
  baseline.close();
  await memory.close();
  return answered;
}

export interface Listener<Asked extends Question> {
  hear(session: Session): Promise<void>;
  ask(question: Asked): Promise<void>;
}

/** Tells the sessions one after the other, and asks each question when its time has come. */
export async function play<Asked extends Question>(
  { name, sessions, questions }: Trial<Asked>,
  context: DatasetContext,
  { hear, ask }: Listener<Asked>,
): Promise<void> {
  const texts = [...sessions.flatMap(({ turns }) => turns.map(textOf)), ...questions.map(({ text }) => text)];
  await warm(texts, name, context);
  const bySession = Map.groupBy(questions, ({ beforeSession }) => beforeSession);
  let asked = 0;
  const askAll = async (beforeSession?: string): Promise<void> => {
    for (const question of bySession.get(beforeSession) ?? []) {
      await ask(question);
      context.progress({ stage: `${name}: questions`, done: ++asked, total: questions.length });
    }
  };
  for (const [at, session] of sessions.entries()) {
    await askAll(session.id);
    await hear(session);
    context.progress({ stage: `${name}: sessions`, done: at + 1, total: sessions.length });
  }
  await askAll();
}

/** Vectors for all texts in batches that use every core, for a caching embedder to answer from. */
export async function warm(
  texts: readonly string[],
  name: string,
  { embedder, progress }: DatasetContext,
): Promise<void> {
  for (let done = 0; done < texts.length; done += WARM_BATCH) {
    progress({ stage: `${name}: vectors`, done, total: texts.length });
    await embedder.embed(texts.slice(done, done + WARM_BATCH));
  }
}
