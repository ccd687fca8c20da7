import { useEffect, useRef } from 'preact/hooks';
import { Empty } from '../../parts/states.tsx';
import { Composer } from './composer.tsx';
import { conversation, sendMessage } from './conversation.ts';
import { EndRow } from './end-row.tsx';
import { ExchangeRow } from './exchange-row.tsx';
import './chat.css';

export function ChatView() {
  const { exchanges } = conversation.value;
  const last = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) last.current?.scrollIntoView({ block: 'end' });
    isFirst.current = false;
  }, [exchanges]);
  return (
    <div class="chat">
      {exchanges.length === 0 ? (
        <Empty title="No messages yet">
          <p>
            If the server has a language model, it answers from memory and records message and reply. Without one, you
            see the recalled memories and the prompt, and nothing is recorded.
          </p>
        </Empty>
      ) : (
        <ol class="exchanges" aria-label="Conversation" aria-live="polite">
          {exchanges.map((exchange) => (
            <ExchangeRow key={exchange.id} exchange={exchange} onAgain={() => sendMessage(exchange)} />
          ))}
        </ol>
      )}
      <div ref={last}>
        <Composer />
        {exchanges.length > 0 && <EndRow />}
      </div>
    </div>
  );
}
