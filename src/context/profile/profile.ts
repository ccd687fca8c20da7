import { z } from 'zod';
import type { Clock } from '../../contracts/clock.ts';
import type { Languages } from '../../contracts/language.ts';
import type {
  ProfileChange,
  ProfileField,
  ProfileStore,
  ProfileUser,
  ProfileVersion,
} from '../../contracts/profile-store.ts';
import type { Reader } from '../../contracts/reader.ts';
import { SouvenirError } from '../../errors.ts';
import { languages as known } from '../../languages/languages.ts';
import type { Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { givenJsonSchema, momentSchema } from '../../model/primitives.ts';
import { untilWritten } from '../../reconcile/until-written.ts';
import { type IsUser, isGenericSpeaker, isSameName, isUserLabel } from '../../reconcile/voices.ts';
import { extractProfile } from './extract-profile.ts';
import {
  type LearnConfig,
  learnConfigSchema,
  learnFrom,
  NO_PROVENANCE,
  type ProfileLearning,
  partsOf,
  withoutMemories,
} from './learn.ts';
import { defaultProfileSchema, type ExtractProfile, misfitOf } from './schema.ts';

type DefaultSchema = typeof defaultProfileSchema;

export interface ProfileOptions<Schema extends z.ZodObject = DefaultSchema> extends LearnConfig {
  readonly store: ProfileStore;
  readonly clock: Clock;
  /** Defaults to English. */
  readonly languages?: Languages;
  /**
   * Classifies statements of the user. Without it and without `extract`, memories fill only the name, from named
   * speakers.
   */
  readonly reader?: Reader | undefined;
  /**
   * The fields of a profile; the default one has name, health, restrictions, people, home, work, languages, level,
   * goals, gaps, preferences and directives.
   */
  readonly schema?: Schema;
  /**
   * Loads the memories that fields rest on. They hide values from forgotten memories and tell who the user is. Defaults
   * to none.
   */
  readonly memories?: (user: ProfileUser, memoryIds: readonly string[]) => Promise<readonly Memory[]>;
  /** Extracts values for custom fields from memories; the default reads those of the default schema with a reader. */
  readonly extract?: ExtractProfile;
}

/** A user's profile in fields, shared by all agents. */
export interface Profile<Schema extends z.ZodObject = DefaultSchema> {
  readonly schema: Schema;
  /** The profile, typed by the schema, now or at a moment. Values that no longer fit the schema are in `invalid`. */
  read(user: ProfileUser, options?: { readonly asOf?: z.input<typeof momentSchema> }): Promise<ProfileReading<Schema>>;
  /** Sets fields by hand; consolidation never changes those. `undefined` leaves a field as it is. */
  set(user: ProfileUser, values: Partial<z.input<Schema>>, reason?: string): Promise<void>;
  /** Clears fields by hand; only later statements fill them again. */
  clear(user: ProfileUser, names: readonly (keyof z.input<Schema> & string)[], reason?: string): Promise<void>;
  /** Every value a field has had, oldest first. */
  history(user: ProfileUser, name: string): Promise<ProfileVersion[]>;
  /**
   * Recognizes the user by the name in the profile, else by the speakers of its sources; `undefined` while it is empty.
   */
  whoIsUser(user: ProfileUser): Promise<IsUser | undefined>;
  /** Learns from memories that consolidation created or changed, and withdraws values of superseded ones. */
  fromConsolidation(user: ProfileUser, memories: readonly Memory[], signal?: AbortSignal): Promise<ProfileLearning>;
}

export function profileOf<Schema extends z.ZodObject = DefaultSchema>(
  options: ProfileOptions<Schema>,
): Profile<Schema> {
  const { store, clock, languages = known() } = options;
  const extract = options.extract ?? extractProfile(languages, options.reader);
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
      await store.set(user, changesByUser(schema, values, reason), clock.now());
    },
    async clear(user, names, reason) {
      await store.set(user, clearedByUser(schema, names, reason), clock.now());
    },
    history: visibleHistory,
    whoIsUser: async (user) => userOf(user, await store.fields(user)),
    async fromConsolidation(user, memories, signal) {
      return untilWritten(
        async () => {
          const fields = await store.fields(user);
          const isUser = await userOf(user, fields);
          return learnFrom(memories, fields, { ...learning, isUser, signal }, clock.now());
        },
        async ({ changes, ...report }) => {
          signal?.throwIfAborted();
          await store.set(user, changes, clock.now());
          return report;
        },
      );
    },
  };

  async function fieldsAt(user: ProfileUser, at: Date): Promise<ProfileField[]> {
    const fields = await store.fields(user);
    const histories = await Promise.all(fields.map(({ name }) => visibleHistory(user, name)));
    return histories.flatMap((versions) => versions.findLast(({ since }) => since <= at) ?? []);
  }

  async function memoriesOf(user: ProfileUser, ids: ReadonlySet<string>): Promise<readonly Memory[]> {
    return ids.size === 0 ? [] : ((await options.memories?.(user, [...ids])) ?? []);
  }

  async function userOf(user: ProfileUser, fields: readonly ProfileField[]): Promise<IsUser | undefined> {
    const isIdOf = (speaker: string) => isSameName(speaker, user.userId);
    const learnt = fields.filter(({ source, value }) => source === 'consolidation' && value !== undefined);
    const sources = await memoriesOf(user, new Set(learnt.flatMap(({ provenance }) => provenance.memoryIds)));
    const speakers = sources.flatMap(({ metadata: { role, speaker } }) => {
      if (typeof speaker === 'string') return [speaker];
      return role === 'user' ? [''] : [];
    });
    const name = fields.find((field) => field.name === 'name')?.value;
    const names = typeof name === 'string' ? [name] : speakers;
    if (names.length === 0) return undefined;
    const isNamed = speakers.some((speaker) => speaker !== '' && !isGenericSpeaker(speaker));
    return (speaker) =>
      isUserLabel(speaker) ? !isNamed : isIdOf(speaker) || names.some((known) => isSameName(speaker, known));
  }

  async function visibleHistory(user: ProfileUser, name: string): Promise<ProfileVersion[]> {
    const versions = await store.history(user, name);
    const memoryIds = new Set(versions.flatMap(({ provenance }) => provenance.memoryIds));
    const forgottenMemories = (await memoriesOf(user, memoryIds)).filter(({ status }) => status === 'forgotten');
    const forgotten = new Map(forgottenMemories.map((memory) => [memory.id, memory]));
    return forgottenMemories.length === 0 ? versions : versions.map((version) => withoutForgotten(version, forgotten));
  }
}

