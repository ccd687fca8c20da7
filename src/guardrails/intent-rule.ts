import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import { isAffirming } from './affirming.ts';
import { disguisedIn } from './disguised.ts';
import { type Intent, type IntentModel, intentModel, type Judgement } from './intent-model.ts';
import { asWritten, type Reading } from './reading.ts';
import { type Span, sentencesOf } from './sentences.ts';

/** Odds, as a logarithm, from which a passage is refused: few harmless ones reach them. */
const REFUSED = 0.5;
/** The same for a sentence among others, which the rest of a passage may hide: alone it says less of what is meant. */
const REFUSED_ALONE = 3.5;
/** The model learnt from texts up to this long; a longer one is read in passages, each with the end of the one before. */
const MOST_TOKENS = 90;

const REASONS: Readonly<Record<Intent, string>> = {
  override: 'reads as putting the core prompt, the identity, the safety rules or the user’s control aside',
  smuggling: 'reads as making recalled or pasted text an order, or as such text itself',
  secrets: 'reads as giving away a password, key or code',
};

interface Passage extends Span {
  readonly sentences: readonly Span[];
  readonly ids: readonly number[];
}

/** What a text is up to, whatever its words: judged by a small language model. */
export const intentRule: Guardrail = {
  name: 'intent',
  async check(text) {
    const model = await intentModel();
    const found: Violation[] = [];
    for (const reading of [asWritten(text), ...disguisedIn(text, model.pieces)])
      for (const passage of passagesOf(reading.text, model)) {
        const judged = judgedIn(passage, reading.text, model);
        if (judged === undefined) continue;
        const { intent } = judged;
        const place = placeIn(reading, judged);
        if (!found.some((other) => place.start < other.end && other.start < place.end))
          found.push({ rule: intent, reason: REASONS[intent], ...place });
      }
    return found;
  },
};

function passagesOf(text: string, { pieces }: IntentModel): Passage[] {
  const passages: Passage[] = [];
  let sentences: { readonly span: Span; readonly ids: readonly number[] }[] = [];
  const end = () => {
    const [first, last] = [sentences[0], sentences.at(-1)];
    if (first === undefined || last === undefined) return;
    const ids = sentences.flatMap((sentence) => sentence.ids).slice(0, MOST_TOKENS);
    passages.push({ start: first.span.start, end: last.span.end, sentences: sentences.map(({ span }) => span), ids });
  };
  for (const span of sentencesOf(text).filter(({ start, end }) => !isAffirming(text.slice(start, end)))) {
    const ids = [...pieces.ids(text.slice(span.start, span.end))];
    const length = sentences.reduce((sum, sentence) => sum + sentence.ids.length, ids.length);
    if (length > MOST_TOKENS) {
      end();
      sentences = sentences.slice(-1).filter((last) => last.ids.length + ids.length <= MOST_TOKENS);
    }
    sentences.push({ span, ids });
  }
  end();
  return passages;
}

/** What a passage is refused for, and where: in the sentence that is worst by itself, or in all of it where none is bad enough alone. */
function judgedIn(passage: Passage, text: string, { pieces, judge }: IntentModel): (Span & Judgement) | undefined {
  const whole = judge(passage.ids);
  const [worst] = passage.sentences
    .map((span) => ({ ...span, ...judge([...pieces.ids(text.slice(span.start, span.end))].slice(0, MOST_TOKENS)) }))
    .sort((a, b) => b.odds - a.odds);
  if (worst === undefined || (whole.odds < REFUSED && worst.odds < REFUSED_ALONE)) return undefined;
  return worst.odds >= REFUSED ? worst : { ...whole, start: passage.start, end: passage.end };
}

function placeIn({ starts, ends }: Reading, { start, end }: Span): Span {
  const [one, other] = [
    { start: starts[start] ?? 0, end: ends[start] ?? 0 },
    { start: starts[end - 1] ?? 0, end: ends[end - 1] ?? 0 },
  ];
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
