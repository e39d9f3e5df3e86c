import {
  ArchiveRestore,
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Eye,
  GripVertical,
  ListOrdered,
  Pencil,
  Trash2,
} from 'lucide-react';
import { Fragment, type ReactNode, type SubmitEvent, useState } from 'react';
import { t } from '#i18n/text.ts';
import type { Row } from '#ui/admin/calls/api.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem } from '#ui/admin/menu/menu-items.tsx';
import {
  ariaSort,
  type Column,
  Empty,
  Failed,
  SkeletonRows,
  SortHead,
  type Sorting,
  WholeRow,
} from '#ui/table/table.tsx';
import type { Arranging } from './use-arranging.ts';
import type { Selection } from './use-selection.ts';

export interface ListTableProps<R extends Row> extends RowActions<R> {
  label: string;
  columns: Column<R>[];
  rows: R[] | undefined;
  from: number;
  nameOf: (record: R) => string;
  editingId: number | null;
  state: 'ready' | 'loading' | 'stale' | 'failed';
  emptyHint: string;
  onRetry: () => void;
  /** Groups rows under headings; rows of one group are adjacent. */
  groupOf?: ((record: R) => string) | undefined;
  arranging?: Arranging<R> | null;
  selection?: Selection<R>;
  sorting?: Sorting | null;
  /** Replaces the default buttons. */
  actions?: (record: R) => ReactNode;
}

