import { z } from 'zod';
import type { Profile } from '../context/profile/profile.ts';
import { type ProfileSummary, profileSummary } from '../context/profile/profile-summary.ts';
import type { ProfileReading } from '../context/profile/read-fields.ts';
import type { ProfileVersion } from '../contracts/profile-store.ts';
import { parse } from '../model/parse.ts';
import type { ScopeInput } from '../model/scope.ts';
import type { Engine } from './engine.ts';
import type { Moment } from './retracing.ts';

/** What is known of a user in fields, whichever agent learnt it. */
export interface Profiling {
  /** Typed by the schema, as it is or was at a moment. */
  get(options?: ScopeInput & { readonly asOf?: Moment }): Promise<ProfileReading<z.ZodObject>>;
  /** By hand: consolidation never changes what was set so. */
  set(values: Readonly<Record<string, unknown>>, scope?: ScopeInput & { readonly reason?: string }): Promise<void>;
  clear(names: readonly string[], scope?: ScopeInput & { readonly reason?: string }): Promise<void>;
  /** Every value a field has had, oldest first, with who said so and how sure that was. */
  history(name: string, scope?: ScopeInput): Promise<ProfileVersion[]>;
  /** Compact text of whole items, never over the budget. */
  summary(budget?: number, scope?: ScopeInput): Promise<ProfileSummary>;
}

const SUMMARY_TOKENS = 300;

export function profilingOf(engine: Engine, profile: Profile<z.ZodObject>): Profiling {
  return {
    async get({ asOf, ...given } = {}) {
      const scope = engine.scopeOf(given);
      await engine.followProfile();
      return profile.read(scope, asOf === undefined ? {} : { asOf });
    },
    async set(values, { reason, ...scope } = {}) {
      await profile.set(engine.scopeOf(scope), values, reason);
    },
    async clear(names, { reason, ...scope } = {}) {
      await profile.clear(engine.scopeOf(scope), parse(z.array(z.string()), names, 'names'), reason);
    },
    async history(name, scope) {
      return profile.history(engine.scopeOf(scope), parse(z.string(), name, 'name'));
    },
    async summary(budget = SUMMARY_TOKENS, given) {
      const scope = engine.scopeOf(given);
      await engine.followProfile();
      const { fields } = await profile.read(scope);
      return profileSummary(fields, budget, engine.tokenizer);
    },
  };
}
