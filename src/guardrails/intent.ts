import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import { SouvenirError } from '../errors.ts';
import { sentencesOf } from '../languages/sentences.ts';
import { headsOf } from '../reader/model-file.ts';
import { openModel, packagePieces } from '../reader/open-model.ts';
import type { WordPiece } from '../reader/word-piece.ts';
import { forbidsCommand } from './commands.ts';
import { keepsGuidance, putAsideIn } from './put-aside.ts';
import { asWritten, MOST_READ, type Reading } from './readings.ts';
import { disguisedIn } from './text-rules.ts';

/** Odds, as a logarithm, from which a passage is refused: few harmless ones reach them. */
const REFUSED = 0.5;
/** The same for a line among others, which their company makes look harmless: whoever writes a line means it to be read by itself. */
const REFUSED_LINE = 1;
/** The same for a sentence among others, which the rest of a passage may hide: alone it says less of what is meant. */
const REFUSED_ALONE = 3.5;
/** The model learnt from texts up to this long; a longer one is read in passages, each with the end of the one before. */
const MOST_TOKENS = 90;

const REASONS: Readonly<Record<Intent, string>> = {
  override: 'reads as putting the core prompt, the identity, the safety rules or the user’s control aside',
  smuggling: 'reads as making recalled or pasted text an order, or as such text itself',
  secrets: 'reads as giving away a password, key or code',
};

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Sentence extends Span {
  readonly ids: readonly number[];
}

type Passage = readonly Sentence[];

/** What a text is up to, whatever its words: judged by a small language model. */
export const intentRule: Guardrail = {
  name: 'intent',
  async check(text) {
    const model = remembering(await intentModel());
    const found: Violation[] = putAsideIn(text.slice(0, MOST_READ)).map((place) => ({
      ...{ rule: 'override', reason: REASONS.override, ...place },
    }));
    for (const reading of [asWritten(text.slice(0, MOST_READ)), ...disguisedIn(text, model.pieces)])
      for (const { passage, least } of passagesOf(reading.text, model)) {
        const judged = await judgedIn(passage, least, model);
        if (judged === undefined) continue;
        const { intent } = judged;
        const place = placeIn(reading, judged);
        if (!found.some((other) => place.start < other.end && other.start < place.end))
          found.push({ rule: intent, reason: REASONS[intent], ...place });
      }
    return found;
  },
};

/** The text as it runs on, and each of its lines by itself. */
function passagesOf(text: string, { pieces }: IntentModel): { readonly passage: Passage; readonly least: number }[] {
  const sentences = placesOf(text).flatMap((span) => readIn(span, text, pieces));
  const lines = Map.groupBy(lineOf(sentences, text), ({ line }) => line);
  const alone = lines.size < 2 ? [] : [...lines.values()].flatMap(packed);
  return [
    ...packed(sentences).map((passage) => ({ passage, least: REFUSED })),
    ...alone.map((passage) => ({ passage, least: REFUSED_LINE })),
  ];
}

/** No sentence goes beyond its line. */
function lineOf(sentences: readonly Sentence[], text: string): (Sentence & { readonly line: number })[] {
  let [line, at] = [0, 0];
  return sentences.map((sentence) => {
    for (; at < sentence.start; at++) if (text[at] === '\n') line++;
    return { ...sentence, line };
  });
}

/** As many sentences as the model reads at once; each passage begins with the last sentence of the one before, if there is room. */
function packed(sentences: readonly Sentence[]): Passage[] {
  const passages: Sentence[][] = [];
  for (const sentence of sentences) {
    const open = passages.at(-1);
    if (open !== undefined && lengthOf(open) + sentence.ids.length <= MOST_TOKENS) open.push(sentence);
    else
      passages.push([
        ...(open?.slice(-1) ?? []).filter((last) => last.ids.length + sentence.ids.length <= MOST_TOKENS),
        sentence,
      ]);
  }
  return passages;
}

const lengthOf = (passage: Passage): number => passage.reduce((sum, { ids }) => sum + ids.length, 0);

function placesOf(text: string): Span[] {
  let end = 0;
  const spans = sentencesOf(text).map((sentence): Span & { readonly sentence: string } => {
    const start = text.indexOf(sentence, end);
    end = start + sentence.length;
    return { sentence, start, end };
  });
  return spans.filter(
    ({ sentence }) => !isAffirming(sentence) && !keepsGuidance(sentence) && !forbidsCommand(sentence),
  );
}

