import { souvenirEmbedder } from 'souvenir-memory/embedders';
import { measureKernel as measureOpenKernel } from '../../src/reader/open-model.ts';
import { seededRandom } from '../random.ts';
import { reporter } from './report.ts';
import { makeText } from './texts.ts';
import { Samples, Unit } from './timing.ts';

/** Multiply-adds of the forward pass a token. */
const MACS_A_TOKEN = 7.1e6;
const TOKENS_A_SAMPLE = 640;
const [SAMPLES, WARM_SAMPLES] = [6, 6];

/** The kernel that runs here unless a variable refuses it, and why it is not the native one. */
export async function defaultKernel(): Promise<string> {
  const { kernel, instructionSet, nativeRefusal } = await measureOpenKernel();
  return nativeRefusal === undefined
    ? `${kernel} kernel on ${instructionSet}`
    : `${kernel} kernel, as the native one ${nativeRefusal}`;
}

/** The whole forward pass on one thread, over texts of known length; the optimised code runs after some hundred texts. */
export async function measureKernel(kernel: string): Promise<void> {
  const embedder = souvenirEmbedder({ threads: 1 });
  const random = seededRandom(1).next;
  const unit = new Unit();
  const { report, cpu } = reporter(unit);
  for (const tokens of [128, 32]) {
    const samples = new Samples();
    const count = TOKENS_A_SAMPLE / tokens;
    for (let at = 0; at < WARM_SAMPLES + SAMPLES; at++) {
      const texts = Array.from({ length: count }, () => makeText(tokens, random));
      if (at < WARM_SAMPLES) await embedder.embed(texts);
      else await samples.time(() => embedder.embed(texts));
      unit.time(2);
    }
    report(
      `forward pass a core, texts of ${tokens} tokens, ${kernel}`,
      (MACS_A_TOKEN * TOKENS_A_SAMPLE) / (samples.meanCpu * 1e6),
      'GMAC/s',
    );
    if (tokens === 32) cpu(`processor an embedding of 32 tokens, ${kernel}`, samples.meanCpu / count);
  }
  await embedder.close();
}
