import { useState } from 'preact/hooks';
import { key, needsKey, signIn } from '../memory.ts';
import { Dialog } from './dialog.tsx';

export function KeyDialog() {
  const [given, setGiven] = useState('');
  return (
    <Dialog title="This server asks for a key" onClose={() => (needsKey.value = false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn(given);
        }}
      >
        {key.value !== undefined && <p role="alert">The key was not accepted.</p>}
        <label>
          API key
          <input
            type="password"
            autocomplete="off"
            value={given}
            onInput={({ currentTarget }) => setGiven(currentTarget.value)}
          />
        </label>
        <p class="soft">
          Made with <code>souvenir keys create NAME</code>. The key stays in this tab until you close it.
        </p>
        <div class="actions">
          <button type="submit" class="primary">
            Use this key
          </button>
        </div>
      </form>
    </Dialog>
  );
}
