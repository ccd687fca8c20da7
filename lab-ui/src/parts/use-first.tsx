import { useState } from 'preact/hooks';

export function useFirst<Item>(all: readonly Item[], first: number, next = 100) {
  const [count, setCount] = useState(first);
  const left = all.length - count;
  return {
    shown: all.slice(0, count),
    more: left > 0 && (
      <button type="button" onClick={() => setCount(count + next)}>
        Show {Math.min(next, left).toLocaleString()} more of {all.length.toLocaleString()}
      </button>
    ),
  };
}
