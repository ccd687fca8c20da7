import type { RetrievalInput, RetrievalPolicy, RetrievalReason, RetrievalVerdict } from '../contracts/policies.ts';
import { isAcknowledgement, isGreeting } from '../languages/english/small-talk.ts';
import { words } from '../text/words.ts';
import {
  asksForHistory,
  goesOn,
  isAboutTheAsker,
  isPleasantry,
  whyItStandsAlone,
  withoutGivenText,
} from './retrieval-rules.ts';

const SURE = 0.5;

const skip = (skipped: string): RetrievalVerdict => ({ retrieve: false, reasons: [], skipped });
const retrieve = (...reasons: readonly RetrievalReason[]): RetrievalVerdict => ({ retrieve: true, reasons });

/** Asks memory unless the message stands on its own: in doubt it does. */
export const retrievalPolicy: RetrievalPolicy = (input) => {
  const { message, knownEntities, confidence, turnsSoFar } = input;
  const empty = smallTalk(message, knownEntities);
  if (empty !== undefined) return skip(empty);

  const reasons = reasonsOf(input);
  if (reasons.length > 0) return retrieve(...reasons);
  if (goesOn(message) && turnsSoFar === 0)
    return retrieve({ trigger: 'historyAsked', because: 'it goes on with something, and this session has only begun' });
  if (goesOn(message)) return skip('it only goes on with what was just said');
  const alone = whyItStandsAlone(message);
  if (alone !== undefined) return skip(alone);
  if (confidence !== undefined) return skip(`the caller is sure enough without memory (${confidence})`);
  return retrieve({ trigger: 'lowConfidence', because: 'nothing shows that it stands on its own' });
};

function smallTalk(message: string, names: readonly string[]): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(message)) return 'it has no words';
  if (isGreeting(message, names) || isPleasantry(message)) return 'it only greets or thanks';
  const known = new Set(names.flatMap(words));
  const unnamed = words(message).filter((word) => !known.has(word));
  return unnamed.length > 0 && isAcknowledgement(unnamed.join(' ')) ? 'it only acknowledges' : undefined;
}

function reasonsOf({ message, knownEntities, confidence }: RetrievalInput): RetrievalReason[] {
  const asked = withoutGivenText(message);
  const history = asksForHistory(asked);
  const personal = isAboutTheAsker(asked);
  return [
    ...(history === undefined ? [] : [{ trigger: 'historyAsked', because: `it says "${history}"` } as const]),
    ...(personal === undefined
      ? []
      : [{ trigger: 'personalisationNeeded', because: `it says "${personal}"` } as const]),
    ...knownEntities.map((name) => ({ trigger: 'entityKnown', because: `memory knows ${name}` }) as const),
    ...(confidence === undefined || confidence >= SURE
      ? []
      : [{ trigger: 'lowConfidence', because: `the caller's confidence without memory is ${confidence}` } as const]),
  ];
}
