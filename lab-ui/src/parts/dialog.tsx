import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect closes the dialog before it leaves the page; otherwise the focus is lost.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={dialogRef}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly act: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const Confirm = ({ title, children, act, isDangerous = false, onConfirm, onClose }: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <div class="actions">
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      <button type="button" class={isDangerous ? 'danger' : 'primary'} onClick={onConfirm}>
        {act}
      </button>
    </div>
  </Dialog>
);
