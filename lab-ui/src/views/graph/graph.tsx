import { useEffect, useMemo, useState } from 'preact/hooks';
import type { EntityAround, EntityGraph } from '../../../../src/souvenir/entities.ts';
import { memory } from '../../memory.ts';
import { counted } from '../../parts/numbers.ts';
import { Answer, Empty } from '../../parts/states.tsx';
import { go, hrefOf, route } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { Drawing } from './drawing.tsx';
import { drawnOf, kindsOf, NOTHING } from './drawn.ts';
import { EntityList } from './entity-list.tsx';
import { EntityPanel } from './entity-panel.tsx';
import './graph.css';

/** With more entities, single ones cannot be distinguished. */
const MAX_DRAWN = 1000;

/** `#/graph/ENTITY?only=1`: the chosen entity, and whether only its neighbours are drawn. */
export function GraphView() {
  const asked = useAsked((handle) => handle.entities.graph({ limit: MAX_DRAWN }), []);
  return (
    <Answer asked={asked} what="Graph">
      {(graph) => (graph.entities.length === 0 ? <EmptyState /> : <Shown graph={graph} />)}
    </Answer>
  );
}

const EmptyState = () => (
  <Empty title="No entities yet">
    <p>
      Consolidation finds entities in memories. See <a href={hrefOf('memories')}>the memories</a> there are.
    </p>
  </Empty>
);

function Shown({ graph }: { readonly graph: EntityGraph }) {
  const { item: chosen, query } = route.value;
  const isOnly = chosen !== undefined && query.has('only');
  const around = useAsked(
    async (handle) => (chosen === undefined ? undefined : handle.entities.around({ id: chosen, limit: 200 })),
    [chosen],
  );
  const surroundings = around.value?.entity.id === chosen ? around.value : undefined;
  const grown = useGrown(surroundings, isOnly);
  const drawn = useMemo(() => {
    const isBare = isOnly && grown.length > 0;
    return drawnOf(isBare ? grown : [graph, ...grown], isBare ? graph : NOTHING);
  }, [graph, grown, isOnly]);
  const kinds = useMemo(() => kindsOf(drawn), [drawn]);
  const kindOf = useMemo(() => new Map(kinds.map(({ type, kind }) => [type, kind])), [kinds]);
  const choose = (id: string | undefined) => go('graph', id, { only: isOnly && id !== undefined ? '1' : undefined });
  return (
    <div class="graph">
      <section aria-labelledby="drawing" class="card picture">
        <div class="row head">
          <h2 id="drawing">
            {counted(drawn.entities.length, 'entity', 'entities')}
            {!isOnly && graph.entities.length === MAX_DRAWN && <span class="soft">, most mentioned first</span>}
          </h2>
          <ul class="row legend" aria-label="Types">
            {kinds.map(({ type, kind, count }) => (
              <li key={type} class={kind}>
                <i aria-hidden="true" /> <bdi>{type}</bdi> <span class="soft">{count.toLocaleString()}</span>
              </li>
            ))}
          </ul>
        </div>
        <Drawing drawn={drawn} kinds={kindOf} chosen={chosen} onChoose={choose} />
        <p class="soft keys">
          Drag to move, scroll to zoom. Keyboard: arrows move to neighbours, Enter selects, + and − zoom, 0 shows all,
          Escape deselects.
        </p>
      </section>
      <div class="side">
        {chosen === undefined ? (
          <EntityList />
        ) : (
          <EntityPanel
            asked={around}
            around={surroundings}
            isOnly={isOnly}
            onOnly={(only) => go('graph', chosen, { only: only ? '1' : undefined })}
          />
        )}
      </div>
    </div>
  );
}

/** Neighbours of earlier choices stay drawn. With `isOnly` they start at the chosen entity. */
function useGrown(surroundings: EntityAround | undefined, isOnly: boolean): readonly EntityGraph[] {
  const [grown, setGrown] = useState<readonly EntityGraph[]>([]);
  useEffect(() => setGrown(isOnly && surroundings ? [withCentre(surroundings)] : []), [isOnly, memory.value]);
  useEffect(() => {
    if (surroundings) setGrown((graphs) => [...graphs, withCentre(surroundings)]);
  }, [surroundings]);
  return grown;
}

const withCentre = ({ entity, entities, relationships }: EntityAround): EntityGraph => ({
  entities: [entity, ...entities],
  relationships,
});
