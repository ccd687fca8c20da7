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

/** The types of episodes, with the importance of each unless the caller sets one. */
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
/** The kind of an episode; it decides the importance unless the caller sets one. */
export type EpisodeType = z.infer<typeof episodeTypeSchema>;

export const roleSchema = z.enum(['user', 'assistant', 'system', 'tool']);
/** The role of the speaker. */
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
    /** The text was recalled from memory, so nothing is learnt from it. */
    recalled: z.boolean().optional(),
    /** The trust of the source, if role and tool do not show it: a web page that a user pasted is a `document`. It can only lower trust. */
    trust: trustSchema.optional(),
  })
  // `unknown` instead of JSON: an index signature of JSON would refuse optional fields.
  .catchall(z.unknown());
export const episodeMetadataSchema = asJson(fieldsOfMetadata);
const givenMetadataSchema = asGivenJson(fieldsOfMetadata);
/** Facts about an episode: the caller's id, the tool and its result, the trust of the source, and fields of the caller's own. */
export type EpisodeMetadata = z.infer<typeof episodeMetadataSchema>;

export const episodeInputSchema = z.strictObject({
  type: episodeTypeSchema.default('conversation'),
  content: contentSchema,
  role: roleSchema.default('user'),
  speaker: nameSchema.optional(),
  importance: unitSchema.optional(),
  occurredAt: momentSchema.optional(),
  metadata: givenMetadataSchema.default({}),
  /** The id of its source. An episode that its owner already has from this source is not recorded again. */
  sourceId: sourceIdSchema.optional(),
});
/** The input of `record`; only the content is required. */
export type EpisodeInput = Readonly<z.input<typeof episodeInputSchema>>;

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
/** A recorded episode; it never changes. */
export type Episode = Readonly<z.infer<typeof episodeSchema>>;

export const MAX_PROMPT_CHARS = 1500;

/** An episode with its position in its session, counted from 1 in the order of writing. */
export type StoredEpisode = Episode & {
  readonly position: number;
  /** The number of forgotten memories that came from it; above 0 hides it. */
  readonly hiddenBy?: number;
};

export const withSpeaker = ({ speaker, role, content }: Pick<Episode, 'speaker' | 'role' | 'content'>): string =>
  `${speaker ?? role}: ${content}`;

export { withoutPrompt } from './without-prompt.ts';

const SPEAKER = /^\p{L}[^:\n]{0,60}: /u;

/** Removes the speaker: statements of two speakers may contradict each other. */
export const withoutSpeaker = (content: string): string => content.replace(SPEAKER, '');
