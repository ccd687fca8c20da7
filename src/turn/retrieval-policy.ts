import type { MemoryNeed } from '../contracts/language.ts';
import type { RetrievalInput, RetrievalReason, RetrievalVerdict } from '../contracts/policies.ts';
import { languages as known } from '../languages/languages.ts';

const SURE_CONFIDENCE = 0.5;
const MAX_READ_CHARS = 4000;

const skip = (skipped: string): RetrievalVerdict => ({ retrieve: false, reasons: [], skipped });
const retrieve = (...reasons: readonly RetrievalReason[]): RetrievalVerdict => ({ retrieve: true, reasons });

/**
 * Memory is searched unless the message clearly stands on its own.
 * @example const { retrieve, reasons } = retrievalPolicy({ message: 'What did we decide?', knownEntities: [] });
 */
export function retrievalPolicy(input: RetrievalInput, languages = known()): RetrievalVerdict {
  const { message, knownEntities, confidence, turnsSoFar } = input;
  if (!/[\p{L}\p{N}]/u.test(message)) return skip('it has no words');
  const read = message.slice(0, MAX_READ_CHARS);
  const need = languages.of(read).memoryNeed(read, knownEntities);
  if (need.empty !== undefined) return skip(need.empty);

  const reasons = reasonsOf(input, need);
  if (reasons.length > 0) return retrieve(...reasons);
  if (need.isContinuation && turnsSoFar === 0)
    return retrieve({ trigger: 'historyAsked', because: 'it goes on with something, and this session has only begun' });
  if (need.isContinuation) return skip('it only continues the conversation');
  if (need.alone !== undefined) return skip(need.alone);
  if (confidence !== undefined) return skip(`the caller is sure enough without memory (${confidence})`);
  return retrieve({ trigger: 'lowConfidence', because: 'nothing shows that it stands on its own' });
}

function reasonsOf(
  { knownEntities, confidence }: RetrievalInput,
  { history, personal }: MemoryNeed,
): RetrievalReason[] {
  return [
    ...(history === undefined ? [] : [{ trigger: 'historyAsked', because: `it says "${history}"` } as const]),
    ...(personal === undefined
      ? []
      : [{ trigger: 'personalisationNeeded', because: `it says "${personal}"` } as const]),
    ...knownEntities.map((name) => ({ trigger: 'entityKnown', because: `memory knows ${name}` }) as const),
    ...(confidence === undefined || confidence >= SURE_CONFIDENCE
      ? []
      : [{ trigger: 'lowConfidence', because: `the caller's confidence without memory is ${confidence}` } as const]),
  ];
}
