import { useEffect, useRef, useState } from 'preact/hooks';
import { type Answer as Answered, ServedError } from '../../../../src/client/index.ts';
import { memory as handle } from '../../memory.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { PlainText } from '../../parts/text.tsx';
import { type Acting, useAct } from '../../parts/use-act.ts';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { ActBar } from './act-bar.tsx';
import { openMemory, restore } from './acts.ts';
import { MemoryFacts } from './memory-facts.tsx';
import { MemoryHistory } from './memory-history.tsx';
import { MemoryLinks } from './memory-links.tsx';
import { LINKED, MemorySources } from './memory-sources.tsx';
import { useNews } from './news.ts';
import { Outdated } from './outdated.tsx';

const AFTER_ALL = Number.POSITIVE_INFINITY;

/** A dialog over it closes by the same key. */
const closeOnEscape = ({ key, target }: KeyboardEvent): void => {
  if (key === 'Escape' && !(target as Element).closest('dialog')) openMemory(undefined);
};

export function MemoryDetail({ id }: { readonly id: string }) {
  const asked = useAsked((served) => served.perform('memories.show', { id, limit: LINKED }), [id]);
  const [latest, setLatest] = useState(0);
  const acting = useAct();
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = () => heading.current?.focus();
  useEffect(focus, []);
  useNews(async (ids) => {
    if (!ids.includes(id)) return;
    const now = await handle.value.memories.get(id).catch(() => undefined);
    setLatest(now?.updatedAt.getTime() ?? AFTER_ALL);
  });
  const { value, error, isLoading } = asked;
  const isSettled = !acting.isBusy && !isLoading && error === undefined;
  const isChanged = isSettled && value !== undefined && latest > value.memory.updatedAt.getTime();
  return (
    <article class="detail" aria-labelledby="memory" onKeyDown={closeOnEscape}>
      <header class="row">
        <h2 id="memory" ref={heading} tabIndex={-1}>
          Memory
        </h2>
        <button type="button" onClick={() => openMemory(undefined)}>
          Close
        </button>
      </header>
      <div role="status">
        {isChanged && (
          <p class="changed">
            {latest === AFTER_ALL
              ? 'This memory was forgotten in another window.'
              : 'This memory was changed in another window.'}{' '}
            Your text stays.{' '}
            <button type="button" onClick={asked.again}>
              Show the current version
            </button>
          </p>
        )}
      </div>
      {isUnknown(error) ? (
        <MissingMemory {...{ id, error, acting }} />
      ) : (
        <>
          {error !== undefined && <Failure error={error} again={asked.again} />}
          {value === undefined ? (
            isLoading && <Loading what="memory" />
          ) : (
            <Whole {...{ shown: value, acting, focus }} />
          )}
        </>
      )}
    </article>
  );
}

interface WholeProps {
  readonly shown: Answered<'memories.show'>;
  readonly acting: Acting;
  readonly focus: () => void;
}

function Whole({ shown, acting, focus }: WholeProps) {
  const { memory, links, neighbours, entities } = shown;
  const near = new Map(neighbours.map((neighbour) => [neighbour.memory.id, neighbour.memory]));
  return (
    <>
      <p class="text">
        <PlainText text={memory.content} />
      </p>
      <Outdated memory={memory} by={near.get(memory.supersededBy ?? '')} />
      <ActBar memory={memory} acting={acting} onDone={focus} />
      <MemoryFacts memory={memory} />
      <section>
        <h3>Source</h3>
        <MemorySources shown={shown} />
      </section>
      <section>
        <h3>History</h3>
        <MemoryHistory id={memory.id} />
      </section>
      <section>
        <h3>Linked memories</h3>
        <MemoryLinks {...{ id: memory.id, links, near, acting }} />
      </section>
      <section>
        <h3>Entities</h3>
        {entities.length === 0 && <p class="soft">None.</p>}
        <ul class="plain">
          {entities.map(({ id, name, type }) => (
            <li key={id}>
              <a href={hrefOf('graph', id)}>{name}</a> <span class="soft">{type}</span>{' '}
              <a class="soft" href={hrefOf('memories', undefined, { entity: name })}>
                memories that mention it
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** With an id as the only input, "invalid" means unknown or forgotten. */
const isUnknown = (error: unknown): boolean =>
  ServedError.is(error) && (error.code === 'notFound' || error.code === 'invalidInput');

function MissingMemory({
  id,
  error,
  acting,
}: {
  readonly id: string;
  readonly error: unknown;
  readonly acting: Acting;
}) {
  const isForgotten = ServedError.is(error) && error.code === 'invalidInput';
  if (!isForgotten) return <Failure error={error} />;
  return (
    <>
      <p>This memory is forgotten. You can restore it with its source turns.</p>
      {acting.error !== undefined && <Failure error={acting.error} />}
      <button
        type="button"
        class="primary"
        disabled={acting.isBusy}
        onClick={() => acting.act(() => restore({ id, status: 'forgotten' }))}
      >
        Restore
      </button>
    </>
  );
}
