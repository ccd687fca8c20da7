import type { Capability } from '../operations/operation.ts';

const PERSONAL: readonly Capability[] = [
  ...(['remember', 'recall', 'time', 'reinforce'] as const),
  ...(['context', 'documents', 'transfer', 'erase'] as const),
];
const TEAM: readonly Capability[] = [...PERSONAL, 'consolidate', 'patterns'];

export type Plans = Readonly<Record<string, readonly Capability[]>>;

/** The capabilities of each plan. A key without a plan has all of them. */
export const PLANS: Plans = {
  personal: PERSONAL,
  team: TEAM,
  organization: [...TEAM, 'acrossProjects', 'analytics'],
};