/** A sentence; of one that is longer than the model reads, halves of halves that are short enough to be read with their neighbours. */
function readIn({ start, end }: Span, text: string, pieces: WordPiece, most = MOST_TOKENS): Sentence[] {
  const ids = [...pieces.ids(text.slice(start, end))];
  if (ids.length <= most || end - start < 2) return [{ start, end, ids: ids.slice(0, MOST_TOKENS) }];
  const middle = Math.ceil((start + end) / 2);
  const space = text.indexOf(' ', middle);
  const cut = space > 0 && space < end - 1 ? space : middle;
  return [
    { start, end: cut },
    { start: cut, end },
  ].flatMap((half) => readIn(half, text, pieces, MOST_TOKENS / 4));
}

/** What a passage is refused for, and where: in the sentence that is worst by itself, or in all of it where none is bad enough alone. */
async function judgedIn(
  passage: Passage,
  least: number,
  { judge }: IntentModel,
): Promise<(Span & Judgement) | undefined> {
  const [first, last] = [passage[0], passage.at(-1)];
  const sentences: (Span & Judgement)[] = [];
  for (const { start, end, ids } of passage) {
    sentences.push({ start, end, ...(await judge(ids)) });
  }
  const [worst] = sentences.sort((a, b) => b.odds - a.odds);
  if (first === undefined || last === undefined || worst === undefined) return undefined;
  const whole = passage.length === 1 ? worst : await judge(passage.flatMap(({ ids }) => ids));
  if (whole.odds < least && worst.odds < REFUSED_ALONE) return undefined;
  return worst.odds >= REFUSED ? worst : { ...whole, start: first.start, end: last.end };
}

function placeIn({ starts, ends }: Reading, { start, end }: Span): Span {
  const [one, other] = [
    { start: starts[start] ?? 0, end: ends[start] ?? 0 },
    { start: starts[end - 1] ?? 0, end: ends[end - 1] ?? 0 },
  ];
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

const RULES =
  '(?:(?:your|the|my|all|any|these|its) )*(?:(?:core|system|safety|security|original|operator) )*(?:prompt|rules?|guidelines|polic(?:y|ies)|limits|guardrails|instructions|identity|confirmations?)';
/** The whole sentence must match: anything more it asks for is judged by the model. */
const FORBIDS = new RegExp(
  `^(?:please )?(?:never|do not|don't|under no circumstances) (?:ever )?(?:ignore|disregard|override|bypass|forget|drop|skip|weaken|break|relax|reveal) ${RULES}(?: ever| at all| for any reason| under any circumstances)?$`,
);
const UPHOLDS = new RegExp(
  `^(?:(?:if|when|whenever|where) [^,;:]{0,60} (?:conflict|conflicts|disagree|disagrees|contradict|contradicts|clash|collide|differ)[^,;:]{0,60}, )?${RULES} (?:always |still )?(?:come first|comes first|wins?|prevails?|takes? precedence)(?:, of course)?$`,
);

/** Whether a sentence asks to keep the rules, and nothing else: the intent model takes that for its opposite. */
function isAffirming(sentence: string): boolean {
  const said = sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?<![.!\s])[.!\s]+$/, '')
    .trim();
  return FORBIDS.test(said) || UPHOLDS.test(said);
}

/** What a passage may be up to, as the rows of the model's last matrix have it. */
const INTENTS = ['harmless', 'override', 'smuggling', 'secrets'] as const;
type Intent = Exclude<(typeof INTENTS)[number], 'harmless'>;

interface Judgement {
  /** What it most likely is if it is not harmless. */
  readonly intent: Intent;
  /** The logarithm of the odds that it is not harmless. */
  readonly odds: number;
}

interface IntentModel {
  readonly pieces: WordPiece;
  judge(ids: readonly number[]): Promise<Judgement>;
}

/** A sentence is read alone, in its line and in each reading of a text. */
function remembering({ pieces, judge }: IntentModel): IntentModel {
  const known = new Map<string, Promise<Judgement>>();
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

/** Loaded once for the process, on the first call. */
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
      const most = Math.max(...others);
      const together = most + Math.log(others.reduce((sum, logit) => sum + Math.exp(logit - most), 0));
      return { intent: INTENTS[1 + others.indexOf(most)] as Intent, odds: together - harmless };
    },
  };
}
