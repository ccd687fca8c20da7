import { useEffect, useState } from 'preact/hooks';
import type { CountedEntity } from '../../../../src/souvenir/entities.ts';
import { counted } from '../../parts/numbers.ts';
import type { Drawn } from './drawn.ts';
import { shortened } from './labels.ts';

interface NodesProps {
  readonly drawn: Drawn;
  readonly kinds: ReadonlyMap<string, string>;
  readonly chosen: string | undefined;
  /** The one that the tabulator key comes to. */
  readonly reachable: string | undefined;
}

/** The circles; where they lie is set by `placeElements`. */
export function Nodes({ drawn, kinds, chosen, reachable }: NodesProps) {
  const shownCount = useGrowing(drawn.entities.length);
  return (
    <>
      {drawn.entities.slice(0, shownCount).map((entity) => {
        const { id, type } = entity;
        const isNear = chosen === undefined || id === chosen || drawn.neighbours.get(chosen)?.has(id);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own
          <circle
            key={id}
            class={`node ${kinds.get(type)}${id === chosen ? ' is-chosen' : ''}${isNear ? '' : ' is-far'}`}
            role="button"
            // An attribute of SVG is not found by another case.
            tabindex={id === reachable ? 0 : -1}
            aria-pressed={id === chosen}
            aria-label={spoken(entity)}
          />
        );
      })}
    </>
  );
}

const MORE = 100;

/** A thousand elements made at once would hold the page: so many come with each frame. */
function useGrowing(count: number): number {
  const [shownCount, setShownCount] = useState(MORE);
  useEffect(() => {
    if (shownCount >= count) return;
    const frame = requestAnimationFrame(() => setShownCount(shownCount + MORE));
    return () => cancelAnimationFrame(frame);
  }, [shownCount, count]);
  return shownCount;
}

const spoken = ({ name, type, memories, relationships }: CountedEntity): string =>
  `${name}, ${type}, ${counted(memories, 'memory', 'memories')}, ${counted(relationships, 'relationship', 'relationships')}`;

interface NamesProps {
  readonly drawn: Drawn;
  readonly labels: ReadonlySet<string>;
  readonly chosen: string | undefined;
}

/** Over all circles, so that none covers them. */
export const Names = ({ drawn, labels, chosen }: NamesProps) => (
  <>
    {drawn.entities
      .filter(({ id }) => labels.has(id))
      .map(({ id, name }) => (
        <text key={id} data-id={id} class={id === chosen ? 'name is-chosen' : 'name'}>
          {shortened(name)}
        </text>
      ))}
  </>
);

/** More would cover each other. */
const MAX_RELATIONSHIPS = 24;

/** What ties the chosen one to its neighbours, written on the lines. */
export const Relations = ({ drawn, chosen }: Omit<NamesProps, 'labels'>) => (
  <>
    {drawn.ties
      .flatMap(({ fromId, toId, relations }, index) =>
        fromId === chosen || toId === chosen ? [{ index, relations }] : [],
      )
      .slice(0, MAX_RELATIONSHIPS)
      .map(({ index, relations }) => (
        <text key={index} class="relation" data-tie={index}>
          {shortened(relations.join(', '))}
        </text>
      ))}
  </>
);
