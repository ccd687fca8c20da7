import { Answer, Empty } from '../../parts/states.tsx';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';

const SHOWN = 60;

export function Suggestions() {
  const asked = useAsked((memory) => memory.recall('', { mode: 'important', topK: 5, touch: false }), []);
  return (
    <Answer asked={asked} what="what is remembered">
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="Nothing is remembered yet">
            <p>
              Say something under <a href={hrefOf('chat')}>Chat</a>, or let an agent record what it hears, and ask
              again.
            </p>
          </Empty>
        ) : (
          <Empty title="Ask something, and see what is recalled and why">
            <p>For instance about what matters most here:</p>
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
