import { z } from 'zod';
import { cycle } from '../consolidate/cycle/pipeline.ts';
import type { Llm } from '../contracts/llm.ts';
import { parse } from '../model/parse.ts';
import type { CycleReport } from '../model/report.ts';
import { ownerOf, scopeInputSchema } from '../model/scope.ts';
import type { Engine } from './engine.ts';

const on = z.boolean().default(true);

const cycleOptionsSchema = z.strictObject({
  ...scopeInputSchema.shape,
  /** Overrides how long ago something may have happened to be gone over for what recurs. */
  maxAgeMs: z.number().positive().optional(),
  /** Learns what recurs; */
  extractPatterns: on,
  /** measures anew how much everything stands out; */
  decaySalience: on,
  /** makes surer what was recalled or succeeded; */
  strengthen: on,
  /** ties what is related; */
  link: on,
  /** archives what does not stand out, and merges what says the same; */
  prune: on,
  /** ties what contradicts each other. */
  detectContradictions: on,
  llm: z.custom<Llm>((value) => typeof value === 'function', 'must be a function').optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
export type CycleOptions = Readonly<z.input<typeof cycleOptionsSchema>>;

export interface Cycling {
  /** Goes over what is remembered: learns what recurs, strengthens, ties and prunes. One that was cut short is gone on with. */
  cycle(options?: CycleOptions): Promise<CycleReport>;
}

export function cyclingOf(engine: Engine): Cycling {
  const { store, clock, tokenizer, languages, events, embedder } = engine;
  return {
    async cycle(options = {}) {
      const { maxAgeMs, llm = engine.llm, signal: given, ...rest } = parse(cycleOptionsSchema, options, 'cycle');
      const { extractPatterns, decaySalience, strengthen, link, prune, detectContradictions } = rest;
      const scope = engine.scopeOf(options);
      const owner = ownerOf(scope);
      const agent = engine.agentOf(scope);
      const config = maxAgeMs === undefined ? agent.cycle : { ...agent.cycle, maxAgeMs };
      const report = await engine.whileNotConsolidating(
        owner,
        (signal) =>
          engine.spans.cycle(() =>
            cycle(owner, {
              ...{
                store,
                clock,
                tokenizer,
                languages,
                events,
                embedder,
                llm,
                signal,
                config,
                salience: agent.recall.salience,
              },
              inTurn: (work) => engine.inTurn(owner, work, signal),
              tasks: { extractPatterns, decaySalience, strengthen, link, prune, detectContradictions },
            }),
          ),
        given,
      );
      engine.embedLater(owner);
      return report;
    },
  };
}
