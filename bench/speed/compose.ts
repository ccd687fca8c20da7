import { compose } from '../../src/compose/compose.ts';
import type { ComposeParts } from '../../src/compose/parts.ts';
import type { Tokenizer } from '../../src/contracts/tokenizer.ts';
import { approximateTokenizer, modelTokenizer } from '../../src/tokenizers/tokenizers.ts';
import { seededRandom } from '../random.ts';
import { makeText } from './texts.ts';
import { percentile, timed } from './timing.ts';

const ROUNDS = 500;
const MEMORIES = [10, 50];
const NOW = new Date('2026-06-01T00:00:00Z');

/** From the parts of a turn to its prompt: every section filled, with a few memories and with many, of which some do not fit. */
export async function measureCompose() {
  const random = seededRandom(17).next;
  const approximate = approximateTokenizer();
  const exact = await modelTokenizer({ encoding: 'o200k_base' });
  const figures: Record<string, number> = {};
  for (const count of MEMORIES) {
    const ms = await measure(count, approximate, random);
    figures[`compose${count}MsP50`] = percentile(ms, 0.5);
    figures[`compose${count}MsP95`] = percentile(ms, 0.95);
    figures[`composeExact${count}MsP95`] = percentile(await measure(count, exact, random), 0.95);
  }
  return figures;
}

async function measure(memories: number, tokenizer: Tokenizer, random: () => number): Promise<number[]> {
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const parts = makeParts(memories, random);
    ms.push((await timed(() => compose(parts, { tokenizer }))).ms);
  }
  return ms;
}

function makeParts(memories: number, random: () => number): ComposeParts {
  const several = <Each>(count: number, make: (at: number) => Each): Each[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const text = (tokens: number): string => makeText(tokens, random);
  return {
    ...{ core: text(400), instructions: text(150), persona: text(150), message: text(30) },
    profile: several(10, (at) => `field ${at}: ${text(6)}`).join('\n'),
    procedures: several(3, (at) => ({ name: `procedure ${at}`, text: text(150), successRate: random(), runs: at })),
    memories: several(memories, (at) => ({
      ...{ id: `memory ${at}`, content: text(30), component: 'durable', category: 'fact', status: 'active' as const },
      ...{ createdAt: new Date(NOW.getTime() - at), score: random() },
    })),
    documents: several(8, (at) => ({
      ...{ id: `passage ${at}`, title: text(3), headings: [text(2)], source: `notes/${at}.md`, content: text(150) },
    })),
    contradictions: [{ memoryId: 'memory 1', chunkId: 'passage 1' }],
    recent: several(20, (at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: text(60), at: NOW }) as const),
  };
}
