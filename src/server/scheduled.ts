import type { Store } from '../contracts/store.ts';
import type { Owner } from '../model/scope.ts';
import type { Capability } from '../operations/operation.ts';
import { type ApiKey, Keys } from './keys.ts';
import { PLANS, type Plans } from './plans.ts';

const REQUIRED_CAPABILITY: Capability = 'consolidate';
const PARTS = ['tenantId', 'userId', 'agentId'] as const;

/**
 * Whether the schedule may do for an owner what keys ask for: what the plans of the keys include that are bound to that owner, those to most of
 * its names first. An owner that no bound key is for is nobody's to limit.
 */
export function scheduledByPlans(store: Store, plans: Plans = PLANS): (owner: Owner) => Promise<boolean> {
  const keys = new Keys(store);
  return async (owner) => {
    const bound = (await keys.list()).filter((key) => boundParts(key) > 0 && isFor(key, owner));
    // One that has ended limits until another takes its place.
    const counted = bound.some(({ isValid }) => isValid) ? bound.filter(({ isValid }) => isValid) : bound;
    const closest = Math.max(...counted.map(boundParts));
    const nearest = counted.filter((key) => boundParts(key) === closest);
    return nearest.length === 0 || nearest.some((key) => includes(key, plans));
  };
}

const boundParts = (key: ApiKey): number => PARTS.filter((part) => key[part] !== undefined).length;
const isFor = (key: ApiKey, owner: Owner): boolean =>
  PARTS.every((part) => key[part] === undefined || key[part] === owner[part]);
const includes = ({ plan }: ApiKey, plans: Plans): boolean =>
  plan === undefined || (Object.hasOwn(plans, plan) && (plans[plan]?.includes(REQUIRED_CAPABILITY) ?? false));
