import { useEffect, useState } from 'preact/hooks';

export function useSettled<Value>(value: Value, forMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
