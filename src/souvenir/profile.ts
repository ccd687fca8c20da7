import { z } from 'zod';
import type { ProfileReading } from '../context/profile/profile.ts';
import { type ProfileSummary, profileSummary } from '../context/profile/profile-summary.ts';
import type { ProfileVersion } from '../contracts/profile-store.ts';
import { parse } from '../model/parse.ts';
import { momentSchema, nameSchema, namesSchema, recordOfNames, shortValueSchema } from '../model/primitives.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from './engine.ts';
import type { Moment } from './memories.ts';

const SUMMARY_TOKENS = 400;
const valuesSchema = recordOfNames(shortValueSchema);
const readOptionsSchema = z.strictObject({ asOf: momentSchema.exactOptional() });

/** The user's fields of a schema, learnt by any agent in any project. */
export interface UserProfile<Schema extends z.ZodObject> {
  /**
   * Returns the fields that have a value, typed by the schema, as they are now or were at a moment.
   * @example const { name, goals } = await ana.profile.get();
   */
  get(options?: { readonly asOf?: Moment }): Promise<Partial<z.output<Schema>>>;
  /**
   * Returns the fields with the source of each value, and stored values that do not fit the schema.
   * @example const { fields, invalid } = await ana.profile.details();
   */
  details(options?: { readonly asOf?: Moment }): Promise<ProfileReading<Schema>>;
  /**
   * Sets fields by hand; consolidation never changes them again.
   * @example await ana.profile.set({ name: 'Ana' }, { reason: 'she said so' });
   */
  set(values: Partial<z.input<Schema>>, options?: { readonly reason?: string }): Promise<void>;
  /**
   * Clears fields by hand; only later episodes fill them again.
   * @example await ana.profile.clear(['level']);
   */
  clear(names: readonly (keyof z.input<Schema> & string)[], options?: { readonly reason?: string }): Promise<void>;
  /**
   * Returns every value that a field has had, oldest first, with source and confidence.
   * @example const versions = await ana.profile.history('name');
   */
  history(name: keyof z.input<Schema> & string): Promise<ProfileVersion[]>;
  /**
   * Returns compact text of whole items within a budget in tokens.
   * @example const { text } = await ana.profile.summary({ budget: 100 });
   */
  summary(options?: { readonly budget?: number }): Promise<ProfileSummary>;
}

type ProfileContext = Pick<Engine, 'agentOf' | 'userProfile' | 'tokenizer' | 'followProfile' | 'secrets' | 'work'>;

export function userProfileOf<Schema extends z.ZodObject>(engine: ProfileContext, scope: Scope): UserProfile<Schema> {
  const { userProfile, tokenizer } = engine;
  const read = async (options: { readonly asOf?: Moment } = {}): Promise<ProfileReading<Schema>> => {
    engine.agentOf(scope);
    const asked = parse(readOptionsSchema, options, 'options');
    await engine.followProfile(scope);
    return (await userProfile.read(scope, asked)) as ProfileReading<Schema>;
  };
  return {
    async get(options) {
      return (await read(options)).values;
    },
    async details(options) {
      return read(options);
    },
    async set(values, { reason } = {}) {
      engine.agentOf(scope);
      // Checked before secrets are redacted.
      parse(valuesSchema, values, 'profile');
      await engine.work.inTurn(ownerOf(scope), async () => {
        const given = await engine.secrets.redactLarge(scope, { values, reason });
        await userProfile.set(scope, given.values, given.reason);
      });
    },
    async clear(names, { reason } = {}) {
      engine.agentOf(scope);
      const cleared = parse(namesSchema, names, 'names');
      await engine.work.inTurn(ownerOf(scope), () => userProfile.clear(scope, cleared, reason));
    },
    async history(name) {
      engine.agentOf(scope);
      return userProfile.history(scope, parse(nameSchema, name, 'name'));
    },
    async summary({ budget = SUMMARY_TOKENS } = {}) {
      return profileSummary((await read()).fields, budget, tokenizer);
    },
  };
}
