import type { Memory } from '../../../../src/index.ts';
import type { ListOptions } from '../../../../src/model/revision.ts';
import { hrefOf } from '../../route.ts';

export const FILTERS = ['containing', 'status', 'type', 'component', 'entity', 'from', 'to', 'order'] as const;
export type Filter = (typeof FILTERS)[number];
export type Chosen = Readonly<Partial<Record<Filter, string>>>;

export const TYPES = ['semantic', 'episodic', 'procedural', 'working'] as const satisfies Memory['type'][];
const INACTIVE = ['superseded', 'archived', 'expired', 'decayed'] as const satisfies Memory['status'][];

/** Statuses by their name in the address; the first is the default. */
export const STATUSES: Readonly<Record<string, { readonly label: string; readonly statuses: Memory['status'][] }>> = {
  active: { label: 'In use', statuses: ['active'] },
  all: { label: 'All except forgotten', statuses: ['active', ...INACTIVE] },
  outdated: { label: 'Outdated', statuses: [...INACTIVE] },
  ...Object.fromEntries(INACTIVE.map((status) => [status, { label: `– ${status}`, statuses: [status] }])),
  forgotten: { label: 'Forgotten', statuses: ['forgotten'] },
};

type Order = Pick<ListOptions, 'sort' | 'descending'>;
export const ORDERS: Readonly<Record<string, Order & { readonly label: string }>> = {
  // By time of the event, so that an episode and its memories are adjacent.
  newest: { label: 'Newest first', sort: 'happened', descending: true },
  oldest: { label: 'Oldest first', sort: 'happened' },
  changed: { label: 'Last changed', sort: 'updated', descending: true },
  importance: { label: 'Most important', sort: 'importance', descending: true },
  confidence: { label: 'Surest', sort: 'confidence', descending: true },
  accesses: { label: 'Most recalled', sort: 'accesses', descending: true },
};

export const chosenIn = (query: URLSearchParams): Chosen =>
  Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));

/** Ignores filters with unknown values: a link may be old. */
export function listOf({ containing, status, type, component, entity, from, to, order }: Chosen): ListOptions {
  const { sort, descending = false } = ORDERS[order ?? ''] ?? (ORDERS['newest'] as Order);
  const { statuses } = STATUSES[status ?? ''] ?? (STATUSES['active'] as (typeof STATUSES)[string]);
  const named = TYPES.find((each) => each === type);
  const [first, last] = [dayOf(from), dayOf(to)];
  return {
    ...{ sort, descending, statuses },
    ...(containing !== undefined && { containing }),
    ...(named !== undefined && { types: [named] }),
    ...(component !== undefined && { components: [component] }),
    ...(entity !== undefined && { entities: [entity] }),
    ...(first !== undefined && { from: first.toISOString() }),
    ...(last !== undefined && { to: new Date(last.setHours(24, 0, 0, -1)).toISOString() }),
  };
}

function dayOf(text: string | undefined): Date | undefined {
  const day = new Date(`${text}T00:00`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}

/** Replaces the address, so that "back" leaves the list instead of undoing a letter. */
export const choose = (item: string | undefined, chosen: Chosen): void =>
  location.replace(hrefOf('memories', item, chosen));