function withoutForgotten(stored: ProfileVersion, forgotten: ReadonlyMap<string, Memory>): ProfileVersion {
  const isList = Array.isArray(stored.value);
  const visibleParts = partsOf(stored, isList).flatMap((part) => withoutMemories(part, forgotten) ?? []);
  const { value: _, parts: __, ...version } = stored;
  return {
    ...version,
    ...(visibleParts[0] !== undefined && {
      value: isList ? visibleParts.map(({ value }) => value) : visibleParts[0].value,
    }),
    parts: visibleParts.map(({ value, ...part }) => part),
  };
}

const reasonSchema = z.string().trim().min(1, 'is empty').max(1000).optional();

const userChange = (name: string, value: ProfileChange['value'], reason: string | undefined): ProfileChange => ({
  ...{ name, value, source: 'user', confidence: 1, provenance: NO_PROVENANCE },
  ...(reason !== undefined && { reason }),
});

function changesByUser(schema: z.ZodObject, values: Readonly<Record<string, unknown>>, why?: string): ProfileChange[] {
  const reason = parse(reasonSchema, why, 'reason');
  const given = Object.entries(parse(z.record(z.string(), z.unknown()), values, 'profile'));
  return given
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      const misfit = field === undefined ? 'is not a field of this profile' : misfitOf(field, value);
      if (misfit === undefined) return userChange(name, parse(givenJsonSchema, value, `profile.${name}`), reason);
      throw new SouvenirError('invalidInput', `profile.${name}: ${misfit}`, {
        advice: `The fields are ${Object.keys(schema.shape).join(', ')}.`,
      });
    });
}

function clearedByUser(schema: z.ZodObject, names: readonly string[], why?: string): ProfileChange[] {
  const reason = parse(reasonSchema, why, 'reason');
  const known = z.array(z.enum(Object.keys(schema.shape) as [string, ...string[]]));
  return [...new Set(parse(known, names, 'clear'))].map((name) => userChange(name, undefined, reason));
}

export interface ProfileReading<Schema extends z.ZodObject> {
  readonly values: Partial<z.output<Schema>>;
  /** Fields with a valid value, in the order of the schema. */
  readonly fields: readonly ProfileField[];
  /** Stored values that do not fit the schema, with the reason. */
  readonly invalid: readonly { readonly name: string; readonly reason: string }[];
}

function readFields<Schema extends z.ZodObject>(
  { shape }: Schema,
  stored: readonly ProfileField[],
): ProfileReading<Schema> {
  const byName = new Map(stored.filter(({ value }) => value !== undefined).map((field) => [field.name, field]));
  const read = Object.entries(shape).flatMap(([name, schema]) => {
    const field = byName.get(name);
    if (field === undefined) return [];
    return [{ name, field, schema, reason: misfitOf(schema, field.value) }];
  });
  const fitting = read.filter(({ reason }) => reason === undefined);
  const unknown = [...byName.keys()].filter((name) => !Object.hasOwn(shape, name));
  return {
    values: Object.fromEntries(
      fitting.map(({ name, schema, field }) => [name, z.parse(schema, field.value)]),
    ) as Partial<z.output<Schema>>,
    fields: fitting.map(({ field }) => field),
    invalid: [
      ...read.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }])),
      ...unknown.map((name) => ({ name, reason: 'is not a field of this profile' })),
    ],
  };
}
