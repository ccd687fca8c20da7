import { useId } from 'preact/hooks';
import { useAsked } from '../../use-asked.ts';
import { change, draft } from './draft.ts';

export function QueriesField() {
  const { value } = useAsked((memory) => memory.settings.get(), []);
  const id = useId();
  const pinned = value?.tests ?? [];
  return (
    <div>
      <label>
        Queries, one a line
        <textarea
          rows={4}
          aria-describedby={id}
          value={draft.value.queries}
          onInput={({ currentTarget }) => change({ queries: currentTarget.value })}
        />
      </label>
      <p class="soft" id={id}>
        {pinned.length > 0
          ? `Left empty, both are asked the pinned ones (${pinned.length}).`
          : 'Left empty, only memories are compared: none are pinned on the recall bench.'}
      </p>
    </div>
  );
}
