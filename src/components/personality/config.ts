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
  /** Who the agent is. It never changes; a different one starts the persona anew. */
  identity: z.string().trim().min(1).max(20_000),
  /** The agent's name; read from the identity unless given. */
  name: nameSchema.optional(),
  /** So many episodes must have occurred since the persona last changed. */
  minEpisodes: z.int().min(1).default(50),
  /**
   * A new text that differs less from the old one says nothing new; one that differs more is somebody else. As a distance of vectors:
   * with the built-in embedder one trait moves a paragraph of identity by 0.004 to 0.02 and a sentence by 0.02 to 0.15, another character by 0.47 and more.
   */
  minDrift: unitSchema.default(0.004),
  maxDrift: unitSchema.default(0.45),
  /** The same where there is no embedder, as the share of words not in common: 0.05 to 0.4 for one trait, 0.88 and more for another character. */
  wordDrift: z.strictObject({ min: unitSchema.default(0.03), max: unitSchema.default(0.85) }).prefault({}),
  /** The latest episodes it learns from. */
  maxEpisodes: z.int().min(1).default(500),
  /** How often users must have said a thing about the agent's manner before it counts, without a model. */
  minSupport: z.int().min(1).default(3),
  /** A new text that breaks one of these is not taken; the default rules unless given. What the identity itself says breaks none. */
  guardrails: z
    .array(z.custom<Guardrail>(isGuardrail, 'is no guardrail: it needs a name and a check'))
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

/** What an identity calls its agent: "You are Nova, …", "Nova is …". */
export function agentName(identity: string): string | undefined {
  const names = PATTERNS.map((pattern) => pattern.exec(identity)?.groups?.['name']);
  return names.find((name) => name !== undefined && !NO_NAMES.has(name));
}
