import { expect, it } from 'vitest';
import { baseVerb, presentVerb, unmarked } from './base-verb.ts';

it.each(
  `updated update, paged page, phoned phone, opened open, edited edit, visited visit, charged charge, acknowledged acknowledge,
  stopped stop, moved move, closed close, decided decide, avoided avoid, prepared prepare, configured configure,
  monitored monitor, combined combine, imported import, flushed flush, tagged tag, cleaned clean, filled fill, merged merge,
  emptied empty, copied copy, took take, ran run, wrote write, forgot forget, had have, running run, making make, driving drive,
  upgraded upgrade, loaded load, rescheduled reschedule, need need, train train, bring bring, train train, red red`
    .split(/,\s*/)
    .map((pair) => pair.split(' ') as [string, string]),
)('%s → %s', (form, base) => {
  expect(baseVerb(form)).toBe(base);
});

it.each([
  ['read', 'reads'],
  ['go', 'goes'],
  ['try', 'tries'],
  ['push', 'pushes'],
  ['have', 'has'],
])('%s → %s, and back', (base, present) => {
  expect(presentVerb(base)).toBe(present);
  expect(unmarked(present)).toBe(base);
});
