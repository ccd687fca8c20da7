import type { z } from 'zod';
import type { Store } from '../contracts/store.ts';
import type { Owner } from '../model/scope.ts';
import type { Capability } from '../operations/operation.ts';
import type { scheduleSchema } from '../schedule/config.ts';
import { type ApiKey, Keys } from './keys.ts';
import { PLANS, type Plans } from './plans.ts';

const REQUIRED_CAPABILITY: Capability = 'consolidate';
const PARTS = ['tenantId', 'userId', 'agentId'] as const;

type Schedule = z.input<typeof scheduleSchema>;

/** A schedule that also asks the plans. */
export function plannedSchedule(store: Store, schedule: Schedule, plans?: Plans): Schedule {
  const isScheduled = scheduledByPlans(store, plans);
  const only = async (owner: Owner) => (await isScheduled(owner)) && ((await schedule.only?.(owner)) ?? true);
  return { ...schedule, only };
}

/** Whether the schedule may do something for an owner: if the plans of the keys bound most closely to it allow it, or no key is bound to it. */
export function scheduledByPlans(store: Store, plans: Plans = PLANS): (owner: Owner) => Promise<boolean> {
  const keys = new Keys(store);
  return async (owner) => {
    const bound = (await keys.listRecent()).filter((key) => boundParts(key) > 0 && appliesToOwner(key, owner));
    // Expired and revoked keys count only if there is no valid one.
    const counted = bound.some(({ isValid }) => isValid) ? bound.filter(({ isValid }) => isValid) : bound;
    const closest = Math.max(...counted.map(boundParts));
    const nearest = counted.filter((key) => boundParts(key) === closest);
    return nearest.length === 0 || nearest.some((key) => includes(key, plans));
  };
}

const boundParts = (key: ApiKey): number => PARTS.filter((part) => key[part] !== undefined).length;
const appliesToOwner = (key: ApiKey, owner: Owner): boolean =>
  PARTS.every((part) => key[part] === undefined || key[part] === owner[part]);
const includes = ({ plan }: ApiKey, plans: Plans): boolean =>
  plan === undefined || (Object.hasOwn(plans, plan) && (plans[plan]?.includes(REQUIRED_CAPABILITY) ?? false));
