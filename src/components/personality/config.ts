import { z } from 'zod';
import type { Guardrail } from '../../contracts/guardrail.ts';
import { nameSchema, unitSchema } from '../../model/primitives.ts';

function isGuardrail(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'check' in value &&
    typeof value.check === 'function'
  );
}

export const personalityConfigSchema = z.strictObject({
  /** The agent's identity. It never changes; a different one starts the persona anew. */
  identity: z.string().trim().min(1).max(20_000),
  /** The agent's name; by default read from the identity. */
  name: nameSchema.optional(),
  /** Episodes that must have occurred since the persona last changed. */
  minEpisodes: z.int().min(1).default(50),
  /**
   * Bounds of the cosine distance from the old text: a smaller change says nothing new, a larger one is another character. With the built-in
   * embedder one trait moves a paragraph of identity by 0.004 to 0.02 and a sentence by 0.02 to 0.15, another character by 0.47 and more.
   */
  minDrift: unitSchema.default(0.004),
  maxDrift: unitSchema.default(0.45),
  /** The same without an embedder, as the share of words not in common: 0.05 to 0.4 for one trait, 0.88 and more for another character. */
  wordDrift: z.strictObject({ min: unitSchema.default(0.03), max: unitSchema.default(0.85) }).prefault({}),
  /** The latest episodes from which the persona is drawn. */
  maxEpisodes: z.int().min(1).default(500),
  /** Without a language model, the number of times users must have asked for a manner before it counts. */
  minSupport: z.int().min(1).default(3),
  /** A new text that breaks one of these is refused; the default rules unless given. The words of the identity break none. */
  guardrails: z
    .array(z.custom<Guardrail>(isGuardrail, 'must be a guardrail with a name and a check'))
    .readonly()
    .optional(),
});
export type PersonalityConfig = Readonly<z.output<typeof personalityConfigSchema>>;
export type PersonalityConfigInput = Readonly<z.input<typeof personalityConfigSchema>>;

const NAME = "(?<name>\\p{Lu}[\\p{L}\\p{N}'’-]{0,40})";
const NO_NAMES = new Set('The A An This It He She They You Your My There Here AI I Who What'.split(' '));
const PATTERNS = [
  `\\b(?:[Yy]our|[Mm]y|[Ii]ts) name is ${NAME}`,
  `\\b(?:called|named) ${NAME}`,
  `\\b[Yy]ou are ${NAME}`,
  `\\bI(?: am|['’]m) ${NAME}`,
  `^\\s*${NAME} is\\b`,
].map((pattern) => new RegExp(pattern, 'u'));

/** The name in an identity such as "You are Nova, …" or "Nova is …". */
export function agentName(identity: string): string | undefined {
  const names = PATTERNS.map((pattern) => pattern.exec(identity)?.groups?.['name']);
  return names.find((name) => name !== undefined && !NO_NAMES.has(name));
}
