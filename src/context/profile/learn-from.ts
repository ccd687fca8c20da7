import { z } from 'zod';
import type { ProfileChange, ProfileField } from '../../contracts/profile-store.ts';
import type { Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';
import { learnField } from './learn-field.ts';
import { type ExtractProfile, type ProfileUpdate, profileUpdateSchema } from './profile-update.ts';

export const learnConfigSchema = z.object({
  /** What is less sure than this is not taken over. */
  minConfidence: unitSchema.default(0.75),
  /** How long a list may become; the least sure and oldest go first. */
  maxItems: z.int().min(1).max(1000).default(20),
});
type Config = z.output<typeof learnConfigSchema>;
export type LearnConfig = Readonly<{ [Key in keyof Config]?: Config[Key] | undefined }>;

export interface ProfileLearning {
  /** The fields that changed. */
  readonly changed: readonly string[];
  /** Those that would have, had the user not set them by hand. */
  readonly keptByHand: readonly string[];
  /** What the schema has no place for, and why. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

export interface LearnOptions {
  readonly schema: z.ZodObject;
  readonly config: Config;
  readonly extract: ExtractProfile;
  /** The caller's own is held to the schema; of the rules, what the schema does not ask for is left out. */
  readonly isOwnExtract: boolean;
}

/** Archived or merged memories are not denied: what came from them stays, and nothing new comes. */
const ENDED = new Set<Memory['status']>(['superseded', 'forgotten', 'expired']);

const counts = ({ status, doubtedAt }: Memory): boolean => status === 'active' && doubtedAt === undefined;

/** What to write so that a profile says what its memories say by now. */
export async function learnFrom(
  given: readonly Memory[],
  fields: readonly ProfileField[],
  { schema, config, extract, isOwnExtract }: LearnOptions,
): Promise<ProfileLearning & { changes: ProfileChange[] }> {
  const held = new Map(fields.map((field) => [field.name, field]));
  const values = Object.fromEntries(fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
  const changed = given.filter(
    (memory) => counts(memory) || ENDED.has(memory.status) || memory.doubtedAt !== undefined,
  );
  const memories = new Map(changed.map((memory) => [memory.id, memory]));
  const counting = changed.filter(counts);
  const found = counting.length === 0 ? [] : await extract(counting, values);
  const updates = parse(z.array(profileUpdateSchema), found, 'extract');
  const refused = updates
    .filter(({ name }) => isOwnExtract && !Object.hasOwn(schema.shape, name))
    .map(({ name }) => ({ name, reason: 'is no field of this profile' }));
  const keptByHand: string[] = [];
  const changes: ProfileChange[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const before = held.get(name);
    const sure = updates.filter((update) => update.name === name && isSure(update, config, memories, before));
    if (before?.source === 'user' && before.value !== undefined) {
      if (sure.length > 0) keptByHand.push(name);
      continue;
    }
    const learnt = learnField({
      name,
      schema: field,
      held: before,
      memories,
      updates: sure,
      maxItems: config.maxItems,
    });
    refused.push(...learnt.refused.map((reason) => ({ name, reason })));
    if (learnt.change !== undefined) changes.push(learnt.change);
  }
  return { changes, changed: changes.map(({ name }) => name), keptByHand, refused };
}

function isSure(
  { confidence, memoryIds }: ProfileUpdate,
  { minConfidence }: Config,
  memories: ReadonlyMap<string, Memory>,
  held: ProfileField | undefined,
): boolean {
  const sources = memoryIds.flatMap((id) => memories.get(id) ?? []);
  if (confidence < minConfidence || sources.length === 0) return false;
  const isClearedByHand = held?.source === 'user' && held.value === undefined;
  return !isClearedByHand || sources.some((memory) => (memory.lastReinforcedAt ?? memory.createdAt) > held.since);
}
