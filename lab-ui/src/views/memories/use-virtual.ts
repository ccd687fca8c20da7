import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

export function useVirtual(place: RefObject<HTMLElement | null>, count: number, height: number) {
  const [, again] = useReducer((turn: number, _: undefined) => turn + 1, 0);
  const options = {
    ...{ count, overscan: 8, observeElementRect, observeElementOffset },
    scrollToFn: elementScroll,
    getScrollElement: () => place.current,
    estimateSize: () => height,
    onChange: () => again(undefined),
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return virtual;
}
