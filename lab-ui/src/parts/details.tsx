import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface DetailsProps {
  readonly summary: ComponentChildren;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** Its children are rendered when it is first opened. */
export function Details({ summary, isOpen = false, children }: DetailsProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>{summary}</summary>
      {wasOpened && children}
    </details>
  );
}
