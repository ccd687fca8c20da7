import { sendOnEnter, useDraft } from '../../parts/draft.ts';
import { conversation, sendMessage } from './conversation.ts';

export function Composer() {
  const [message, setMessage] = useDraft('chat');
  const isWaiting = conversation.value.exchanges.some(({ answer, failure }) => !answer && !failure);
  return (
    <form
      class="composer"
      onSubmit={async (event) => {
        event.preventDefault();
        if (message.trim() === '' || isWaiting) return;
        setMessage('');
        await sendMessage({ id: crypto.randomUUID(), message });
      }}
    >
      <label>
        Your message
        <textarea
          rows={2}
          value={message}
          placeholder="Write a message; Enter sends it"
          onInput={({ currentTarget }) => setMessage(currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
      </label>
      <button type="submit" class="primary" disabled={message.trim() === '' || isWaiting}>
        Send
      </button>
    </form>
  );
}
