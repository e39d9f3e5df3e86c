import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { api, type ListPage, type Row, useReload } from '#ui/admin/calls/api.ts';
import { announce, notifyError } from '#ui/admin/notify.tsx';
import type { List } from './use-list.ts';

/** The distance at which a press becomes a drag, in pixels. */
const dragThreshold = 6;

/** Within `edge` pixels of the window's edge the page scrolls by `step` pixels with each move. */
const edge = 72;

const step = 16;

export type Arranging<R extends Row> = ReturnType<typeof useArranging<R>>;

interface ArrangingOptions<R extends Row> {
  path: string;
  list: List<R>;
  nameOf: (record: R) => string;
  /** Rows are only moved within their group. */
  groupOf?: ((record: R) => string) | undefined;
}

/** The manual order of a list, by drag and drop or by keyboard. Every move is announced to screen readers. */
export function useArranging<R extends Row>({ path, list, nameOf, groupOf = () => '' }: ArrangingOptions<R>) {
  const reload = useReload();
  const { page } = list;
  const rows = page?.data ?? [];
  const first = page?.from ?? 1;
  const total = page?.total ?? 0;
  const recordOf = (id: number) => rows.find((row) => row.id === id);
  const positionOf = (record: R) => first + rows.findIndex(({ id }) => id === record.id);

  const dragging = useDragging({
    canDrop: (id, over) => {
      const [moving, beside] = [recordOf(id), recordOf(over)];
      return moving !== undefined && beside !== undefined && groupOf(moving) === groupOf(beside);
    },
    onDrop: drop,
  });

  /** Positions are counted from 1 across all pages. */
  async function moveTo(record: R, place: number) {
    const now = positionOf(record);
    const target = Math.min(Math.max(1, place), total);
    if (target === now) return;
    try {
      const neighbour = await recordAt(target > now ? target + 1 : target);
      const sameGroup = neighbour && groupOf(neighbour) === groupOf(record);
      await api.put(`${path}/order`, { id: record.id, before: sameGroup ? neighbour.id : null });
      announce(`${nameOf(record)} moved to place ${target} of ${total}.`);
    } catch (error) {
      notifyError(error);
    }
    await reload();
  }

  async function recordAt(place: number): Promise<R | null> {
    const local = rows[place - first];
    if (local || place > total) return local ?? null;
    const { data } = await api.get<ListPage<R>>(`${path}?per_page=1&page=${place}`);
    return data[0] ?? null;
  }

  function drop(id: number, { id: over, side }: DropPlace) {
    const [moving, beside] = [recordOf(id), recordOf(over)];
    if (!moving || !beside) return;
    const place = positionOf(beside) + (side === 'after' ? 1 : 0);
    void moveTo(moving, place > positionOf(moving) ? place - 1 : place);
  }

  return {
    total,
    placeOf: positionOf,
    moveTo,
    groupOf,
    canMove: (record: R, by: 1 | -1) => {
      const place = positionOf(record) + by;
      const neighbour = rows[place - first];
      return place >= 1 && place <= total && (!neighbour || groupOf(neighbour) === groupOf(record));
    },
    handleProps: (record: R) => dragging.handleProps(record.id),
    rowProps: (record: R) => dragging.rowProps(record.id),
  };
}

/** The drop position beside a row. */
interface DropPlace {
  id: number;
  side: 'before' | 'after';
}

interface DraggingOptions {
  canDrop: (id: number, over: number) => boolean;
  onDrop: (id: number, place: DropPlace) => void;
}

/** Drags rows by their handles, with mouse, pen or touch. A press without movement stays a click. */
function useDragging({ canDrop, onDrop }: DraggingOptions) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [place, setPlace] = useState<DropPlace | null>(null);
  const press = useRef<{ x: number; y: number; moved: boolean; place: DropPlace | null } | null>(null);
  const wasDrag = useRef(false);

  function end() {
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
