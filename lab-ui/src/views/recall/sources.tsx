import { Conversation } from '../../parts/conversation.tsx';
import { Answer } from '../../parts/states.tsx';
import { useAsked } from '../../use-asked.ts';
import { LINKED, MemorySources } from '../memories/memory-sources.tsx';
import type { Item } from './rank.ts';

/** The source of an item. A correction says so: its episodes are those of the memory it corrects. */
export const Sources = ({ item: { id, isWaiting } }: { readonly item: Item }) =>
  isWaiting ? <Conversation episodeId={id} /> : <OfMemory id={id} />;

function OfMemory({ id }: { readonly id: string }) {
  const asked = useAsked((memory) => memory.perform('memories.show', { id, limit: LINKED }), [id]);
  return (
    <Answer asked={asked} what="conversation">
      {(shown) => <MemorySources shown={shown} />}
    </Answer>
  );
}
