import { go } from '../../route.ts';
import { AsOf } from './as-of.tsx';
import { draft } from './bench.ts';

export function QueryForm({ query, asOf }: { readonly query: string; readonly asOf: Date | undefined }) {
  const typed = draft.value.over === query ? draft.value.text : query;
  const ask = (at: Date | undefined) => go('recall', undefined, { q: typed.trim(), asOf: at?.toISOString() });
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        ask(asOf);
      }}
    >
      <div class="row question">
        <input
          type="search"
          aria-label="Query"
          placeholder="A question, as an agent asks it"
          value={typed}
          required
          maxLength={2000}
          onInput={({ currentTarget }) => (draft.value = { over: query, text: currentTarget.value })}
        />
        <button type="submit" class="primary">
          Recall
        </button>
      </div>
      <AsOf at={asOf} onChange={ask} />
    </form>
  );
}
