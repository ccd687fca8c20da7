import type { DatasetContext } from '../dataset.ts';

/** What two datasets need alike is worked out once in a run over both. */
export function oncePerRun<Outcome>(
  work: (context: DatasetContext) => Promise<Outcome>,
): (context: DatasetContext) => Promise<Outcome> {
  const known = new WeakMap<DatasetContext, Promise<Outcome>>();
  return (context) => {
    const outcome = known.get(context) ?? work(context);
    known.set(context, outcome);
    return outcome;
  };
}
