import { useEffect, useRef } from 'preact/hooks';
import type { Relationship } from '../../../../src/model/graph.ts';
import type { EntityAround } from '../../../../src/souvenir/entities.ts';
import { MemoryLine } from '../../parts/memory-line.tsx';
import { counted } from '../../parts/numbers.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { Tag, When } from '../../parts/text.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { hrefOf } from '../../route.ts';
import type { Asked } from '../../use-asked.ts';

interface EntityPanelProps {
  readonly asked: Asked<EntityAround | undefined>;
  readonly around: EntityAround | undefined;
  readonly isOnly: boolean;
  readonly onOnly: (isOnly: boolean) => void;
}

export function EntityPanel({ asked, around, isOnly, onOnly }: EntityPanelProps) {
  return (
    <section class="card" aria-labelledby="chosen">
      <p>
        <a href={hrefOf('graph')}>All entities</a>
      </p>
      {around !== undefined ? (
        <Chosen around={around} isOnly={isOnly} onOnly={onOnly} />
      ) : (
        <>
          <h2 id="chosen">Chosen entity</h2>
          {asked.error === undefined ? <Loading what="Entity" /> : <Failure error={asked.error} again={asked.again} />}
        </>
      )}
    </section>
  );
}

function Chosen({ around, isOnly, onOnly }: Omit<EntityPanelProps, 'asked'> & { readonly around: EntityAround }) {
  const { entity, relationships, memories } = around;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // In the drawing the focus stays on the node, because arrow keys continue there.
    if (document.activeElement?.closest('.drawing') == null) heading.current?.focus({ preventScroll: true });
  }, [entity.id]);
  return (
    <>
      <div class="row">
        <h2 id="chosen" ref={heading} tabIndex={-1}>
          <bdi>{entity.name}</bdi>
        </h2>
        <Tag word={entity.type} />
      </div>
      {entity.aliases !== undefined && entity.aliases.length > 0 && (
        <p class="soft">
          Also <bdi>{entity.aliases.join(', ')}</bdi>
        </p>
      )}
      <p role="status" class="hidden">
        {entity.name}: {counted(entity.memories, 'memory', 'memories')},{' '}
        {counted(entity.relationships, 'relationship', 'relationships')}
      </p>
      <button type="button" aria-pressed={isOnly} onClick={() => onOnly(!isOnly)}>
        {isOnly ? 'Draw everything' : 'Show only its neighbours'}
      </button>
      <h3>
        Relationships <span class="soft">{entity.relationships.toLocaleString()}</span>
      </h3>
      <ul class="relationships">
        {relationships.map((edge) => (
          <li key={edge.fromId + edge.toId + edge.relation}>
            <EdgeRow tie={edge} around={around} isOnly={isOnly} />
          </li>
        ))}
      </ul>
      {relationships.length === 0 && <p class="soft">No current ones.</p>}
      <h3>
        Memories <span class="soft">{entity.memories.toLocaleString()}</span>
      </h3>
      <Naming key={entity.id} memories={memories} />
    </>
  );
}

interface EdgeRowProps {
  readonly tie: Relationship;
  readonly around: EntityAround;
  readonly isOnly: boolean;
}

function EdgeRow({ tie: { fromId, toId, relation, memoryId, updatedAt }, around, isOnly }: EdgeRowProps) {
  const nameOf = (id: string) => {
    if (id === around.entity.id) return <bdi>{around.entity.name}</bdi>;
    const name = around.entities.find((other) => other.id === id)?.name ?? 'hidden';
    return (
      <a href={hrefOf('graph', id, { only: isOnly ? '1' : undefined })}>
        <bdi>{name}</bdi>
      </a>
    );
  };
  return (
    <>
      {nameOf(fromId)} <bdi class="relation-word">{relation}</bdi> {nameOf(toId)}{' '}
      <span class="soft">
        <When at={updatedAt} isDay />
      </span>{' '}
      {memoryId !== undefined && (
        <a href={hrefOf('memories', memoryId)} aria-label={`Open the memory with ${relation}`}>
          Open
        </a>
      )}
    </>
  );
}

function Naming({ memories }: { readonly memories: EntityAround['memories'] }) {
  const { shown, more } = useFirst(memories, 20);
  return (
    <>
      <ul class="naming">
        {shown.map((memory) => (
          <li key={memory.id}>
            <MemoryLine memory={memory} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
