import { expect, test } from 'vitest';
import type { CycleReport } from '../../model/report.ts';
import { cycleLines } from './cycle.ts';

const NOTHING: CycleReport = {
  ...{ memoriesProcessed: 0, themesFound: 0, patternsExtracted: 0, patternsSeenAgain: 0, memoriesStrengthened: 0 },
  ...{ linksMade: 0, contradictionsFound: 0, duplicatesMerged: 0, memoriesArchived: 0, resumed: false },
  ...{ modelCalls: 0, inputTokens: 0, outputTokens: 0, durationMs: 0, degraded: [] },
};

test.each<[Partial<CycleReport>, string]>([
  [{}, 'Cycled: nothing to do.'],
  [{ linksMade: 1, resumed: true }, 'Cycled, going on with a run that was cut short: 1 link made.'],
  [
    {
      ...{ memoriesProcessed: 9, themesFound: 2, patternsExtracted: 1, patternsSeenAgain: 1, memoriesStrengthened: 3 },
      ...{ linksMade: 4, contradictionsFound: 1, duplicatesMerged: 5, memoriesArchived: 6, modelCalls: 2 },
    },
    'Cycled: 9 memories gone over, 1 pattern learnt from 2 themes, 1 seen again, 3 strengthened, 4 links made, 1 contradiction found, 5 merged, 6 archived, 2 model calls.',
  ],
])('the report %j', (counts, told) => expect(cycleLines({ ...NOTHING, ...counts })).toEqual([told]));
