import { SouvenirError } from '../errors.ts';
import type { Memory } from '../model/memory.ts';
import type { Corrected } from '../model/revision.ts';
import type { Scope } from '../model/scope.ts';
import { REINFORCEMENT_RATES, reinforced } from '../reconcile/reinforced.ts';
import { add } from './add.ts';
import { areSameWords, correctAll, refuseCircle, replaceBy } from './change.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustFind } from './find-memory.ts';
import { ADDED_CONFIDENCE, judge } from './judge.ts';

interface Correction {
  readonly original: string;
  readonly corrected: string;
  readonly reason: string;
}

const CORRECTION_CONFIDENCE = ADDED_CONFIDENCE + REINFORCEMENT_RATES.userCorrection * (1 - ADDED_CONFIDENCE);

const isLasting = ({ memory }: SimilarMemory): boolean => memory.type !== 'episodic';

/** Supersedes the memory nearest to the wrong statement, and every lasting one with the same statement, by the right one. */
export async function correctStatement(
  { original, corrected, reason }: Correction,
  scope: Scope,
  context: MemoryContext,
): Promise<Corrected> {
  if (areSameWords(original, corrected))
    throw new SouvenirError('invalidInput', 'correct.content: repeats `saying`', {
      advice: 'pass the correct statement, or confirm this one with reinforce(id)',
    });
  const similar = await findSimilar(original, scope.projectId, context);
  const known = (await findSimilar(corrected, scope.projectId, context)).find(
    (each) => each.isSame && isLasting(each),
  )?.memory;
  const [first, ...others] = similar
    .filter((each, at) => at === 0 || (each.isSame && isLasting(each)))
    .map(({ memory }) => memory)
    .filter(({ id }) => id !== known?.id);
  if (known !== undefined) {
    const wrong = first === undefined ? [] : [first, ...others];
    return { ...(await affirm(known, wrong, reason, context)), corrected: wrong.map(({ id }) => id) };
  }
  if (first !== undefined) return correctAll([first, ...others], corrected, reason, context);
  const input = { learningContext: reason, confidence: CORRECTION_CONFIDENCE };
  // Without a model, which would block the owner's queue.
  const judged = await judge(corrected, input, { ...context, llm: undefined });
  return { ...(await add(judged, input, scope, context)).memory, corrected: [] };
}

/** Reinforces a known right memory, removes its doubt, and supersedes the wrong ones by it. */
async function affirm(
  known: Memory,
  wrong: readonly Memory[],
  reason: string,
  context: MemoryContext,
): Promise<Memory> {
  for (const { id } of wrong) await refuseCircle(id, known.id, context);
  const now = context.clock.now();
  const { updates, links } = replaceBy(known, wrong, { kind: 'corrected', reason }, now);
  const surer = { ...reinforced(known, 'userCorrection', now, context.salience), doubtedAt: null };
  await commit({ at: now, updates: [...updates, surer], links }, context);
  return mustFind(known.id, context);
}

const MAX_EXAMINED = 50;
/** From this share of common terms on, two texts say nearly the same, if their numbers and negations agree. */
const MIN_LIKENESS = 0.7;
const SAME_LIKENESS = 1;

interface SimilarMemory {
  readonly memory: Memory;
  readonly isSame: boolean;
}

/** Active memories of the project with nearly the same statement: lasting ones before episodes, then by likeness. By text, not by vectors. */
async function findSimilar(
  text: string,
  projectId: string | undefined,
  { owner, store, languages }: Pick<MemoryContext, 'owner' | 'store' | 'languages'>,
): Promise<SimilarMemory[]> {
  const language = languages.of(text);
  const query = {
    terms: [...new Set(language.words(text))],
    language: language.code,
    filter: { statuses: ['active'] as const, projectId: projectId ?? null },
    limit: MAX_EXAMINED,
  };
  const ids = (await store.searchText(owner, query)).map(({ memoryId }) => memoryId);
  return (await store.getMemories(owner, ids))
    .map((memory) => ({ memory, likeness: language.likeness(text, contentWithoutSpeaker(memory)) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => rankOf(a.memory) - rankOf(b.memory) || b.likeness - a.likeness)
    .map(({ memory, likeness }) => ({ memory, isSame: likeness === SAME_LIKENESS }));
}

const rankOf = ({ type }: Memory): number => (type === 'episodic' ? 1 : 0);

function contentWithoutSpeaker({ content, metadata }: Memory): string {
  const { speaker } = metadata as { speaker?: unknown };
  return typeof speaker === 'string' && content.startsWith(`${speaker}: `)
    ? content.slice(speaker.length + 2)
    : content;
}
