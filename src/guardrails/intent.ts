import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import { SouvenirError } from '../errors.ts';
import { sentencesOf } from '../languages/sentences.ts';
import { headsOf } from '../reader/model-file.ts';
import { openModel, packagePieces } from '../reader/open-model.ts';
import type { WordPiece } from '../reader/word-piece.ts';
import { forbidsCommand } from './commands.ts';
import { keepsGuidance, putAsideIn } from './put-aside.ts';
import { clearerVariants } from './text-rules.ts';
import { asWritten, MAX_READ_CHARS, type TextVariant } from './text-variants.ts';

/** Log odds from which a passage is refused: few harmless ones reach them. */
const REFUSED = 0.5;
/** The same for a line among others, whose company makes it look harmless. */
const REFUSED_LINE = 1;
/** The same for a sentence among others, which the rest of a passage may hide: alone it is weaker evidence. */
const REFUSED_ALONE = 3.5;
/** The longest text of the training data; longer ones are read in overlapping passages. */
const MAX_TOKENS = 90;

const REASONS: Readonly<Record<Intent, string>> = {
  override: 'reads as putting the core prompt, the identity, the safety rules or the user’s control aside',
  smuggling: 'reads as making recalled or pasted text an order, or as such text itself',
  secrets: 'reads as giving away a password, key or code',
};

interface TextSpan {
  readonly start: number;
  readonly end: number;
}

interface TokenizedSentence extends TextSpan {
  readonly ids: readonly number[];
}

type Passage = readonly TokenizedSentence[];

/** Judges the intent of a text, in any wording, by a small language model. */
export const intentRule: Guardrail = {
  name: 'intent',
  async check(text) {
    const model = withCache(await intentModel());
    const violations: Violation[] = putAsideIn(text.slice(0, MAX_READ_CHARS)).map((span) => ({
      ...{ rule: 'override', reason: REASONS.override, ...span },
    }));
    for (const reading of [asWritten(text.slice(0, MAX_READ_CHARS)), ...clearerVariants(text, model.pieces)])
      for (const { passage, minOdds } of passagesOf(reading.text, model)) {
        const judged = await judgePassage(passage, minOdds, model);
        if (judged === undefined) continue;
        const { intent } = judged;
        const span = spanIn(reading, judged);
        if (!violations.some((other) => span.start < other.end && other.start < span.end))
          violations.push({ rule: intent, reason: REASONS[intent], ...span });
      }
    return violations;
  },
};

function passagesOf(text: string, { pieces }: IntentModel): { readonly passage: Passage; readonly minOdds: number }[] {
  const sentences = sentenceSpans(text).flatMap((span) => tokenize(span, text, pieces));
  const lines = Map.groupBy(lineOf(sentences, text), ({ line }) => line);
  const alone = lines.size < 2 ? [] : [...lines.values()].flatMap(packPassages);
  return [
    ...packPassages(sentences).map((passage) => ({ passage, minOdds: REFUSED })),
    ...alone.map((passage) => ({ passage, minOdds: REFUSED_LINE })),
  ];
}

function lineOf(
  sentences: readonly TokenizedSentence[],
  text: string,
): (TokenizedSentence & { readonly line: number })[] {
  let [line, at] = [0, 0];
  return sentences.map((sentence) => {
    for (; at < sentence.start; at++) if (text[at] === '\n') line++;
    return { ...sentence, line };
  });
}

function packPassages(sentences: readonly TokenizedSentence[]): Passage[] {
  const passages: TokenizedSentence[][] = [];
  for (const sentence of sentences) {
    const open = passages.at(-1);
    if (open !== undefined && lengthOf(open) + sentence.ids.length <= MAX_TOKENS) open.push(sentence);
    else
      passages.push([
        ...(open?.slice(-1) ?? []).filter((last) => last.ids.length + sentence.ids.length <= MAX_TOKENS),
        sentence,
      ]);
  }
  return passages;
}

const lengthOf = (passage: Passage): number => passage.reduce((sum, { ids }) => sum + ids.length, 0);

function sentenceSpans(text: string): TextSpan[] {
  let end = 0;
  const spans = sentencesOf(text).map((sentence): TextSpan & { readonly sentence: string } => {
    const start = text.indexOf(sentence, end);
    end = start + sentence.length;
    return { sentence, start, end };
  });
  return spans.filter(
    ({ sentence }) => !isAffirming(sentence) && !keepsGuidance(sentence) && !forbidsCommand(sentence),
  );
}

/** A sentence; one that exceeds the model's input is halved until each piece fits with its neighbours. */
function tokenize(
  { start, end }: TextSpan,
  text: string,
  pieces: WordPiece,
  maxTokens = MAX_TOKENS,
): TokenizedSentence[] {
  const ids = [...pieces.ids(text.slice(start, end))];
  if (ids.length <= maxTokens || end - start < 2) return [{ start, end, ids: ids.slice(0, MAX_TOKENS) }];
  const middle = Math.ceil((start + end) / 2);
  const space = text.indexOf(' ', middle);
  const cut = space > 0 && space < end - 1 ? space : middle;
  return [
    { start, end: cut },
    { start: cut, end },
  ].flatMap((half) => tokenize(half, text, pieces, MAX_TOKENS / 4));
}

