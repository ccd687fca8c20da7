import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Size } from './camera.ts';

export function useSize(element: RefObject<Element | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    if (element.current) watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  return size;
}
