import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { reasonOf } from '../memory.ts';

interface Told {
  readonly text: string;
  /** Takes back what was done. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

const told = signal<Told | undefined>(undefined);

/** Says what was done, until something else is or it is closed: who needs longer to read has it. */
export const tell = (text: string, undo?: Told['undo']): void => {
  told.value = { text, undo };
};

export function Toast() {
  const [isUndoing, setUndoing] = useState(false);
  const { text, undo } = told.value ?? {};
  const takeBack = async () => {
    setUndoing(true);
    await undo?.().then(
      () => tell('Undone.'),
      (error: unknown) => tell(`It could not be undone: ${reasonOf(error).message}`),
    );
    setUndoing(false);
  };
  return (
    <div class="toast" role="status" data-open={text !== undefined}>
      {text !== undefined && (
        <>
          <span>{text}</span>
          {undo !== undefined && (
            <button type="button" disabled={isUndoing} onClick={takeBack}>
              Undo
            </button>
          )}
          <button type="button" aria-label="Close this notice" onClick={() => (told.value = undefined)}>
            ×
          </button>
        </>
      )}
    </div>
  );
}
