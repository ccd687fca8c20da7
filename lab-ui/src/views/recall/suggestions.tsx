import { Answer, Empty } from '../../parts/states.tsx';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';

const SHOWN = 60;

export function Suggestions() {
  const asked = useAsked((memory) => memory.recall('', { mode: 'important', topK: 5, touch: false }), []);
  return (
    <Answer asked={asked} what="memories to ask about">
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="No memories yet">
            <p>
              Write a message in <a href={hrefOf('chat')}>Chat</a>, or let an agent record something, and ask again.
            </p>
          </Empty>
        ) : (
          <Empty title="Ask a question to see the recalled memories and their reasons">
            <p>For example about the most important memories:</p>
            <ul class="suggestions">
              {items.map(({ id, content }) => (
                <li key={id}>
                  <a href={hrefOf('recall', undefined, { q: content.slice(0, SHOWN).toWellFormed() })}>
                    <bdi>{content.slice(0, SHOWN).toWellFormed()}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </Empty>
        )
      }
    </Answer>
  );
}
