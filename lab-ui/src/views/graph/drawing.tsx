import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Camera, fitting, placeUnder, seenAt, zoomed } from './camera.ts';
import type { Drawn } from './drawn.ts';
import { labelled, shortened } from './labels.ts';
import { type Layout, layoutOf, settle } from './layout.ts';
import { Names, Nodes, Relations } from './marks.tsx';
import { keepNamesInside, placeElements } from './place-elements.ts';
import { stepFrom } from './step.ts';
import { usePointers } from './use-pointers.ts';
import { useSize } from './use-size.ts';

/** Scale at a chosen entity, and factor of one zoom step. */
const [NEAREST, STEP] = [2, 1.3];
const DRAWN_EVERY_MS = 250;
/** Larger graphs show names after the layout has settled. */
const FEW = 40;
/** Larger graphs do not highlight single lines. */
const MANY = 300;

interface DrawingProps {
  readonly drawn: Drawn;
  readonly kinds: ReadonlyMap<string, string>;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

export function Drawing({ drawn, kinds, chosen, onChoose }: DrawingProps) {
  const svg = useRef<SVGSVGElement>(null);
  const layout = useRef<Layout | undefined>(undefined);
  const size = useSize(svg);
  const [camera, setCamera] = useState<Camera>({ x: 0, y: 0, scale: 1 });
  const [drawings, setDrawings] = useState(0);
  const [isSettled, setSettled] = useState(false);
  const [current, setCurrent] = useState<string>();
  const [hovered, setHovered] = useState<string>();
  /** The camera follows the choice until the user pans or zooms. */
  const follows = useRef(true);

  const places = useMemo(() => (layout.current = layoutOf(drawn, layout.current)), [drawn]);
  const follow = () => {
    const near = chosen === undefined ? undefined : drawn.neighbours.get(chosen);
    const meant = places.places.filter(({ id }) => id === chosen || near?.has(id));
    setCamera(fitting(meant.length > 0 ? meant : places.places, size, NEAREST));
  };
  const look = (to: Camera) => {
    follows.current = false;
    setCamera(to);
  };

  useEffect(() => {
    let last = 0;
    setSettled(false);
    return settle(places, drawn, (isLast) => {
      if (!isLast && performance.now() - last < DRAWN_EVERY_MS) return;
      last = performance.now();
      setDrawings((count) => count + 1);
      setSettled(isLast);
    });
  }, [drawn]);
  useEffect(() => {
    follows.current = true;
    follow();
  }, [chosen, drawn]);
  useEffect(() => {
    if (follows.current) follow();
  }, [drawings, size.width, size.height]);

  const names = useMemo(() => new Map(drawn.entities.map(({ id, name }) => [id, name])), [drawn]);
  const zoom = Math.round(Math.log2(camera.scale) * 4);
  const labels = useMemo(() => {
    const first = [chosen, current, ...(drawn.neighbours.get(chosen ?? '') ?? [])].filter((id) => id !== undefined);
    const ids = [...first, ...names.keys()];
    return labelled(isSettled ? ids : ids.slice(0, FEW), names, places, 2 ** (zoom / 4));
  }, [names, chosen, current, drawings, isSettled, zoom]);
  useLayoutEffect(() => {
    if (svg.current) placeElements(svg.current, { drawn, layout: places, chosen, scale: camera.scale });
  }, [drawn, drawings, camera.scale, labels, chosen]);
  useLayoutEffect(() => {
    if (svg.current) keepNamesInside(svg.current, places, camera, size);
  }, [drawn, drawings, camera, labels, chosen, size.width]);

  const pointers = usePointers({
    camera,
    look,
    onPoint: (point) => setHovered(point && placeUnder(places.places, point, camera)?.id),
    onPress: (point) => {
      const id = placeUnder(places.places, point, camera)?.id;
      if (id !== undefined) setCurrent(id);
      onChoose(id);
    },
  });
  const middle = { x: size.width / 2, y: size.height / 2 };
  const showAll = () => {
    look(fitting(places.places, size, NEAREST));
    follows.current = chosen === undefined;
  };
  const focusOn = (id: string) => {
    setCurrent(id);
    const index = drawn.entities.findIndex((entity) => entity.id === id);
    svg.current?.querySelectorAll<SVGCircleElement>('.node')[index]?.focus();
    const place = places.byId.get(id);
    if (place === undefined) return;
    const { x, y } = seenAt(place, camera);
    if (x < 0 || y < 0 || x > size.width || y > size.height)
      look({ ...camera, x: camera.x + middle.x - x, y: camera.y + middle.y - y });
  };
  const reachable = current !== undefined && names.has(current) ? current : (chosen ?? drawn.entities[0]?.id);
  // Memoized, so that camera moves and new names do not render the nodes again.
  const nodes = useMemo(() => <Nodes {...{ drawn, kinds, chosen, reachable }} />, [drawn, kinds, chosen, reachable]);
  const texts = useMemo(
    () => (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group has no focus
      <g aria-hidden="true">
        <Relations drawn={drawn} chosen={chosen} />
        <Names drawn={drawn} labels={labels} chosen={chosen} />
      </g>
    ),
    [drawn, labels, chosen],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (reachable === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = stepFrom(reachable, event.key, drawn, places);
    if (event.key.startsWith('Arrow')) next !== undefined && focusOn(next);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(reachable);
    else if (event.key === 'Escape') onChoose(undefined);
    else if (event.key === '+') look(zoomed(camera, camera.scale * STEP, middle));
    else if (event.key === '-') look(zoomed(camera, camera.scale / STEP, middle));
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
  };
  const hoveredNode = hovered === undefined ? undefined : places.byId.get(hovered);
  return (
    <div class="drawing">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg
        ref={svg}
        role="group"
        aria-busy={!isSettled}
        aria-label="Drawing of entities and relationships"
        {...pointers}
        onKeyDown={onKeyDown}
      >
        <g transform={`translate(${camera.x.toFixed(1)} ${camera.y.toFixed(1)})`}>
          <path class={chosen !== undefined ? 'ties is-far' : drawn.edges.length > MANY ? 'ties is-many' : 'ties'} />
          <path class="ties-near" />
          {nodes}
          {texts}
          {hoveredNode !== undefined && !labels.has(hoveredNode.id) && (
            <text
              class="name over"
              x={hoveredNode.x * camera.scale}
              y={hoveredNode.y * camera.scale - hoveredNode.radius - 6}
            >
              {shortened(names.get(hoveredNode.id) ?? '')}
            </text>
          )}
        </g>
      </svg>
      <div class="controls">
        <button type="button" aria-label="Zoom in" onClick={() => look(zoomed(camera, camera.scale * STEP, middle))}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => look(zoomed(camera, camera.scale / STEP, middle))}>
          −
        </button>
        <button type="button" onClick={showAll}>
          Show all
        </button>
      </div>
    </div>
  );
}
