import { Degraded } from '../../parts/states.tsx';
import { Answers } from './answers.tsx';
import { Memories } from './memory-changes.tsx';
import type { Run } from './runs.ts';

export function Result({ run: { name, result } }: { readonly run: Run }) {
  const { episodes, memories, queries, degraded } = result;
  return (
    <section class="result" aria-label="Result">
      <h2>{name}</h2>
      <p>
        {episodes} turns replayed: {memories.same} unchanged memories, {memories.gained.count} gained,{' '}
        {memories.lost.count} lost, {memories.changed.count} changed
        {memories.byHand.count > 0 && `; ${memories.byHand.count} set by hand, which a replay does not include`}.{' '}
        {queries.asked === 0
          ? 'No queries ran.'
          : `${queries.changed.length} of ${queries.asked} queries are answered differently.`}
      </p>
      <Degraded parts={degraded} />
      <Answers changed={queries.changed} byHand={new Set(memories.byHand.memories.map(({ content }) => content))} />
      <Memories memories={memories} />
    </section>
  );
}
