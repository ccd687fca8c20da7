import { SouvenirError } from '../errors.ts';
import { checkedForward, loadKernels } from '../reader/choose-kernel.ts';
import { floats, readModelFile, readVocabulary } from '../reader/model-file.ts';
import { type WordPiece, wordPiece } from '../reader/word-piece.ts';

/** What a passage may be up to, as the rows of the model's last matrix have it. */
const INTENTS = ['harmless', 'override', 'smuggling', 'secrets'] as const;
export type Intent = Exclude<(typeof INTENTS)[number], 'harmless'>;

export interface Judgement {
  /** What it most likely is if it is not harmless. */
  readonly intent: Intent;
  /** The logarithm of the odds that it is not harmless. */
  readonly odds: number;
}

export interface IntentModel {
  readonly pieces: WordPiece;
  judge(ids: readonly number[]): Judgement;
}

/** The last matrix was fitted to vectors of this length. */
const LENGTH = 20;

let loading: Promise<IntentModel> | undefined;

/** Loaded once for the process, on the first call. */
export function intentModel(): Promise<IntentModel> {
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
  const [model, kernels] = await Promise.all([readModelFile('intent'), loadKernels()]);
  const pieces = wordPiece(await readVocabulary(model.shape.vocabulary));
  const forward = checkedForward(kernels, model);
  const weights = floats(model, 'intents.weight');
  const biases = floats(model, 'intents.bias');
  return {
    pieces,
    judge(ids) {
      const vector = forward(pieces.frame(ids));
      const [harmless = 0, ...others] = INTENTS.map((_, row) => {
        const from = row * vector.length;
        return vector.reduce(
          (sum, value, at) => sum + LENGTH * value * (weights[from + at] as number),
          biases[row] ?? 0,
        );
      });
      const most = Math.max(...others);
      const together = most + Math.log(others.reduce((sum, logit) => sum + Math.exp(logit - most), 0));
      return { intent: INTENTS[1 + others.indexOf(most)] as Intent, odds: together - harmless };
    },
  };
}
