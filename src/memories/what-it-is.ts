import type { z } from 'zod';
import { importanceOf } from '../languages/english/memory-type.ts';
import type { MemoryType } from '../model/memory.ts';
import type { Remembered, rememberContextSchema } from '../model/revision.ts';
import type { Finding } from '../reconcile/finding.ts';
import { classify } from './classify.ts';
import type { ReviseContext } from './context.ts';
import { dayTold, endTold } from './day-told.ts';
import { namedIn } from './named-in.ts';
import { checkPeriod } from './update.ts';

type Judging = Pick<ReviseContext, 'clock' | 'llm' | 'signal'>;

export type RememberInput = z.output<typeof rememberContextSchema>;

/** What somebody takes the trouble to hand in is rather sure. */
export const CONFIDENCE = 0.9;
const CATEGORIES: Readonly<Record<MemoryType, string>> = {
  semantic: 'fact',
  episodic: 'event',
  procedural: 'procedure',
  working: 'note',
};
const PREFERENCE =
  /\b(?:prefers?|likes?|loves?|hates?|dislikes?|favou?rites?|enjoys?|rather have|can(?:not|['’]t) stand)\b/i;

/** What a text is taken for, and why. */
export interface Judged {
  readonly finding: Finding & { readonly type: MemoryType };
  readonly why: Remembered['why'];
}

/** What was handed in, with everything that was left out worked out from its words. A model may take long: nobody should have to wait for it. */
export async function whatItIs(told: string, input: RememberInput, context: Judging): Promise<Judged> {
  const content = told.trim();
  const now = context.clock.now();
  const { entities, confidence = CONFIDENCE, metadata } = input;
  const kind = input.type === undefined ? await classify(content, context) : { type: input.type, why: 'was given' };
  const { type } = kind;
  const weight =
    input.importance === undefined ? importanceOf(content, type) : { importance: input.importance, why: 'was given' };
  const isTaste = type === 'semantic' && PREFERENCE.test(content.slice(0, 1000));
  const validAt = input.validAt ?? begins(content, type, now);
  checkPeriod(validAt, input.invalidAt);
  const invalidAt = input.invalidAt ?? ends(content, type, validAt ?? now, now);
  return {
    finding: {
      ...{ content, type, confidence, importance: weight.importance, episodeIds: [] },
      category: input.category ?? (isTaste ? 'preference' : CATEGORIES[type]),
      entities: namedIn(content, entities),
      ...(validAt !== undefined && { validAt }),
      ...(invalidAt !== undefined && { invalidAt }),
      ...(metadata !== undefined && { metadata }),
    },
    why: { type: kind.why, importance: weight.why },
  };
}

/** An event has its day where it tells one; what holds holds from now on, so that older talk cannot undo it. */
function begins(content: string, type: MemoryType, now: Date): Date | undefined {
  if (type === 'episodic') return dayTold(content, now);
  return type === 'working' ? undefined : now;
}

/** What has happened stays so; all else ends where its words say so. */
function ends(content: string, type: MemoryType, from: Date, now: Date): Date | undefined {
  const end = type === 'episodic' ? undefined : endTold(content, now);
  return end !== undefined && from < end ? end : undefined;
}
