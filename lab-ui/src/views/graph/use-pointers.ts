import { useRef } from 'preact/hooks';
import { type Camera, type Point, zoomed } from './camera.ts';

/** Pixels; a shorter move is a press. */
const STILL = 4;

interface Options {
  readonly camera: Camera;
  readonly look: (camera: Camera) => void;
  readonly onPoint: (point: Point | undefined) => void;
  readonly onPress: (point: Point) => void;
}

type Given = PointerEvent & { readonly currentTarget: Element };

const pointOf = ({ clientX, clientY, currentTarget }: (PointerEvent | WheelEvent) & { currentTarget: Element }) => {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

export function usePointers({ camera, look, onPoint, onPress }: Options) {
  const down = useRef(new Map<number, Point>());
  const moved = useRef(0);
  const released = (event: Given) => {
    down.current.delete(event.pointerId);
  };
  return {
    onPointerDown(event: Given) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (down.current.size === 0) moved.current = 0;
      down.current.set(event.pointerId, pointOf(event));
    },
    onPointerMove(event: Given) {
      const [to, from] = [pointOf(event), down.current.get(event.pointerId)];
      if (from === undefined) return onPoint(to);
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      moved.current += Math.hypot(to.x - from.x, to.y - from.y);
      down.current.set(event.pointerId, to);
      if (moved.current < STILL) return;
      if (other === undefined) return look({ ...camera, x: camera.x + to.x - from.x, y: camera.y + to.y - from.y });
      const [before, after] = [from, to].map((end) => Math.hypot(end.x - other.x, end.y - other.y) || 1);
      look(zoomed(camera, (camera.scale * (after as number)) / (before as number), other));
    },
    onPointerUp(event: Given) {
      const isPress = down.current.size === 1 && moved.current < STILL;
      released(event);
      if (isPress) onPress(pointOf(event));
    },
    onPointerCancel: released,
    onPointerLeave: () => onPoint(undefined),
    onWheel(event: WheelEvent & { readonly currentTarget: Element }) {
      event.preventDefault();
      look(zoomed(camera, camera.scale * 1.0015 ** -event.deltaY, pointOf(event)));
    },
  };
}
