import { changeKindSchema } from '../model/cause.ts';
import { changeEventOf } from './announce.ts';
import type { ChangeEvents, EventName } from './events.ts';

type OtherEvent = Exclude<EventName, keyof ChangeEvents>;

const OTHERS = {
  ...{ episodeRecorded: true, episodesFlushed: true, flushFailed: true },
  ...{ memoryCreated: true, memoriesLinked: true, memoriesUnlinked: true },
  ...{ contradictionDetected: true, patternExtracted: true },
  ...{ consolidationProgress: true, consolidationCompleted: true, consolidationFailed: true },
  ...{ cycleProgress: true, cycleCompleted: true, embeddingProgress: true, embeddingFailed: true },
  ...{ recalled: true, turned: true, accessesFailed: true, profileFailed: true },
  ...{ metricsFailed: true, listenerFailed: true },
} satisfies Record<OtherEvent, true>;

/** Every event there is. */
export const EVENT_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(OTHERS),
  ...changeKindSchema.exclude(['created']).options.map(changeEventOf),
]);
