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

/** What is known of the user in the fields of a schema, whichever agent learnt it and in whichever project. */
export interface UserProfile<Schema extends z.ZodObject> {
  /**
   * The fields that have a value, typed by the schema, as they are or were at a moment.
   * @example const { name, goals } = await ana.profile.get();
   */
  get(options?: { readonly asOf?: Moment }): Promise<Partial<z.output<Schema>>>;
  /**
   * The same with where each value comes from, and what is stored and does not fit the schema.
   * @example const { fields, invalid } = await ana.profile.details();
   */
  details(options?: { readonly asOf?: Moment }): Promise<ProfileReading<Schema>>;
  /**
   * Sets fields by hand: consolidation never changes them again.
   * @example await ana.profile.set({ name: 'Ana' }, { reason: 'she said so' });
   */
  set(values: Partial<z.input<Schema>>, options?: { readonly reason?: string }): Promise<void>;
  /**
   * Empties fields by hand; only what is said after this fills them again.
   * @example await ana.profile.clear(['level']);
   */
  clear(names: readonly (keyof z.input<Schema> & string)[], options?: { readonly reason?: string }): Promise<void>;
  /**
   * Every value a field has had, oldest first, with its source and confidence.
   * @example const versions = await ana.profile.history('name');
   */
  history(name: keyof z.input<Schema> & string): Promise<ProfileVersion[]>;
  /**
   * Compact text of whole items, never over the budget in tokens.
   * @example const { text } = await ana.profile.summary({ budget: 100 });
   */
  summary(options?: { readonly budget?: number }): Promise<ProfileSummary>;
}

export function userProfileOf<Schema extends z.ZodObject>(engine: Engine, scope: Scope): UserProfile<Schema> {
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
      // Before it is read for secrets.
      parse(valuesSchema, values, 'profile');
      await engine.inTurn(ownerOf(scope), async () => {
        const given = await engine.secrets.redactLarge(scope, { values, reason });
        await userProfile.set(scope, given.values, given.reason);
      });
    },
    async clear(names, { reason } = {}) {
      engine.agentOf(scope);
      const cleared = parse(namesSchema, names, 'names');
      await engine.inTurn(ownerOf(scope), () => userProfile.clear(scope, cleared, reason));
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
