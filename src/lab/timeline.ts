import { inRuns } from '../contracts/consolidation-runs.ts';
import { everySession, everyStep, type Happenings, type ProgressStep } from '../contracts/store.ts';
import { memoryStatusSchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from '../souvenir/engine.ts';
import { type Timeline, type TimelineOptions, type TimeSpan, timelineOptionsSchema } from '../souvenir/timeline.ts';

/** How many buckets are counted before other work gets its turn. */
const AT_ONCE = 4;
const VISIBLE_STATUSES = memoryStatusSchema.options.filter((status) => status !== 'forgotten');

export async function timelineOf(
  engine: Pick<Engine, 'agentOf' | 'recorder' | 'store' | 'clock'>,
  scope: Scope,
  options: TimelineOptions,
): Promise<Timeline> {
  const given = parse(timelineOptionsSchema, options, 'timeline');
  engine.agentOf(scope);
  const { store, clock } = engine;
  const owner = ownerOf(scope);
  const ofProject = scope.projectId === undefined ? {} : { projectId: scope.projectId };
  await engine.recorder.flush(owner);

  const seen = (await everySession(store, owner, { seen: ofProject })).flatMap(
    ({ sessionId, episodes, firstAt, lastAt }) =>
      firstAt === undefined || lastAt === undefined ? [] : [{ sessionId, firstAt, lastAt, episodes }],
  );
  const madeAt = async (isAscending: boolean): Promise<Date[]> => {
    const filter = { statuses: VISIBLE_STATUSES, ...ofProject };
    const ids = await store.rankMemories(owner, { by: 'age', isAscending, filter, limit: 1 });
    return (await store.getMemories(owner, ids)).map(({ createdAt }) => createdAt);
  };
  const first = given.from ?? earliest([...seen.map(({ firstAt }) => firstAt), ...(await madeAt(true))]);
  const last = given.to ?? latest([...seen.map(({ lastAt }) => lastAt), ...(await madeAt(false))]);
  const to = last ?? first ?? clock.now();
  const from = first === undefined || first > to ? to : first;

  /** `to` is included here, but not in the store. */
  async function happeningsIn(spans: readonly TimeSpan[]): Promise<Happenings[]> {
    const counted: Happenings[] = [];
    for (let at = 0; at < spans.length; at += AT_ONCE)
      counted.push(
        ...(await store.countHappenings(owner, {
          ...ofProject,
          spans: spans.slice(at, at + AT_ONCE).map((span) => ({ from: span.from, to: after(span.to) })),
        })),
      );
    return counted;
  }

  const spans = bucketsOf(from, to, given.buckets);
  const counted = await happeningsIn(spans.map((span, at) => (at + 1 < spans.length ? untilNext(span) : span)));
  const known = new Set(seen.map(({ sessionId }) => sessionId));
  const steps = (await everyStep(store, owner)).filter(({ sessionId }) => known.has(sessionId));
  const runs = inRuns(steps).filter((run) => run.some(({ at }) => at >= from && at <= to));
  const changed = await happeningsIn(runs.map((run) => ({ from: earliestOf(run), to: latestOf(run) })));
  return {
    ...{ from, to },
    buckets: spans.map((span, at) => ({ ...span, ...(counted[at] as Happenings) })),
    sessions: seen.filter(({ firstAt, lastAt }) => firstAt <= to && lastAt >= from),
    consolidations: runs.map((run, at) => ({
      from: new Date(earliestOf(run).getTime() - 1),
      to: latestOf(run),
      sessions: [...new Set(run.map(({ sessionId }) => sessionId))],
      components: [...new Set(run.map(({ component }) => component))],
      created: changed[at]?.memoriesCreated ?? 0,
      superseded: changed[at]?.memoriesReplaced ?? 0,
    })),
  };
}

function bucketsOf(from: Date, to: Date, maxBuckets: number): TimeSpan[] {
  const [start, length] = [from.getTime(), to.getTime() - from.getTime()];
  const count = Math.max(1, Math.min(maxBuckets, length));
  const edge = (at: number) => new Date(start + Math.round((length * at) / count));
  return Array.from({ length: count }, (_, at) => ({ from: edge(at), to: edge(at + 1) }));
}

const after = (moment: Date): Date => new Date(moment.getTime() + 1);
const untilNext = ({ from, to }: TimeSpan): TimeSpan => ({ from, to: new Date(to.getTime() - 1) });
const earliest = (moments: readonly Date[]): Date | undefined =>
  moments.reduce<Date | undefined>((first, each) => (first === undefined || each < first ? each : first), undefined);
const latest = (moments: readonly Date[]): Date | undefined =>
  moments.reduce<Date | undefined>((last, each) => (last === undefined || each > last ? each : last), undefined);
const earliestOf = (run: readonly ProgressStep[]): Date => earliest(run.map(({ at }) => at)) as Date;
const latestOf = (run: readonly ProgressStep[]): Date => latest(run.map(({ at }) => at)) as Date;