export function ListTableView<R extends Row>(props: ListTableProps<R>) {
  const { label, columns, rows = [], from, state, groupOf, actions } = props;
  const acts = Boolean(actions ?? props.onEdit ?? props.onDelete ?? props.onView ?? props.onRestore);
  const heads = columns.map(({ head }) => head).concat(acts ? 'Actions' : []);
  const wide = props.onView !== undefined || props.onRestore !== undefined;
  const actionsClass = acts ? (wide ? 'actions-column-wide' : 'actions-column') : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={`${label}: table`} tabIndex={0}>
      <table
        className="table"
        data-stale={state === 'stale' || undefined}
        aria-busy={state === 'loading' || state === 'stale'}
      >
        <Head {...props} actionsClass={actionsClass} />
        <tbody>
          {rows.map((record, index) => (
            <Fragment key={record.id}>
              {groupOf && groupOf(record) !== before(rows, index, groupOf) && (
                <tr className="group-row">
                  <th scope="colgroup" colSpan={heads.length + 1}>
                    {groupOf(record)}
                  </th>
                </tr>
              )}
              <RecordRow {...props} record={record} number={from + index} actionsClass={actionsClass} />
            </Fragment>
          ))}
          {state === 'loading' && (
            <SkeletonRows heads={heads} thumbnail={heads[0] === t('Image') || heads[0] === t('Preview')} />
          )}
          {state === 'ready' && rows.length === 0 && (
            <WholeRow columns={heads.length + 1}>
              <Empty hint={props.emptyHint} />
            </WholeRow>
          )}
          {state === 'failed' && (
            <WholeRow columns={heads.length + 1}>
              <Failed onRetry={props.onRetry} />
            </WholeRow>
          )}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps<R extends Row> extends Pick<ListTableProps<R>, 'columns' | 'selection' | 'sorting'> {
  /** Null: there is no column of actions. */
  actionsClass: string | null;
}

function Head<R extends Row>({ columns, selection, sorting, actionsClass }: HeadProps<R>) {
  return (
    <thead className="sr-only-on-phone">
      <tr>
        <th scope="col">
          <span className="table-head-check inline-row">
            {selection && (
              <SelectBox
                label="Select all on this page"
                checked={selection.page === 'all'}
                partly={selection.page === 'some'}
                onTick={selection.togglePage}
              />
            )}
            <span className="sr-only">Number</span>
          </span>
        </th>
        {columns.map(({ head, sort }) => (
          <th scope="col" key={head} aria-sort={sorting ? ariaSort(sort, sorting.by) : undefined}>
            {sort && sorting ? <SortHead {...{ head, sorting }} name={sort} /> : head}
          </th>
        ))}
        {actionsClass && (
          <th scope="col" className={actionsClass}>
            Actions
          </th>
        )}
      </tr>
    </thead>
  );
}

interface RecordRowProps<R extends Row> extends ListTableProps<R>, Pick<HeadProps<R>, 'actionsClass'> {
  record: R;
  number: number;
}

function RecordRow<R extends Row>(props: RecordRowProps<R>) {
  const { record, number, columns, editingId, selection, arranging, actions, actionsClass } = props;
  const name = props.nameOf(record);
  return (
    <tr
      data-editing={record.id === editingId || undefined}
      data-selected={selection?.has(record) || undefined}
      {...arranging?.rowProps(record)}
    >
      <td>
        <span className="row-number">
          {selection && (
            <SelectBox
              label={`Select: ${name}`}
              checked={selection.has(record)}
              onTick={(range) => selection.toggle(record, range)}
            />
          )}
          {arranging && <MoveHandle {...{ record, arranging, name }} />}
          {number}
        </span>
      </td>
      {columns.map(({ head, cell }) => (
        <td key={head} data-head={head}>
          {cell(record)}
        </td>
      ))}
      {actionsClass && (
        <td className={actionsClass}>{actions ? actions(record) : <RowButtons {...props} name={name} />}</td>
      )}
    </tr>
  );
}

interface SelectBoxProps {
  label: string;
  checked: boolean;
  partly?: boolean;
  /** `range`: with the shift key pressed. */
  onTick: (range: boolean) => void;
}

function SelectBox({ label, checked, partly = false, onTick }: SelectBoxProps) {
  return (
    <label className="row-check">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
        // Only the click event has the shift key, the change event does not.
        onClick={({ shiftKey }) => onTick(shiftKey)}
        onChange={() => undefined}
      />
    </label>
  );
}

function before<R>(rows: R[], index: number, groupOf: (record: R) => string): string | null {
  const row = rows[index - 1];
  return row === undefined ? null : groupOf(row);
}

/** An action without a handler has no button. */
export interface RowActions<R> {
  onDelete?: ((record: R) => void) | undefined;
  onEdit?: ((record: R, number: number) => void) | undefined;
  onView?: ((record: R) => void) | undefined;
  onRestore?: ((record: R) => void) | undefined;
}

function RowButtons<R>(props: RowActions<R> & { record: R; number: number; name: string }) {
  const { record, number, name, onDelete, onEdit, onView, onRestore } = props;
  const icons = [
    { what: 'Delete', className: 'row-action row-action-delete', Icon: Trash2, act: onDelete },
    { what: 'Edit', className: 'row-action', Icon: Pencil, act: onEdit },
    { what: 'View details', className: 'row-action row-action-view', Icon: Eye, act: onView },
  ];
  return (
    <span className="row-actions">
      {icons.map(
        ({ what, className, Icon, act }) =>
          act && (
            <button
              key={what}
              type="button"
              className={className}
              aria-label={`${what}: ${name}`}
              onClick={() => act(record, number)}
            >
              <Icon />
            </button>
          ),
      )}
      {onRestore && (
        <button
          type="button"
          className="button button-quiet button-small"
          aria-label={`Restore: ${name}`}
          onClick={() => onRestore(record)}
        >
          <ArchiveRestore />
          Restore
        </button>
      )}
    </span>
  );
}

/** Drags a row; a click or Enter opens a menu with the same actions. */
function MoveHandle<R extends Row>(props: { record: R; name: string; arranging: Arranging<R> }) {
  const { record, name, arranging } = props;
  const [choosing, setChoosing] = useState(false);
  const place = arranging.placeOf(record);
  const grouped = arranging.groupOf(record) !== '';
  const up = arranging.canMove(record, -1);
  const down = arranging.canMove(record, 1);

  return (
    <>
      <MenuButton
        className="handle"
        align="start"
        aria-label={`Move: ${name}`}
        {...arranging.handleProps(record)}
        menu={
          <>
            <Item icon={<ArrowUp />} enabled={up} onSelect={() => arranging.moveTo(record, place - 1)}>
              Move up
            </Item>
            <Item icon={<ArrowDown />} enabled={down} onSelect={() => arranging.moveTo(record, place + 1)}>
              Move down
            </Item>
            {!grouped && (
              <>
                <Item icon={<ArrowUpToLine />} enabled={up} onSelect={() => arranging.moveTo(record, 1)}>
                  Move to the top
                </Item>
                <Item
                  icon={<ArrowDownToLine />}
                  enabled={down}
                  onSelect={() => arranging.moveTo(record, arranging.total)}
                >
                  Move to the end
                </Item>
                <Item icon={<ListOrdered />} enabled={arranging.total > 1} onSelect={() => setChoosing(true)}>
                  Move to…
                </Item>
              </>
            )}
          </>
        }
      >
        <GripVertical />
      </MenuButton>
      {choosing && (
        <PositionDialog
          {...{ name, place }}
          total={arranging.total}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => arranging.moveTo(record, chosen)}
        />
      )}
    </>
  );
}

function Item(props: { icon: ReactNode; enabled: boolean; onSelect: () => void; children: ReactNode }) {
  return (
    <MenuItem disabled={!props.enabled} onSelect={props.onSelect}>
      <span aria-hidden="true">{props.icon}</span>
      {props.children}
    </MenuItem>
  );
}

interface PlaceDialogProps {
  name: string;
  place: number;
  total: number;
  onChoose: (place: number) => void;
  onClose: () => void;
}

/** Asks for the new position of a row, counted across all pages. */
function PositionDialog({ name, place, total, onChoose, onClose }: PlaceDialogProps) {
  const [text, setText] = useState(String(place));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = Number.parseInt(text, 10);
    if (Number.isNaN(chosen)) return;
    onClose();
    onChoose(chosen);
  }

  return (
    <Modal title="Move to place" onClose={onClose}>
      <form onSubmit={submit}>
        <label className="field">
          <span className="label">
            Place of ‘{name}’, from 1 to {total}
          </span>
          <input
            className="control"
            type="number"
            min={1}
            max={total}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <DialogButtons onCancel={onClose}>
          <button type="submit" className="button button-primary">
            Move
          </button>
        </DialogButtons>
      </form>
    </Modal>
  );
}
