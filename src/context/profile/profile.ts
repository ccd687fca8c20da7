import type { z } from 'zod';
import type { Clock } from '../../contracts/clock.ts';
import type { ProfileField, ProfileStore, ProfileUser, ProfileVersion } from '../../contracts/profile-store.ts';
import type { Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { momentSchema } from '../../model/primitives.ts';
import { untilWritten } from '../until-written.ts';
import { changesByHand, clearedByHand } from './changes-by-hand.ts';
import { defaultProfileSchema } from './default-profile-schema.ts';
import { extractProfile } from './extract-profile.ts';
import { type LearnConfig, learnConfigSchema, learnFrom, type ProfileLearning } from './learn-from.ts';
import type { ExtractProfile } from './profile-update.ts';
import { type ProfileReading, readFields } from './read-fields.ts';

type DefaultSchema = typeof defaultProfileSchema;

export interface ProfileOptions<Schema extends z.ZodObject = DefaultSchema> extends LearnConfig {
  readonly store: ProfileStore;
  readonly clock: Clock;
  /** The fields of a profile; the default one has name, languages, level, goals, style, gaps and preferences. */
  readonly schema?: Schema;
  /** Reads memories for fields of the caller's own; without it, rules for those of the default schema. */
  readonly extract?: ExtractProfile;
}

/** What is known of a user in fields, whichever agent learnt it. */
export interface Profile<Schema extends z.ZodObject = DefaultSchema> {
  readonly schema: Schema;
  /** Typed by the schema, as it is or was at a moment. What no longer fits the schema is left out, and told of. */
  read(user: ProfileUser, options?: { readonly asOf?: z.input<typeof momentSchema> }): Promise<ProfileReading<Schema>>;
  /** By hand: consolidation never changes what was set so. What is `undefined` stays as it is. */
  set(user: ProfileUser, values: Partial<z.input<Schema>>, reason?: string): Promise<void>;
  /** By hand: only what is said after this fills them again. */
  clear(user: ProfileUser, names: readonly (keyof z.input<Schema> & string)[], reason?: string): Promise<void>;
  /** Every value a field has had, oldest first. */
  history(user: ProfileUser, name: string): Promise<ProfileVersion[]>;
  /** Takes over what memories say that consolidation made or changed, and takes back what rested on those replaced. */
  fromConsolidation(user: ProfileUser, memories: readonly Memory[]): Promise<ProfileLearning>;
}

export function profileOf<Schema extends z.ZodObject = DefaultSchema>(
  options: ProfileOptions<Schema>,
): Profile<Schema> {
  const { store, clock, extract = extractProfile } = options;
  const schema = (options.schema ?? defaultProfileSchema) as Schema;
  const { minConfidence, maxItems } = options;
  const config = parse(learnConfigSchema, { minConfidence, maxItems }, 'profile');
  const learning = { schema, config, extract, isOwnExtract: options.extract !== undefined };
  return {
    schema,
    async read(user, { asOf } = {}) {
      const moment = asOf === undefined ? undefined : parse(momentSchema, asOf, 'asOf');
      return readFields(schema, moment === undefined ? await store.fields(user) : await fieldsAt(user, moment));
    },
    async set(user, values, reason) {
      await store.set(user, changesByHand(schema, values, reason), clock.now());
    },
    async clear(user, names, reason) {
      await store.set(user, clearedByHand(schema, names, reason), clock.now());
    },
    history: (user, name) => store.history(user, name),
    async fromConsolidation(user, memories) {
      return untilWritten(
        async () => learnFrom(memories, await store.fields(user), learning),
        async ({ changes, ...report }) => {
          await store.set(user, changes, clock.now());
          return report;
        },
      );
    },
  };

  async function fieldsAt(user: ProfileUser, at: Date): Promise<ProfileField[]> {
    const fields = await store.fields(user);
    const histories = await Promise.all(fields.map(({ name }) => store.history(user, name)));
    return histories.flatMap((versions) => versions.findLast(({ since }) => since <= at) ?? []);
  }
}
