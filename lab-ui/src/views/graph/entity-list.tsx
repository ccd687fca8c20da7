import { useState } from 'preact/hooks';
import { counted } from '../../parts/numbers.ts';
import { Answer } from '../../parts/states.tsx';
import { Tag } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { useSettled } from '../../use-settled.ts';

const PAGE = 100;
const PAUSE_MS = 150;

export function EntityList() {
  const [typed, setTyped] = useState('');
  const [most, setMost] = useState(PAGE);
  const containing = useSettled(typed.trim(), PAUSE_MS);
  const asked = useAsked(
    (memory) => memory.entities.list({ limit: most, ...(containing !== '' && { containing }) }),
    [containing, most],
  );
  return (
    <section class="card" aria-labelledby="entities">
      <h2 id="entities">Entities</h2>
      <input
        type="search"
        class="find"
        aria-label="Find an entity"
        placeholder="Find an entity"
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Answer asked={asked} what="Entities">
        {(entities) => (
          <>
            <p class="soft" role="status">
              {entities.length === 0
                ? 'No name contains this text.'
                : containing !== '' && `${counted(entities.length, 'entity', 'entities')} found`}
            </p>
            <ul class="entities">
              {entities.map(({ id, name, type, memories, relationships }) => (
                <li key={id}>
                  <a href={hrefOf('graph', id)}>
                    <bdi>{name}</bdi>
                  </a>{' '}
                  <Tag word={type} />
                  <span class="soft">
                    {counted(memories, 'memory', 'memories')}, {counted(relationships, 'relationship', 'relationships')}
                  </span>
                </li>
              ))}
            </ul>
            {entities.length === most && most < 1000 && (
              <button type="button" onClick={() => setMost(Math.min(1000, most + 3 * PAGE))}>
                Show more
              </button>
            )}
          </>
        )}
      </Answer>
    </section>
  );
}
