import { useEffect, useState } from 'preact/hooks';
import type { CountedEntity } from '../../../../src/souvenir/entities.ts';
import { counted } from '../../parts/numbers.ts';
import type { Drawn } from './drawn.ts';
import { shortened } from './labels.ts';

interface NodesProps {
  readonly drawn: Drawn;
  readonly kinds: ReadonlyMap<string, string>;
  readonly chosen: string | undefined;
  readonly reachable: string | undefined;
}

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
            // SVG attributes are case-sensitive.
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

/** Renders so many more elements per frame: a thousand at once would block the page. */
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

/** Drawn after the circles, so that none covers a name. */
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

const MAX_RELATIONSHIPS = 24;

export const Relations = ({ drawn, chosen }: Omit<NamesProps, 'labels'>) => (
  <>
    {drawn.edges
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
