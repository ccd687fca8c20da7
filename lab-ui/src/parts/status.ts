import type { Memory } from '../../../src/model/memory.ts';

type Stated = Pick<Memory, 'status' | 'doubtedAt' | 'invalidAt'>;

export function statusOf({ status, doubtedAt, invalidAt }: Stated): string {
  if (status !== 'active') return status;
  if (invalidAt !== undefined && invalidAt <= new Date()) return 'ended';
  return doubtedAt === undefined ? status : 'in doubt';
}

export function kindOf(memory: Stated): string {
  if (memory.status === 'forgotten') return 'danger';
  return statusOf(memory) === 'active' ? 'good' : 'warn';
}
