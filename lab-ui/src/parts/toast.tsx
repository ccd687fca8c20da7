import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { reasonOf } from '../memory.ts';

interface ToastMessage {
  readonly text: string;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

const message = signal<ToastMessage | undefined>(undefined);

const SHOWN_MS = 6000;

/**
 * Shows a notice. One that can be undone stays until the next; others close by themselves, unless focused or hovered.
 */
export const showToast = (text: string, undo?: ToastMessage['undo']): void => {
  message.value = { text, undo };
};

export function Toast() {
  const [isUndoing, setUndoing] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const { text, undo } = message.value ?? {};
  const isStaying = undo !== undefined || isHovered || isFocused;
  const close = () => {
    setFocused(false);
    setHovered(false);
    message.value = undefined;
  };
  useEffect(() => {
    if (text === undefined || isStaying) return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message.value, isStaying]);
  const undoLast = async () => {
    setUndoing(true);
    await undo?.().then(
      () => showToast('Undone.'),
      (error: unknown) => showToast(`The undo failed: ${reasonOf(error).message}`),
    );
    setUndoing(false);
  };
  return (
    <div
      {...{ class: 'toast', role: 'status', 'data-open': text !== undefined }}
      {...{ onPointerEnter: () => setHovered(true), onPointerLeave: () => setHovered(false) }}
      {...{ onFocusIn: () => setFocused(true), onFocusOut: () => setFocused(false) }}
    >
      {text !== undefined && (
        <>
          <span>{text}</span>
          {undo !== undefined && (
            <button type="button" disabled={isUndoing} onClick={undoLast}>
              Undo
            </button>
          )}
          <button type="button" aria-label="Close this notice" onClick={close}>
            ×
          </button>
        </>
      )}
    </div>
  );
}
