import { occasionOf } from './occasion.ts';
import type { Occurrence } from './occurrence.ts';
import type { Pattern } from './pattern.ts';
import { readActs } from './read-acts.ts';
import { happensOnce } from './recurs.ts';
import { type Shown, tellAct } from './tell-act.ts';

/** Occurrences read at a time. */
const AT_ONCE = 50;

/** What somebody does on so many occasions, told each time by the same verb of the same thing. */
export function* habitSearch(occurrences: readonly Occurrence[], least: number): Generator<undefined, Pattern[]> {
  const groups = new Map<string, Shown[]>();
  for (const [source, occurrence] of occurrences.entries()) {
    for (const act of readActs(occurrence))
      for (const object of act.objects) {
        const key = [act.subject, act.verb, ...object.links, object.stem].join('|');
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [{ act, object, source }]);
        else group.push({ act, object, source });
      }
    if (source % AT_ONCE === 0) yield;
  }
  return [...groups.values()]
    .filter((shown) => occasionsOf(shown, occurrences) >= least && isHabit(shown))
    .flatMap((shown): Pattern[] => {
      const content = tellAct(shown, least);
      const sources = [...new Set(shown.map(({ source }) => source))];
      return content === undefined ? [] : [{ type: 'semantic', content, sources }];
    })
    .sort((a, b) => b.sources.length - a.sources.length);
}

const occasionsOf = (shown: readonly Shown[], occurrences: readonly Occurrence[]): number =>
  new Set(shown.map(({ source }) => occasionOf(occurrences[source] as Occurrence))).size;

/** Seen as a whole at least once, and not one event that was told of several times. */
function isHabit(shown: readonly Shown[]): boolean {
  if (!shown.some(({ act }) => act.isWhole)) return false;
  if (!happensOnce(shown[0]?.act.verb ?? '') || shown.some(({ act }) => act.recurs)) return true;
  return new Set(shown.flatMap(({ act }) => act.day ?? [])).size >= shown.length;
}
