import { expect, test } from 'vitest';
import type { ComponentReport, ConsolidationReport, CycleReport } from '../../model/report.ts';
import { consolidationLines, cyclesLines } from './reports.ts';

const NONE = {
  ...{ sessionsProcessed: 0, sessionsSkipped: 0, episodesConsumed: 0, entitiesUpserted: 0, relationshipsUpserted: 0 },
  ...{ memoriesCreated: 0, memoriesMerged: 0, memoriesSuperseded: 0, memoriesDecayed: 0, memoriesExpired: 0 },
  ...{ modelCalls: 0, inputTokens: 0, outputTokens: 0, findingsRefused: 0, verdictsDoubted: 0, durationMs: 0 },
};
const by = (component: string, counts: Partial<ComponentReport>): ComponentReport => ({
  ...{ ...NONE, component, failures: [] },
  ...counts,
});
const lines = (totals: Partial<ConsolidationReport>, ...components: ComponentReport[]) =>
  consolidationLines({
    ...{ ...NONE, components, sessionsEnded: 0, memoriesEmbedded: 0, personalityUpdated: false, degraded: [] },
    ...totals,
  });

test.each([
  [{}, 'nothing new'],
  [{ memoriesCreated: 1, memoriesEmbedded: 1 }, '1 new memory, 1 embedded'],
  [{ memoriesMerged: 2 }, '2 merged'],
  [
    {
      ...{ memoriesCreated: 6, memoriesMerged: 5, memoriesSuperseded: 4, memoriesDecayed: 3, memoriesExpired: 2 },
      memoriesEmbedded: 1,
    },
    '6 new memories, 5 merged, 4 superseded, 3 faded, 2 expired, 1 embedded',
  ],
])('consolidation totals of %j are rendered', (totals, reported) => {
  expect(lines(totals, by('episodic', {}), by('durable', {}))).toEqual([`Consolidated: ${reported}.`]);
});

test('a consolidation report has a line per component if several changed something', () => {
  const totals = { memoriesCreated: 3, memoriesSuperseded: 1 };
  const some = by('durable', { memoriesCreated: 1, memoriesSuperseded: 1 });
  const failures = [{ sessionId: 's', reason: 'no space' }];
  expect(lines(totals, by('episodic', { memoriesCreated: 2 }), some, by('task', {}), by('tool', { failures }))).toEqual(
    [
      'Consolidated: 3 new memories, 1 superseded.',
      '  episodic  2 new',
      '  durable   1 new, 1 superseded',
      'tool failed on session s, will be retried: no space',
    ],
  );
  expect(lines({ memoriesCreated: 2 }, by('episodic', { memoriesCreated: 2 }), by('task', {}))).toHaveLength(1);
});

const NOTHING: CycleReport = {
  ...{ memoriesProcessed: 0, themes: 0, patternsExtracted: 0, patternsSeenAgain: 0, memoriesStrengthened: 0 },
  ...{ linksMade: 0, contradictions: 0, duplicatesMerged: 0, memoriesArchived: 0, resumed: false },
  ...{ modelCalls: 0, inputTokens: 0, outputTokens: 0, durationMs: 0, degraded: [] },
};

test.each<[Partial<CycleReport>, string]>([
  [{}, 'Cycled: nothing to do.'],
  [{ linksMade: 1, resumed: true }, 'Cycled, resuming an interrupted run: 1 link made.'],
  [
    {
      ...{ memoriesProcessed: 9, themes: 2, patternsExtracted: 1, patternsSeenAgain: 1, memoriesStrengthened: 3 },
      ...{ linksMade: 4, contradictions: 1, duplicatesMerged: 5, memoriesArchived: 6, modelCalls: 2 },
    },
    'Cycled: 9 memories processed, 1 pattern learnt from 2 themes, 1 seen again, 3 strengthened, 4 links made, 1 contradiction found, 5 merged, 6 archived, 2 model calls.',
  ],
])('the cycle report %j is rendered', (counts, reported) =>
  expect(cyclesLines([{ ...NOTHING, ...counts }])).toEqual([reported]),
);
