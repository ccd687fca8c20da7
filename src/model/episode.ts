import { z } from 'zod';
import {
  asGivenJson,
  asJson,
  contentSchema,
  foreignIdSchema,
  idSchema,
  momentSchema,
  nameSchema,
  scopeIdSchema,
  sourceIdSchema,
  unitSchema,
} from './primitives.ts';
import { scopeSchema } from './scope.ts';
import { trustSchema } from './trust.ts';

/** What kind of thing happened, with the importance it has unless the caller says otherwise. */
export const EPISODE_IMPORTANCE = {
  userDirective: 0.95,
  error: 0.8,
  toolResult: 0.8,
  decision: 0.75,
  conversation: 0.4,
  observation: 0.3,
} as const;

export const episodeTypeSchema = z.enum(
  Object.keys(EPISODE_IMPORTANCE) as [keyof typeof EPISODE_IMPORTANCE, ...(keyof typeof EPISODE_IMPORTANCE)[]],
);
export type EpisodeType = z.infer<typeof episodeTypeSchema>;

export const roleSchema = z.enum(['user', 'assistant', 'system', 'tool']);
export type Role = z.infer<typeof roleSchema>;

const fieldsOfMetadata = z
  .object({
    /** The caller's own id of the turn; recall hands it back as the source. */
    turnId: foreignIdSchema.min(1).optional(),
    tool: z.string().min(1).optional(),
    parameters: z.json().optional(),
    success: z.boolean().optional(),
    durationMs: z.number().nonnegative().optional(),
    error: z.string().optional(),
    /** The text came out of memory itself, so nothing is learnt from it. */
    recalled: z.boolean().optional(),
    /** Whose word it is, where role and tool do not tell: a web page that a user pasted is a `document`. It can only take trust away. */
    trust: trustSchema.optional(),
  })
  // JSON, but typed as unknown: an index signature of JSON would refuse optional fields.
  .catchall(z.unknown());
export const episodeMetadataSchema = asJson(fieldsOfMetadata);
const givenMetadataSchema = asGivenJson(fieldsOfMetadata);
export type EpisodeMetadata = z.infer<typeof episodeMetadataSchema>;

/** What a caller hands to `record`: only the content is required. */
export const episodeInputSchema = z.strictObject({
  type: episodeTypeSchema.default('conversation'),
  content: contentSchema,
  role: roleSchema.default('user'),
  /** The name of whoever spoke, where it is known. */
  speaker: nameSchema.optional(),
  importance: unitSchema.optional(),
  occurredAt: momentSchema.optional(),
  metadata: givenMetadataSchema.default({}),
  /** Where it comes from. What its owner holds from there already is not recorded again, and stays as it is. */
  sourceId: sourceIdSchema.optional(),
});
export type EpisodeInput = Readonly<z.input<typeof episodeInputSchema>>;

/** Something that happened, as it was recorded. Never changed afterwards. */
export const episodeSchema = scopeSchema.extend({
  id: idSchema,
  type: episodeTypeSchema,
  content: contentSchema,
  role: roleSchema,
  speaker: nameSchema.optional(),
  importance: unitSchema,
  occurredAt: momentSchema,
  sessionId: scopeIdSchema,
  metadata: episodeMetadataSchema,
});
export type Episode = Readonly<z.infer<typeof episodeSchema>>;

/** Characters of an episode that a language model is given. */
export const MAX_PROMPT_CHARS = 1500;

/** An episode with its place in its session, counted from 1 in the order in which it became durable. */
export type StoredEpisode = Episode & {
  readonly position: number;
  /** How many forgotten memories came from it, which is hidden if there are any. */
  readonly hiddenBy?: number;
};

/** A turn with who said it. */
export const withSpeaker = ({ speaker, role, content }: Pick<Episode, 'speaker' | 'role' | 'content'>): string =>
  `${speaker ?? role}: ${content}`;

const SPEAKER = /^\p{L}[^:\n]{0,60}: /u;

/** What was said, without who said it: two people may say what contradicts. */
export const withoutSpeaker = (content: string): string => content.replace(SPEAKER, '');
