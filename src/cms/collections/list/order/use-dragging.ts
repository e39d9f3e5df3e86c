import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** The distance at which a press becomes a drag, in pixels. */
const dragThreshold = 6;
/** Within `edge` pixels of the window's edge the page scrolls by `step` pixels with each move. */
const edge = 72;
const step = 16;

/** The drop position beside a row. */
export interface DropPlace {
  id: number;
  side: 'before' | 'after';
}

interface DraggingOptions {
  canDrop: (id: number, over: number) => boolean;
  onDrop: (id: number, place: DropPlace) => void;
}

/** Drags rows by their handles, with mouse, pen or touch. A press without movement stays a click. */
export function useDragging({ canDrop, onDrop }: DraggingOptions) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [place, setPlace] = useState<DropPlace | null>(null);
  const press = useRef<{ x: number; y: number; moved: boolean; place: DropPlace | null } | null>(null);
  const wasDrag = useRef(false);

  function end(): void {
    press.current = null;
    setDragged(null);
    setPlace(null);
  }

  return {
    handleProps: (id: number) => ({
      onPointerDown: ({ button, clientX: x, clientY: y, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
        wasDrag.current = false;
        if (button !== 0) return;
        press.current = { x, y, moved: false, place: null };
        currentTarget.setPointerCapture(pointerId);
      },
      onPointerMove: ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
        const { current } = press;
        if (!current) return;
        current.moved ||= Math.hypot(clientX - current.x, clientY - current.y) >= dragThreshold;
        if (!current.moved) return;
        scrollAlong(clientY);
        const over = placeAt(currentTarget, clientY);
        current.place = over && over.id !== id && canDrop(id, over.id) ? over : null;
        setDragged(id);
        setPlace(current.place);
      },
      onPointerUp: () => {
        const { current } = press;
        wasDrag.current = current?.moved ?? false;
        end();
        if (current?.place) onDrop(id, current.place);
      },
      onPointerCancel: end,
      onClickCapture: (event: MouseEvent) => wasDrag.current && event.stopPropagation(),
    }),
    rowProps: (id: number) => ({
      'data-row': id,
      'data-dragged': dragged === id || undefined,
      'data-drop': place?.id === id ? place.side : undefined,
    }),
  };
}

/** The row of the same table at this y coordinate, and which half of it. */
function placeAt(handle: HTMLElement, y: number): DropPlace | null {
  const rows = [...(handle.closest('tbody')?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
  const row = rows.find((one) => y < one.getBoundingClientRect().bottom) ?? rows.at(-1);
  if (!row) return null;
  const { top, height } = row.getBoundingClientRect();
  return { id: Number(row.dataset.row), side: y < top + height / 2 ? 'before' : 'after' };
}

function scrollAlong(y: number): void {
  if (y < edge) window.scrollBy(0, -step);
  if (y > window.innerHeight - edge) window.scrollBy(0, step);
}