/** Locates a refusal in the worst sentence, or in the whole passage if no sentence is bad enough alone. */
async function judgePassage(
  passage: Passage,
  minOdds: number,
  { judge }: IntentModel,
): Promise<(TextSpan & IntentJudgement) | undefined> {
  const [first, last] = [passage[0], passage.at(-1)];
  const sentences: (TextSpan & IntentJudgement)[] = [];
  for (const { start, end, ids } of passage) {
    sentences.push({ start, end, ...(await judge(ids)) });
  }
  const [worst] = sentences.sort((a, b) => b.odds - a.odds);
  if (first === undefined || last === undefined || worst === undefined) return undefined;
  const whole = passage.length === 1 ? worst : await judge(passage.flatMap(({ ids }) => ids));
  if (whole.odds < minOdds && worst.odds < REFUSED_ALONE) return undefined;
  return worst.odds >= REFUSED ? worst : { ...whole, start: first.start, end: last.end };
}

function spanIn({ starts, ends }: TextVariant, { start, end }: TextSpan): TextSpan {
  const [one, other] = [
    { start: starts[start] ?? 0, end: ends[start] ?? 0 },
    { start: starts[end - 1] ?? 0, end: ends[end - 1] ?? 0 },
  ];
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

const RULES =
  '(?:(?:your|the|my|all|any|these|its) )*(?:(?:core|system|safety|security|original|operator) )*(?:prompt|rules?|guidelines|polic(?:y|ies)|limits|guardrails|instructions|identity|confirmations?)';
/** The whole sentence must match: any further request goes to the model. */
const FORBIDS = new RegExp(
  `^(?:please )?(?:never|do not|don't|under no circumstances) (?:ever )?(?:ignore|disregard|override|bypass|forget|drop|skip|weaken|break|relax|reveal) ${RULES}(?: ever| at all| for any reason| under any circumstances)?$`,
);
const AFFIRMS = new RegExp(
  `^(?:(?:if|when|whenever|where) [^,;:]{0,60} (?:conflict|conflicts|disagree|disagrees|contradict|contradicts|clash|collide|differ)[^,;:]{0,60}, )?${RULES} (?:always |still )?(?:come first|comes first|wins?|prevails?|takes? precedence)(?:, of course)?$`,
);

/** Whether a sentence only asks to keep the rules: the intent model takes that for its opposite. */
function isAffirming(sentence: string): boolean {
  const normalised = sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?<![.!\s])[.!\s]+$/, '')
    .trim();
  return FORBIDS.test(normalised) || AFFIRMS.test(normalised);
}

/** Intents, in the order of the rows of the model's last matrix. */
const INTENTS = ['harmless', 'override', 'smuggling', 'secrets'] as const;
type Intent = Exclude<(typeof INTENTS)[number], 'harmless'>;

interface IntentJudgement {
  readonly intent: Intent;
  /** Log odds that it is not harmless. */
  readonly odds: number;
}

interface IntentModel {
  readonly pieces: WordPiece;
  judge(ids: readonly number[]): Promise<IntentJudgement>;
}

/** Sentences recur: alone, in their line and in each variant of a text. */
function withCache({ pieces, judge }: IntentModel): IntentModel {
  const known = new Map<string, Promise<IntentJudgement>>();
  return {
    pieces,
    judge(ids) {
      const key = ids.join();
      const judgement = known.get(key) ?? judge(ids);
      known.set(key, judgement);
      return judgement;
    },
  };
}

let loading: Promise<IntentModel> | undefined;

function intentModel(): Promise<IntentModel> {
  loading ??= load().catch((cause) => {
    loading = undefined;
    const advice = 'install the package again; in a checkout, run tools/build-kernels.mjs';
    throw new SouvenirError('guardrailFailed', 'the model that reads instructions could not be loaded', {
      ...{ advice, cause },
    });
  });
  return loading;
}

async function load(): Promise<IntentModel> {
  const [{ file, pool }, pieces] = await Promise.all([openModel(1, 'intent'), packagePieces()]);
  const heads = headsOf(file);
  return {
    pieces,
    async judge(ids) {
      const [vector] = await pool.run([{ sequences: [{ ids: pieces.frame(ids) }] }]);
      const [harmless = 0, ...others] = heads('intents', vector as Float32Array);
      const highest = Math.max(...others);
      const together = highest + Math.log(others.reduce((sum, logit) => sum + Math.exp(logit - highest), 0));
      return { intent: INTENTS[1 + others.indexOf(highest)] as Intent, odds: together - harmless };
    },
  };
}
