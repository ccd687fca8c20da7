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
        Queries, one per line
        <textarea
          rows={4}
          aria-describedby={id}
          value={draft.value.queries}
          onInput={({ currentTarget }) => change({ queries: currentTarget.value })}
        />
      </label>
      <p class="soft" id={id}>
        {pinned.length > 0
          ? `If empty, the experiment uses the pinned queries (${pinned.length}).`
          : 'If empty, the experiment compares only memories: the recall bench has no pinned queries.'}
      </p>
    </div>
  );
}
