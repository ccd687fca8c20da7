import type { ComponentChildren } from 'preact';
import { reasonOf } from '../memory.ts';
import type { Asked } from '../use-asked.ts';

export const Loading = ({ what }: { readonly what: string }) => (
  <p class="loading" role="status">
    <span class="spinner" aria-hidden="true" /> Loading {what.toLowerCase()} …
  </p>
);

export function Failure({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  const { message, advice } = reasonOf(error);
  return (
    <div class="failure" role="alert">
      <p>{message}</p>
      {advice !== undefined && <p class="soft">{advice}</p>}
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="title">{title}</p>
    {children}
  </div>
);

/** The state of a request; the last answer stays while it is repeated. */
export function Answer<Value>({
  asked,
  what,
  children,
}: {
  readonly asked: Asked<Value>;
  readonly what: string;
  readonly children: (value: Value) => ComponentChildren;
}) {
  const { value, error, isLoading, again } = asked;
  return (
    <div class="answer" aria-busy={isLoading}>
      {error !== undefined && <Failure error={error} again={again} />}
      {value !== undefined ? children(value) : isLoading && <Loading what={what} />}
    </div>
  );
}

export const Degraded = ({
  parts,
}: {
  readonly parts: readonly { readonly part: string; readonly reason: string }[];
}) =>
  parts.length === 0 ? null : (
    <ul class="degraded" aria-label="Degraded">
      {parts.map(({ part, reason }) => (
        <li key={part + reason}>
          <strong>{part}</strong>: {reason}
        </li>
      ))}
    </ul>
  );
